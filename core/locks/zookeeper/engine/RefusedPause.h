// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"

#include <chrono>

namespace lockscope::locks {

/// Until what was refused is tried again: a permission that is missing may have been given back.
inline constexpr std::chrono::seconds refusedPause{1};

/// Between two tries to undo what nobody waits for any more.
inline constexpr std::chrono::milliseconds cleanUpPause{50};

/// What hinders now will pass. What the C client does not name (ZSYSTEMERROR: no file descriptor, for example) says
/// nothing about the request, and may pass too.
[[nodiscard]] inline bool mayPass(const Error& error)
{
    return isPassing(error) || error.code == ErrorCode::System;
}

} // namespace lockscope::locks
