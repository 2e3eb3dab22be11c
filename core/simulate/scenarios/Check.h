// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A condition on a run: a step waits for it, or a scenario expects it. CheckReader parses it, CheckWords has its
/// words. Pure.

#include "core/simulate/scenarios/ScenarioFacts.h"
#include "core/simulate/scenarios/TargetSelector.h"

#include <string>

namespace lockscope::console {

struct Check {
    enum class Kind {
        State,   ///< the clients' own view
        Actual,  ///< the clients' state in the ensemble
        Event,   ///< reported by each client, at least `value` times
        Finding, ///< shown by the inspector
        Serving, ///< whether servers are serving
        Measure
    };

    Kind kind = Kind::Measure;
    TargetSelector target; ///< Serving: a server, 0 for all; Measure: a group, or no name
    std::string word;      ///< state, event, finding, or key of the measure: "granted of writers"
    std::string relation;  ///< Measure: "<="; Finding: "now", "no", "ever", "never"
    double value = 0;      ///< Measure; Event: number of times
    bool isServing = true; ///< Serving: false: down

    friend bool operator==(const Check&, const Check&) = default;
};

/// "2 of worker waiting", "overlaps = 0": shown to users.
[[nodiscard]] std::string describe(const Check& check);

/// The result of a check.
struct CheckResult {
    bool passed = false;
    std::string found; ///< shown to users: "3", "1 of 2: worker-2 waiting"
};

[[nodiscard]] CheckResult verdictOf(const Check& check, const ScenarioFacts& facts);

} // namespace lockscope::console
