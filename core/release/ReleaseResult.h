// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/release/GuardPromise.h"

#include <chrono>
#include <string>

namespace lockscope::release {

/// How the node was deleted.
struct GuardedDelete {
    GuardProof proof = GuardProof::Counter;
    int attempts = 1; ///< number of transactions tried
};

/// The result of a release, and the lock's state after it.
struct ReleaseResult {
    bool isGone = false;      ///< the planned node was checked and is gone
    bool holderKnown = false; ///< the lock was read for its holder
    std::string holder;       ///< node that holds it now, the newest of several; empty: none
    std::string holderClient; ///< may be empty
    int others = 0;           ///< number of other holders
    WallTime releasedAt{};
    GuardedDelete guarded{};
    std::string text{}; ///< what was done, as text
};

/// The result of a revocation request.
struct Asked {
    bool followed = false;
    std::chrono::milliseconds took{0}; ///< from the request to the node's deletion, or to the end of the wait
};

} // namespace lockscope::release
