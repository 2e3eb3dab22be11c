// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/redis/World.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::redisSimulation {

/// Checks the invariants and reports to World::violated(); what World::isExcused() is counted. It alone reads the
/// servers.
class Checker final {
public:
    explicit Checker(World& world)
        : m_world(world)
    {
    }

    // Called when it happens
    void granted(const Ask& ask, const Holding& holding);
    void refused(const Ask& ask, const Error& error);
    /// Both count answers.
    void answered(Ask& ask);
    void released(Holding& holding, const Result<void>& result);
    void verified(const Holding& holding, const Result<void>& result);
    /// True if another user was granted after this hold, which excludes it.
    [[nodiscard]] bool isOvertaken(const Holding& holding) const;

    /// After each task, and after time has passed.
    void afterStep();
    /// When no process that runs has anything to do.
    void whenIdle();
    /// When all locks are destroyed and nothing is in flight.
    void atTheEnd();
    /// When the clients are closed, too.
    void whenClosed();

    /// Holds that are certain for their owners now.
    [[nodiscard]] std::size_t certainHolds() const { return m_certain.size(); }

private:
    void report(const std::string& invariant, const std::string& detail, SteadyTime oldestGrant);
    void findCertain();
    void excludeEachOther();
    [[nodiscard]] bool mayHoldTogether(const Holding& a, const Holding& b) const;
    void permitsSuffice();
    void areRecorded();
    void followTheQueue();

    World& m_world;
    std::vector<std::shared_ptr<Holding>> m_certain;
    std::uint64_t m_writes = 0;
    std::size_t m_requests = 0;
    std::string m_owner;
    std::vector<std::string> m_queue;
    std::vector<std::pair<std::uint64_t, const User*>> m_grants; ///< all of this run, for isOvertaken()
};

} // namespace lockscope::redisSimulation
