// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/Checker.h"
#include "tests/simulation/Population.h"
#include "tests/simulation/World.h"

namespace lockscope::simulation {

/// The actions of programs on their locks, and the record of the replies and events they receive.
class Users final : public Population {
public:
    Users(World& world, Checker& checker)
        : m_world(world)
        , m_checker(checker)
    {
    }

    void addProcess() override;
    void act() override;
    void whenCalm() override { reclaim(); }
    void mend() override;
    bool releaseOne() override;
    [[nodiscard]] bool anybodyWaits() override;
    void destroyAll() override;
    void tearDown(Process& process) override;
    [[nodiscard]] std::size_t holds() const override { return m_world.releases.size(); }

private:
    /// Restores a yielded hold that the server refused to delete. No event reports it, so this checks the tree.
    void reclaim();
    void ask(LockObject& object, const std::shared_ptr<User>& user);
    void release(const std::shared_ptr<User>& user);
    void yield(LockObject& object, const std::shared_ptr<User>& user);
    void verify(const std::shared_ptr<User>& user);
    void guard(const std::shared_ptr<User>& user);
    [[nodiscard]] std::shared_ptr<Ask> newAsk(const LockObject& object, const std::shared_ptr<User>& user);
    [[nodiscard]] std::shared_ptr<Inquiry> newInquiry(const char* what, const User& user);
    void cancel(User& user);
    void destroy(Process& process, LockObject& object);
    void tearDown(LockObject& object);
    void closeClient(Process& process);
    void restart(Process& process);
    LockObject& addObject(Process& process, int role, int users);
    void makeLocks(Process& process);
    void makeLock(Process& process, LockObject& object);
    void attend(LockObject& object);
    void takeDown(LockObject& object);
    void askForRevocation(Process& process);
    void changeNumber(LockObject& object, const Process& process);
    [[nodiscard]] static std::shared_ptr<User> idleReader(const LockObject& object, const User& user);
    static void forgetNodes(User& user);
    void releaseHold(const User& user, const std::shared_ptr<Hold>& hold);
    [[nodiscard]] bool isSettled(const Process& process, const User& user) const;
    void actOn(Process& process, LockObject& object, const std::shared_ptr<User>& user);
    void onState(const std::shared_ptr<User>& user, const locks::LockState& state);
    void noteParts(User& user, const std::string& node);
    void onNotified(const User& user, Ask& ask);
    void onRevoked(const std::shared_ptr<User>& user);
    void onNumber(LockObject& object, int number);
    void onAnswer(const std::shared_ptr<User>& user, const std::shared_ptr<Ask>& ask, Result<locks::Hold> result);
    void onVerified(const User& user, Inquiry& inquiry, const Result<void>& result);
    void onGuarded(User& user, const std::shared_ptr<Inquiry>& inquiry,
                   const Result<std::vector<zk::OpResult>>& result);
    void onReleased(const std::shared_ptr<User>& user, const std::shared_ptr<Hold>& hold, const Result<void>& result);

    /// The server refused to delete.
    static void holdAgain(User& user, const Hold& hold);

    [[nodiscard]] const LockObject& objectOf(const User& user) const
    {
        return m_world.processes[user.process]->objects[user.object];
    }
    [[nodiscard]] Process& processOf(const User& user) { return *m_world.processes[user.process]; }
    [[nodiscard]] LockObject& objectOf(const User& user) { return processOf(user).objects[user.object]; }

    World& m_world;
    Checker& m_checker;
    std::map<std::string, locks::LockState> m_states; ///< as last published, by the user's name
    int m_asks = 0;
    bool m_isOver = false; ///< a restarting process creates no lock any more
};

} // namespace lockscope::simulation
