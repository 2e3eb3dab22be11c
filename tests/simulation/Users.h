// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/Judge.h"
#include "tests/simulation/World.h"

namespace lockscope::simulation {

/// What the programs do with their locks, and how they take note of what they are told.
class Users final {
public:
    Users(World& world, Judge& judge)
        : m_world(world)
        , m_judge(judge)
    {
    }

    /// Makes a process with lock objects and users, as many as the dice say.
    void addProcess();

    /// Somebody does something that makes sense where he stands.
    void act();

    /// After the last fault: makes anew what was closed.
    void mend();
    /// Gives back what is held or lost. False if there was nothing to do.
    bool releaseOne();
    [[nodiscard]] bool anybodyWaits();
    /// Takes all locks down.
    void destroyAll();

private:
    void ask(LockObject& object, const std::shared_ptr<User>& user);
    void release(LockObject& object, const std::shared_ptr<User>& user);
    void cancel(User& user);
    void destroy(Process& process, LockObject& object);
    void tearDown(LockObject& object);
    void closeClient(Process& process);
    void restart(Process& process);
    void connect(Process& process);
    void makeLock(Process& process, std::size_t object);
    [[nodiscard]] bool isSettled(const Process& process, const User& user) const;
    void actOn(Process& process, LockObject& object, const std::shared_ptr<User>& user);
    void onState(const std::shared_ptr<User>& user, const locks::LockState& state);
    void onAnswer(const std::shared_ptr<User>& user, const std::shared_ptr<Ask>& ask,
                  const Result<locks::Grant>& result);
    void onReleased(const std::shared_ptr<User>& user, const std::shared_ptr<Hold>& hold, const Result<void>& result);

    [[nodiscard]] Process& processOf(const User& user) { return *m_world.processes[user.process]; }
    [[nodiscard]] LockObject& objectOf(const User& user) { return processOf(user).objects[user.object]; }

    World& m_world;
    Judge& m_judge;
    std::map<std::string, locks::LockState> m_states; ///< as last published, by the user's name
    int m_asks = 0;
};

} // namespace lockscope::simulation
