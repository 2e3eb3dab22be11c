// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/World.h"

namespace lockscope::simulation {

/// The programs of a run, driven by Run: users of locks, or candidates of an election.
class Population {
public:
    Population() = default;
    virtual ~Population() = default;
    Population(const Population&) = delete;
    Population& operator=(const Population&) = delete;

    /// Creates a process with a random number of objects.
    virtual void addProcess() = 0;
    /// One program performs an action that is valid in its state.
    virtual void act() = 0;
    /// After each task.
    virtual void afterStep() {}
    /// When nothing is in flight.
    virtual void whenCalm() = 0;
    /// After the last fault: recreates what was closed.
    virtual void mend() = 0;
    /// Releases a held or lost lock. False if there was nothing to do.
    virtual bool releaseOne() = 0;
    [[nodiscard]] virtual bool anybodyWaits() = 0;
    /// Destroys everything, in tasks of the executors.
    virtual void destroyAll() = 0;
    /// Immediately, in any state. Called on the process's executor.
    virtual void tearDown(Process& process) = 0;
    [[nodiscard]] virtual std::size_t holds() const = 0; ///< so far
};

/// Gives the process a client, connected to any server.
void connect(World& world, Process& process);
/// Retries forever, n times, with growing pauses, or never; `limited`: it gives up.
[[nodiscard]] locks::RetryPolicy anyPolicy(World& world, bool& limited);

} // namespace lockscope::simulation
