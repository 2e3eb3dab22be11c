// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/zookeeper/NodeOptions.h"
#include "core/zk/Client.h"

#include <string>

namespace lockscope::locks {

/// Compatible with Kazoo's Semaphore: PATH has the number of leases as its data and the leases as its children; the
/// sibling PATH-__lock__ is the gate lock. Not compatible with Curator's semaphores, which have another layout. Not
/// re-entrant; each owner takes one lease, and any thread may release it. Clients acquire in the order in which they
/// reach the gate lock. Fencing tokens are unique and increase with each lease, but several are valid at a time. If two
/// programs use different numbers of leases, acquire fails with BadArguments.
class KazooSemaphore final : public Lock {
public:
    /// `path`: absolute and valid; created if missing, always persistent. `leases`: at least one; otherwise each
    /// acquire fails with BadArguments.
    KazooSemaphore(zk::Client& client, std::string path, int leases, NodeOptions options = {});
};

} // namespace lockscope::locks
