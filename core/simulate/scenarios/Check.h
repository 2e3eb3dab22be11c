// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A condition on a run: what a step waits for, and what a scenario expects. CheckReader reads it, CheckWords has its
/// words. Pure.

#include "core/simulate/scenarios/ScenarioFacts.h"
#include "core/simulate/scenarios/TargetSelector.h"

#include <string>

namespace lockscope::console {

struct Check {
    enum class Kind {
        State,   ///< what clients believe of themselves
        Actual,  ///< what the ensemble knows of them
        Event,   ///< what each of them has told, so often at least
        Finding, ///< what the inspector shows
        Serving, ///< whether servers serve
        Measure
    };

    Kind kind = Kind::Measure;
    TargetSelector whom;   ///< Serving: a server, 0 for all; Measure: a group, or no name
    std::string word;      ///< state, event, finding, or the measure's key: "granted of writers"
    std::string relation;  ///< Measure: "<="; Finding: "now", "no", "ever", "never"
    double value = 0;      ///< Measure; Event: how often
    bool isServing = true; ///< Serving: else they are down

    friend bool operator==(const Check&, const Check&) = default;
};

/// "2 of worker waiting", "overlaps = 0": for people.
[[nodiscard]] std::string describe(const Check& check);

/// What a check has come to.
struct Verdict {
    bool passed = false;
    std::string found; ///< for people: "3", "1 of 2: worker-2 waiting"
};

[[nodiscard]] Verdict verdictOf(const Check& check, const ScenarioFacts& facts);

} // namespace lockscope::console
