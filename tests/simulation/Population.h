// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/World.h"

namespace lockscope::simulation {

/// The programs of a run, as Run drives them: users of locks, or candidates of an election.
class Population {
public:
    Population() = default;
    virtual ~Population() = default;
    Population(const Population&) = delete;
    Population& operator=(const Population&) = delete;

    /// Makes a process with what it uses, as much as the dice say.
    virtual void addProcess() = 0;
    /// Somebody does something that makes sense where he stands.
    virtual void act() = 0;
    /// After each task.
    virtual void afterStep() {}
    /// When nothing is on its way.
    virtual void whenCalm() = 0;
    /// After the last fault: makes anew what was closed.
    virtual void mend() = 0;
    /// Gives back what is held or lost. False if there was nothing to do.
    virtual bool releaseOne() = 0;
    [[nodiscard]] virtual bool anybodyWaits() = 0;
    /// Takes everything down, in tasks of their executors.
    virtual void destroyAll() = 0;
    /// At once, whatever state it is in. On the process's executor.
    virtual void tearDown(Process& process) = 0;
    [[nodiscard]] virtual std::size_t holds() const = 0; ///< so far
};

/// Gives the process a client, on any server.
void connect(World& world, Process& process);
/// For ever, n times, with growing pauses, or not at all; `limited`: it gives up.
[[nodiscard]] locks::RetryPolicy anyPolicy(World& world, bool& limited);

} // namespace lockscope::simulation
