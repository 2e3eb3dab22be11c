// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace lockscope::redis {

/// Counts the requests of a client over all its connections. Written on the client's executor, read on any thread.
struct Traffic {
    std::atomic<std::uint64_t> requests = 0; ///< commands sent, including the client's own
    std::atomic<std::uint64_t> messages = 0; ///< received by subscriptions
};

} // namespace lockscope::redis
