// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/World.h"

namespace lockscope::simulation {

/// The state that a holder gets when it queries its lock now, whatever was reported to it before. The only place that
/// queries a lock's state. Empty if the hold has no handle any more.
[[nodiscard]] inline std::optional<locks::LockState> clientViewOf(const Hold& hold)
{
    return hold.handles.empty() ? std::nullopt : std::optional(hold.handles.back()->state());
}

} // namespace lockscope::simulation
