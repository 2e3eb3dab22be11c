// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/LockOptions.h"

#include <string>

namespace lockscope::locks {

/// The tutorials' lock of one ephemeral node: not fair, not re-entrant, and every release wakes everybody. For
/// demonstrations, and for sharing a path with programs that do it this way.
/// Owners on one session exclude each other as those on several do, also through several lock objects; the node then
/// has the payload of whichever owner's create was executed. To delete its node a holder needs the rights to create and
/// to delete below the parent: one transaction deletes it only if nothing was created there since it was seen.
class SingleNodeLock final : public Lock {
public:
    /// `path`: of the node itself, absolute and valid; what is missing above it is made, and must not be ephemeral.
    SingleNodeLock(zk::Client& client, std::string path, LockOptions options = {});
};

} // namespace lockscope::locks
