// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/LockOptions.h"

#include <string>

namespace lockscope::locks {

/// Kazoo's Semaphore: PATH has the number of leases as its data and the leases as its children, and the sibling
/// PATH-__lock__ is the gate. Curator's semaphores have another layout: the two do not see each other.
/// Not re-entrant; each owner takes one lease, and any thread's release() gives one back. Two programs that name
/// different numbers of leases are told so: BadArguments.
class KazooSemaphore final : public Lock {
public:
    /// `path`: absolute and valid; made when missing, always persistent. `leases`: at least one, else each acquire says
    /// BadArguments.
    KazooSemaphore(zk::Client& client, std::string path, int leases, LockOptions options = {});
};

} // namespace lockscope::locks
