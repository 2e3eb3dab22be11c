// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/release/zookeeper/GuardPromise.h"

#include <chrono>
#include <string>

namespace lockscope::release {

/// How the node was deleted.
struct GuardedDelete {
    GuardProof proof = GuardProof::Counter;
    int attempts = 1; ///< transactions until it was done
};

/// What was done, and what is seen behind it.
struct ReleaseResult {
    bool isGone = false;      ///< the planned node was looked for, and is not there
    bool holderKnown = false; ///< who holds the lock was looked for
    std::string holder;       ///< node that holds it now, of several leases the newest; empty: nobody
    std::string holderClient; ///< may be empty
    int others = 0;           ///< that hold it besides
    WallTime releasedAt{};
    GuardedDelete guarded{};
    std::string text{}; ///< what was done, in words
};

/// Whether a holder that was asked has let go.
struct Asked {
    bool followed = false;
    std::chrono::milliseconds took{0}; ///< from the message to the node's end, or to the end of the wait
};

} // namespace lockscope::release
