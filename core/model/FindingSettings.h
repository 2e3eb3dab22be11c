// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The limits beyond which a finding is made. A value; the defaults suit an ensemble without settings of its own.

#include "core/base/Clock.h"
#include "core/model/Finding.h"
#include "core/model/PathFilter.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::inspect {

/// A limit of an age; nullopt: no limit.
struct AgeLimit {
    std::optional<std::chrono::milliseconds> longest;

    friend bool operator==(const AgeLimit&, const AgeLimit&) = default;
};

/// What is known of the locks whose path matches `pattern`.
struct PathLimit {
    PathPattern pattern;
    std::optional<AgeLimit> hold{}; ///< nullopt: as for other locks
    std::optional<AgeLimit> wait{};
    std::string note{};                    ///< shown with each finding
    std::string owner{};                   ///< who is responsible
    std::optional<WallTime> muteUntil{};   ///< until then their findings are not reported
    std::vector<FindingKind> mutedKinds{}; ///< only these kinds; empty: all
};

/// The usual longest hold of a lock by its path: the p99 of its earlier holds.
using UsualHolds = std::map<std::string, std::chrono::milliseconds, std::less<>>;

struct FindingSettings {
    /// For locks that no pattern matches. They do not apply to latches and to single nodes whose name does not indicate
    /// a lock: leaders hold, and their followers wait, for as long as they live.
    std::optional<std::chrono::milliseconds> holdLimit = std::chrono::minutes(15);
    std::optional<std::chrono::milliseconds> waitLimit = std::chrono::minutes(5);
    std::vector<PathLimit> limits; ///< of each value, the last match applies
    /// For locks without a hold limit of their own. Null: holdLimit applies.
    std::shared_ptr<const UsualHolds> usualHolds{};
    std::chrono::milliseconds leastUsualHold{std::chrono::minutes(1)}; ///< a shorter usual hold counts as this

    /// A snapshot is not atomic: a contradiction with another source counts only if it persists for this time.
    std::chrono::milliseconds settle{250};
    /// The time that a client has to set its watch after its node was first listed.
    std::chrono::milliseconds joinTime{std::chrono::seconds(2)};
    /// A connected holder is not silent before this time, whatever its session timeout.
    std::chrono::milliseconds leastSilence{std::chrono::seconds(2)};
    /// For sessions with several threads: a cycle, or a wait for itself, counts after this wait.
    std::chrono::milliseconds stuckFor{std::chrono::minutes(1)};
    /// The time a holder has to follow a revocation request.
    std::chrono::milliseconds revocationTimeout{std::chrono::seconds(30)};
    /// A replica acknowledges each second; the server's own limit (min-replicas-max-lag) is the same.
    std::chrono::seconds replicaLag{10};

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
