// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/inspect/DialectCatalogue.h"
#include "core/inspect/Picture.h"
#include "core/zk/Values.h"

#include <optional>
#include <string>

namespace lockscope::release {

/// What a release would do, with the identity of the very node that was shown.
struct ReleasePlan {
    std::string lockPath;
    std::string dialect;    ///< the lock's family
    std::string nodePath;   ///< what would be deleted
    std::string node;       ///< its name
    bool numbered = false;  ///< the server gave it its number, so that nobody else ever gets this name
    bool holds = false;     ///< it holds the lock now (else it waits)
    std::int64_t czxid = 0; ///< guard: the node that was shown
    std::int64_t owner = 0; ///< guard: the session that owned it; 0 for a node that no session frees
    std::int32_t version = 0;
    WallTime createdAt{};
    std::string client;     ///< as the payload says; may be empty
    std::string host;       ///< may be empty
    std::string next;       ///< node that holds after the release; empty when nobody waits or the holder stays the same
    std::string nextPath;   ///< of that node
    std::string nextClient; ///< may be empty
    int waiters = 0;        ///< of the lock, before the release
    bool waitersKnown = true; ///< false for a single-node lock, whose waiters have no node
};

/// The plan for one contender of a lock as it is shown. Of a family that is not in `dialects` it is not known who would
/// follow; `nextClient` may still be missing too.
[[nodiscard]] ReleasePlan makePlan(const inspect::LockQueue& lock, const inspect::Contender& contender,
                                   const zk::Stat& stat, const inspect::DialectCatalogue& dialects);

/// What the release risks, in words for the one who decides.
[[nodiscard]] std::string riskOf(const ReleasePlan& plan);

/// Which guard fails against what stands there now, in words; nothing if it is the node that was shown.
[[nodiscard]] std::optional<std::string> whyRefused(const ReleasePlan& shown, const zk::Stat& now);

} // namespace lockscope::release
