// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A condition on a run, in words: what a step waits for, and what a scenario expects. Pure.
///
///   worker-1 holds                    state as the client believes: holds, waits, idle, suspended, careless,
///                                     paused, ended, started
///   2 of workers wait                 of so many at least; "a third of", "everybody", "somebody", "nobody"
///   worker-1 really holds             as the ensemble knows: holds, waits, queues (one of both), gone
///   workers saw granted 3 times       an event of its protocol, each of them, at least so often (once)
///   inspector shows deadlock          a finding, now; "showed" at any time; "shows no"; "never showed"
///   server 2 serves, servers serve    and "server 2 down"
///   overlaps = 0                      a measure: = != < <= > >=
///   granted of writers >= 5           the same of one group

#include "core/base/Result.h"
#include "core/simulate/scenarios/ScenarioFacts.h"
#include "core/simulate/scenarios/TargetSelector.h"

#include <string>
#include <string_view>
#include <vector>

namespace lockscope::console {

struct Check {
    enum class Kind {
        State,
        Truth,
        Saw,
        Finding,
        Server,
        Measure
    };

    Kind kind = Kind::Measure;
    std::string text;     ///< as it was written
    TargetSelector whom;  ///< State, Truth, Saw; a Server has its number there, 0 for all
    std::string word;     ///< state, event, finding, "serves" or "down", or the measure's key: "granted of writers"
    std::string relation; ///< Measure: "<="; Finding: "shows", "showed", "shows no", "never showed"
    double value = 0;     ///< Measure; Saw: how often

    friend bool operator==(const Check&, const Check&) = default;
};

/// What a check has come to.
struct Verdict {
    bool passed = false;
    std::string found; ///< for people: "3", "worker-2 waits", "nobody holds"
};

[[nodiscard]] Result<Check> parseCheck(std::string_view text);

[[nodiscard]] Verdict verdictOf(const Check& check, const ScenarioFacts& facts);

/// The names of what can be measured, with a line each on what it is.
struct MeasureName {
    std::string_view name;
    std::string_view meaning;
};
[[nodiscard]] const std::vector<MeasureName>& measureNames();

} // namespace lockscope::console
