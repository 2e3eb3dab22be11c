// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/locks/LockWorld.h"

#include <string>
#include <vector>

namespace lockscope::test {

/// One row of the table of all locks: how to make it, and what it promises beyond what all promise.
struct LockKind {
    const char* name = "";
    MakeLock make;
    MakeLock rival; ///< the lock that it excludes, and that excludes it: itself, but for readers

    bool reentrant = true;
    bool shared = false;             ///< two of them hold at a time
    bool fair = true;                ///< first come, first served
    bool anyReleases = false;        ///< any thread's release() ends a hold
    bool guard = true;               ///< guard() is offered
    bool waitsInPlace = true;        ///< a waiter has a node of its own, whose name its state tells
    bool numbered = true;            ///< its nodes have the server's numbers
    bool containers = true;          ///< missing parents are made as the options say
    FakeOp removal = FakeOp::Remove; ///< how its node is deleted
    std::string queue;               ///< where holders stand, and those who wait past a gate
    std::string gate; ///< where the others wait, and foreign children matter: the same without a gate; or nowhere
    std::vector<std::string> directories; ///< of all its nodes, below /locks, in any order

    /// How many nodes it makes on the way to a hold.
    [[nodiscard]] int creates() const { return static_cast<int>(directories.size()); }
};

[[nodiscard]] const std::vector<LockKind>& lockKinds();

} // namespace lockscope::test
