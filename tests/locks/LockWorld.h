// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/Mutex.h"
#include "tests/support/Answer.h"
#include "tests/support/FakeEnsemble.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Printed.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::test {

/// An ensemble in memory and programs with one lock each, all on one executor that the test drives.
struct LockWorld {
    static constexpr auto timeout = std::chrono::seconds(9);

    ManualClock clock;
    ManualExecutor executor{clock};
    FakeEnsemble ensemble{executor};

    void settle() { executor.runUntilIdle(); }
    /// Holds and waits have lasted: own nodes are watched, and whoever comes next has prepared for it.
    void linger() { executor.advance(std::chrono::milliseconds(125)); }
};

/// One program: a session, a lock on it, and what it was told.
template <typename LockType = locks::Mutex> class Program final {
public:
    explicit Program(LockWorld& world, const std::string& path = "/locks/a", locks::LockOptions options = {})
        : m_world(world)
        , m_client(FakeClient::connect(world.ensemble, world.executor, LockWorld::timeout))
    {
        m_world.settle();
        m_lock.emplace(*m_client, path, std::move(options));
        m_states = m_lock->onState(
            [phases = m_phases](locks::Owner, const locks::LockState& state) { phases->push_back(state.phase); });
    }
    ~Program()
    {
        destroyLock();
        m_client.reset();
        m_world.settle();
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    Answer<locks::Grant> ask(std::optional<Duration> timeout = {}, const std::stop_token& stop = {})
    {
        Answer<locks::Grant> answer;
        m_lock->acquireAsync(owner, timeout, stop, answer.reply());
        return answer;
    }
    Answer<locks::Grant> acquire(std::optional<Duration> timeout = {})
    {
        auto answer = ask(timeout);
        m_world.settle();
        return answer;
    }
    Answer<void> release()
    {
        Answer<void> answer;
        m_lock->releaseAsync(owner, answer.reply());
        m_world.settle();
        return answer;
    }
    void destroyLock()
    {
        m_world.executor.runAndWait([this] {
            m_states.reset();
            m_lock.reset();
        });
        m_world.settle();
    }

    [[nodiscard]] locks::LockState state()
    {
        locks::LockState state;
        m_world.executor.runAndWait([&] { state = m_lock->state(owner); });
        return state;
    }
    /// The phases it went through since the last call, in words.
    [[nodiscard]] QByteArray phases() { return printed(std::exchange(*m_phases, {})); }

    [[nodiscard]] FakeClient& client() { return *m_client; }
    [[nodiscard]] LockType& lock() { return *m_lock; }

    static inline const locks::Owner owner = locks::Owner::named(7);

private:
    LockWorld& m_world;
    std::unique_ptr<FakeClient> m_client;
    std::optional<LockType> m_lock;
    std::shared_ptr<std::vector<locks::Phase>> m_phases = std::make_shared<std::vector<locks::Phase>>();
    Subscription m_states;
};

} // namespace lockscope::test
