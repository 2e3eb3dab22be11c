// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The limits beyond which a finding is made. A value; the defaults suit an ensemble without settings of its own.

#include "core/model/PathFilter.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockscope::inspect {

/// The longest hold and wait for locks whose path matches `pattern`; nullopt: no limit.
struct PathLimit {
    PathPattern pattern;
    std::optional<std::chrono::milliseconds> hold;
    std::optional<std::chrono::milliseconds> wait;
};

struct FindingSettings {
    /// For locks that no pattern matches. They do not apply to latches and to single nodes whose name does not indicate
    /// a lock: leaders hold, and their followers wait, for as long as they live.
    std::optional<std::chrono::milliseconds> holdLimit = std::chrono::minutes(15);
    std::optional<std::chrono::milliseconds> waitLimit = std::chrono::minutes(5);
    std::vector<PathLimit> limits; ///< the last match applies

    /// A snapshot is not atomic: a contradiction with another source counts only if it persists for this time.
    std::chrono::milliseconds settle{250};
    /// The largest difference between the clocks of the servers and of this machine.
    std::chrono::milliseconds clockTolerance{std::chrono::seconds(10)};
    /// For sessions with several threads: a cycle, or a wait for itself, counts after this wait.
    std::chrono::milliseconds stuckFor{std::chrono::minutes(1)};
    /// The time a holder has to follow a revocation request.
    std::chrono::milliseconds revocationTimeout{std::chrono::seconds(30)};

    int thunderingHerdSize = 20;              ///< sessions that watch one node
    int bigThunderingHerdSize = 200;          ///< a warning from this number on
    int emptyParents = 100;                   ///< in one directory
    int manyEmptyParents = 10'000;            ///< a warning from this number on
    int listingPercent = 60;                  ///< of the longest listing that is possible
    std::int64_t sequencesLeft = 200'000'000; ///< of 2^31: more than three weeks at a hundred locks a second
    std::int64_t fewSequencesLeft = 5'000'000;
    std::size_t maxCycles = 20; ///< of each kind; further cycles are reported when these are gone
};

} // namespace lockscope::inspect
