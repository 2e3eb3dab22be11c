// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// From when on something is a finding. A value; the defaults are for an ensemble that nobody has told us about.

#include "core/model/PathFilter.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace lockscope::inspect {

/// How long locks whose path fits `pattern` may be held and waited for. Nothing: as long as it takes.
struct PathLimit {
    PathPattern pattern;
    std::optional<std::chrono::milliseconds> hold;
    std::optional<std::chrono::milliseconds> wait;
};

struct FindingSettings {
    /// For locks of which no pattern tells otherwise. Leaders lead and those behind them wait for as long as they live:
    /// for latches, and for single nodes whose name does not speak of a lock, these two say nothing.
    std::optional<std::chrono::milliseconds> holdLimit = std::chrono::minutes(15);
    std::optional<std::chrono::milliseconds> waitLimit = std::chrono::minutes(5);
    std::vector<PathLimit> limits; ///< the last one that fits counts

    /// Snapshots are no moment: what contradicts other sources counts only when it stays so.
    std::chrono::milliseconds settle{250};
    /// How far the clocks of servers and of this machine may be apart.
    std::chrono::milliseconds clockTolerance{std::chrono::seconds(10)};
    /// Sessions with several threads: who has waited for so long may be in a ring, or wait for itself.
    std::chrono::milliseconds stuckFor{std::chrono::minutes(1)};
    /// How long whoever is asked to let go may take.
    std::chrono::milliseconds revocationTimeout{std::chrono::seconds(30)};

    int thunderingHerdSize = 20;              ///< sessions that watch one node
    int bigThunderingHerdSize = 200;          ///< and so many are a warning
    int emptyParents = 100;                   ///< in one directory
    int manyEmptyParents = 10'000;            ///< and so many are a warning
    int listingPercent = 60;                  ///< of what can be listed
    std::int64_t sequencesLeft = 200'000'000; ///< of 2^31: weeks at a hundred locks a second
    std::int64_t fewSequencesLeft = 5'000'000;
    std::size_t mostRings = 20; ///< of a kind; who is in more is told about when these are gone
};

} // namespace lockscope::inspect
