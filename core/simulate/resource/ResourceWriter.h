// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/simulate/resource/ResourceProtocol.h"

#include <chrono>
#include <functional>

namespace lockscope::console {

/// How a simulated client reaches the guarded resource (GuardedResource.h). A write takes `writeTime`: the client
/// checks its hold before this time and sends the write after it without a second check. This simulates the time
/// between check and system call in a real program.
struct ResourceWriter {
    using Reply = std::function<void(Result<void>)>;

    /// Sends a visit. The reply comes later, on the client's executor; Refused: a rejected write. Never blocks.
    std::function<void(const Visit&, Reply)> say;
    std::chrono::milliseconds writeTime{20};
};

} // namespace lockscope::console
