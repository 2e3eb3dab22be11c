// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/locks/LockWorld.h"

#include <string>
#include <vector>

namespace lockscope::test {

/// One row of the lock table: how to create the lock, and its guarantees beyond the common ones.
struct LockKind {
    const char* name = "";
    MakeLock make;
    MakeLock rival; ///< the lock that excludes it and is excluded by it: itself, except for readers

    bool reentrant = true;
    bool shared = false;             ///< two clients can hold at a time
    bool fair = true;                ///< first come, first served
    bool anyReleases = false;        ///< any thread's release() ends a hold
    bool guard = true;               ///< guard() is offered
    bool waitsInPlace = true;        ///< a waiter has its own node, and its state names it
    bool numbered = true;            ///< its nodes have sequence numbers
    bool containers = true;          ///< missing parents are created as the options say
    FakeOp removal = FakeOp::Remove; ///< how its node is deleted
    std::string queue;               ///< directory of holders, and of waiters past a gate
    std::string gate; ///< directory of other waiters, affected by foreign children; without a gate `queue`; or empty
    std::vector<std::string> directories; ///< of all its nodes, below /locks, in any order

    /// The number of nodes that an acquisition creates.
    [[nodiscard]] int creates() const { return static_cast<int>(directories.size()); }
};

[[nodiscard]] const std::vector<LockKind>& lockKinds();

} // namespace lockscope::test
