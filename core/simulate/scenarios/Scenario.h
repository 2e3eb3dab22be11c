// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A story with simulated clients, faults and expectations, as a value. resources/scenarios/README.md tells what its
/// file looks like.

#include "core/simulate/clients/ContendOptions.h"
#include "core/simulate/faults/Fault.h"
#include "core/simulate/scenarios/Check.h"
#include "core/simulate/scenarios/TargetSelector.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::console {

/// The ensemble that a scenario wants, when it may choose.
struct ScenarioSandbox {
    int servers = 1;
    std::chrono::milliseconds tick{500};
    std::chrono::milliseconds sessionTimeout{4'000}; ///< what every client gets, whatever it asks for
};

/// Clients of one kind. Those of one process share its link and its faults.
struct ScenarioGroup {
    ContendOptions options; ///< its name is the group's, its clients are all of the group's; paths below the run's root
    int perProcess = 1;
    bool hasLink = true;   ///< they reach the servers through a LinkProxy
    bool startsOff = true; ///< else a step has to start them

    /// One a process, each with the clients that it carries.
    [[nodiscard]] std::vector<ContendOptions> processes() const;
};

struct ScenarioStep {
    std::optional<std::chrono::milliseconds> at; ///< not before, counted from when everybody is connected
    std::vector<Check> when;                     ///< not before all of them hold
    std::chrono::milliseconds wait{0};           ///< and then so long
    Fault fault;
    TargetSelector whom; ///< of no meaning where the fault is Nothing
    std::string text;    ///< for people: "pause worker-1"
};

struct Scenario {
    std::string id; ///< the file's name without its end
    std::string title;
    std::string story; ///< two sentences
    ScenarioSandbox sandbox;
    bool needsSandbox = false; ///< it does something to servers
    bool goesOn = false;       ///< after the last step, if there is any, the clients go on until somebody stops them
    std::vector<ScenarioGroup> groups;
    bool hasResource = false;
    bool isGuarded = true;                   ///< the resource checks fencing tokens
    std::chrono::milliseconds limit{60'000}; ///< for the last step to have happened; a run that takes longer fails
    std::vector<ScenarioStep> steps;         ///< in order: each comes after the one before
    std::vector<Check> expectations;
};

} // namespace lockscope::console
