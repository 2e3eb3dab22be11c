// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A scenario with simulated clients, faults and expectations, as a value. resources/scenarios/README.md describes its
/// file.

#include "core/model/Backend.h"
#include "core/sandbox/redis/RedisSandbox.h"
#include "core/simulate/clients/ContendOptions.h"
#include "core/simulate/faults/Fault.h"
#include "core/simulate/scenarios/Check.h"
#include "core/simulate/scenarios/TargetSelector.h"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::console {

/// The servers that a scenario asks for, if it runs in a sandbox.
struct ScenarioSandbox {
    int servers = 1; ///< of Redis: all, with replicas and Sentinels
    // ZooKeeper:
    std::chrono::milliseconds tick{500};
    std::chrono::milliseconds sessionTimeout{4'000}; ///< every client gets this timeout, independent of its request
    // Redis:
    redis::SandboxKind kind = redis::SandboxKind::Single;
    std::chrono::milliseconds downAfter{1'000}; ///< after this, Sentinels and a cluster regard a server as down
    bool movesClocks = false;                   ///< a server's clock can be moved
};

/// Clients of one kind. Clients of one process share its link and its faults.
struct ScenarioGroup {
    ContendOptions options; ///< the name and all clients of the group; paths below the run's root
    int perProcess = 1;
    bool hasLink = true;   ///< the clients connect through a LinkProxy
    bool startsOff = true; ///< false: a step has to start them

    /// One per process, each with the clients of that process.
    [[nodiscard]] std::vector<ContendOptions> processes() const;
};

struct ScenarioStep {
    std::optional<std::chrono::milliseconds> at; ///< earliest time, since all clients are connected
    std::vector<Check> when;                     ///< required conditions, all of them
    std::chrono::milliseconds wait{0};           ///< additional time after that
    Fault fault;
    TargetSelector target;    ///< unused if the fault is Nothing
    std::string text;         ///< shown to users: "pause worker-1"
    std::string turningPoint; ///< a sentence about what is seen when the step is due; empty: it is no turning point
    bool stopsHere = false;   ///< at the turning point, also where others only linger
};

struct Scenario {
    std::string id; ///< the file's name without its extension
    std::string title;
    std::string story; ///< two sentences
    inspect::Backend backend = inspect::Backend::ZooKeeper;
    ScenarioSandbox sandbox;
    bool needsSandbox = false; ///< it has actions on servers
    bool goesOn = false;       ///< after the last step, if there is any, the clients continue until a user stops them
    std::vector<ScenarioGroup> groups;
    bool hasResource = false;
    bool isGuarded = true;                   ///< the resource checks fencing tokens
    std::chrono::milliseconds limit{60'000}; ///< for the last step to have happened; a run that takes longer fails
    std::vector<ScenarioStep> steps;         ///< in order
    std::vector<Check> expectations;

    /// What its recipes must work on.
    [[nodiscard]] RecipeServers recipeServers() const
    {
        return {backend, backend == inspect::Backend::Redis && sandbox.kind == redis::SandboxKind::Independent};
    }
};

} // namespace lockscope::console
