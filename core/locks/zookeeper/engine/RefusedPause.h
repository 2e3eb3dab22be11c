// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"

#include <chrono>

namespace lockscope::locks {

/// The pause after a refused request: a missing permission may be granted meanwhile.
inline constexpr std::chrono::seconds refusedPause{1};

/// The pause between two tries of a clean-up that no caller waits for.
inline constexpr std::chrono::milliseconds cleanUpPause{50};

/// True if the cause is temporary. An error that the C client does not name (ZSYSTEMERROR: no file descriptor, for
/// example) does not refer to the request, and may be temporary too.
[[nodiscard]] inline bool mayPass(const Error& error)
{
    return isPassing(error) || error.code == ErrorCode::System;
}

} // namespace lockscope::locks
