// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/redis/World.h"

#include <array>
#include <vector>

namespace lockscope::redisSimulation {

/// The faults of a run. Their number and kinds differ from run to run.
class FaultSchedule final {
public:
    explicit FaultSchedule(World& world);

    /// One random fault, or the end of one.
    void strike();
    /// All faults end. What was delayed is executed.
    void clear();
    /// The process ends without a word to anyone.
    void kill(Process& process);

private:
    enum Event {
        LoseRequest,
        DelayRequest,
        HoldRequest,
        Cut,
        CutSubscriber,
        Partition,
        Stop,
        FlushScripts,
        Suspend,
        Kill,
        End, ///< of a fault that lasts
        JumpClock,
        LoseData,
        FailOver,
        Events
    };
    struct HeldRequest {
        std::size_t server = 0;
        int hold = 0;
    };

    void happen(Event event);
    void endOne();
    void jump(std::size_t server, std::chrono::milliseconds by);
    void lose();
    [[nodiscard]] test::FakeRedisMatch anyMatch();
    [[nodiscard]] std::size_t anyServer() { return m_world.random.below(m_world.addresses.size()); }
    [[nodiscard]] Process& anyProcess() { return *m_world.processes[m_world.random.below(m_world.processes.size())]; }

    World& m_world;
    std::array<int, Events> m_weights{};
    std::vector<HeldRequest> m_held;
    std::vector<std::pair<std::string, std::size_t>> m_partitions; ///< client and server
    std::vector<std::size_t> m_stopped;
    std::vector<std::chrono::milliseconds> m_behind; ///< of each server, its latest time so far
    int m_kills = 0;
};

} // namespace lockscope::redisSimulation
