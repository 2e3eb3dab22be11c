// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/simulate/resource/ResourceProtocol.h"

#include <chrono>
#include <functional>

namespace lockscope::console {

/// How a simulated client reaches the guarded resource (GuardedResource.h). A write takes `writeTime` to be worked on:
/// whether to write is decided before, and the write leaves after, without another look; as in any program something
/// happens between its check and its system call.
struct ResourceWriter {
    using Reply = std::function<void(Result<void>)>;

    /// Says what it does there. The reply comes on the client's executor, later; Refused: a write that was rejected.
    /// Never blocks.
    std::function<void(const Visit&, Reply)> say;
    std::chrono::milliseconds writeTime{20};
};

} // namespace lockscope::console
