// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/World.h"

namespace lockscope::simulation {

/// What a holder is told who asks at this moment, whatever has been reported to it; the one place that knows how a lock
/// is asked. Nothing where there is nobody to ask any more.
[[nodiscard]] inline std::optional<locks::LockState> beliefOf(const Hold& hold)
{
    return hold.handles.empty() ? std::nullopt : std::optional(hold.handles.back()->state());
}

} // namespace lockscope::simulation
