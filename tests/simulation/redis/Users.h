// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/redis/Checker.h"
#include "tests/simulation/redis/World.h"

#include <memory>
#include <optional>

namespace lockscope::redisSimulation {

/// The programs: their lock objects and users, what these do, and the answers that they get.
class Users final {
public:
    Users(World& world, Checker& checker)
        : m_world(world)
        , m_checker(checker)
    {
    }

    /// A process with lock objects and users.
    void addProcess();
    /// One random action of a random user.
    void act();

    void ask(User& user, bool reads, int permits, std::optional<Duration> timeout);
    /// With an answer, or by destroying the Hold.
    void release(std::shared_ptr<Holding> holding, bool isAnswered);
    void cancel(const User& user);
    void verify(const std::shared_ptr<Holding>& holding);
    void destroyLocks();
    [[nodiscard]] std::size_t grants() const { return m_world.grants; }

private:
    void make(Process& process, std::size_t object);
    [[nodiscard]] locks::LeaseOptions anyOptions();
    void askAny(User& user);
    void yield(const std::shared_ptr<Holding>& holding);
    void renew(Process& process, std::size_t object);
    [[nodiscard]] std::shared_ptr<Ask> newAsk(User& user, bool reads, int permits, std::optional<Duration> timeout);
    static void noteStart(const std::shared_ptr<Ask>& ask);
    [[nodiscard]] Reply<locks::Hold> replyFor(const std::shared_ptr<Ask>& ask);
    void onAnswer(const std::shared_ptr<Ask>& ask, Result<locks::Hold> result);
    static void forget(std::shared_ptr<Holding> holding);

    World& m_world;
    Checker& m_checker;
};

} // namespace lockscope::redisSimulation
