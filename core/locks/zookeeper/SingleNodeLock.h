// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/zookeeper/NodeOptions.h"
#include "core/zk/Client.h"

#include <string>

namespace lockscope::locks {

/// The tutorials' lock with one ephemeral node: not fair, not re-entrant, and every release wakes all waiters
/// (thundering herd). It has fencing tokens, but guard() is not possible. A holder excludes other clients until
/// validUntil(), unless others delete its node. For demonstrations, and for sharing a path with programs that use this
/// algorithm. Owners on one session exclude each other like owners on several, also through several lock objects. The
/// node has the payload of the owner whose create was executed. To delete its node, a holder needs the Create and
/// Delete permissions on the parent. One transaction deletes the node only if nothing was created there since it was
/// seen.
class SingleNodeLock final : public Lock {
public:
    /// `path`: the node itself, absolute and valid; missing parents are created, and must not be ephemeral.
    SingleNodeLock(zk::Client& client, std::string path, NodeOptions options = {});
};

} // namespace lockscope::locks
