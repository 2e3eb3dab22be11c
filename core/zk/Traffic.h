// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>

namespace lockscope::zk {

/// What a client has sent and been told since it was made, over all its sessions. Written on the client's executor,
/// read on any thread.
struct Traffic {
    std::atomic<std::uint64_t> requests = 0;    ///< sent to servers, with the client's own; not the C client's pings
    std::atomic<std::uint64_t> writes = 0;      ///< of those, the ones that may change a node
    std::atomic<std::uint64_t> watchEvents = 0; ///< that arrived, each once however many watch that node
};

} // namespace lockscope::zk
