// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace lockscope::zk {

/// Counts the requests and watch events of a client over all its sessions. Written on the client's executor, read on
/// any thread.
struct Traffic {
    std::atomic<std::uint64_t> requests = 0;    ///< sent, including the client's own; without the C client's pings
    std::atomic<std::uint64_t> writes = 0;      ///< requests that may change a node
    std::atomic<std::uint64_t> watchEvents = 0; ///< received; each counts once, however many watches it fires
};

} // namespace lockscope::zk
