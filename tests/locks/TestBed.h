// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/locks/LockKinds.h"
#include "tests/locks/LockWorld.h"

#include <deque>
#include <utility>

namespace lockscope::test {

/// One program of a test that runs on every kind of lock: a session, a lock, one owner.
class Contestant final {
public:
    Contestant(LockWorld& world, const MakeLock& make, const locks::LockOptions& options, bool isAccepted = true);
    ~Contestant();
    Contestant(const Contestant&) = delete;
    Contestant& operator=(const Contestant&) = delete;

    /// Asks, and runs nothing yet.
    Answer<locks::Grant> ask(std::optional<Duration> timeout = {}, const std::stop_token& stop = {});
    Answer<locks::Grant> acquire(std::optional<Duration> timeout = {});
    Answer<void> release();
    Answer<locks::Grant> yield();
    Answer<void> verify();
    Answer<std::vector<zk::OpResult>> guard(std::vector<zk::Op> operations);
    void destroyLock();

    [[nodiscard]] locks::LockState state();
    [[nodiscard]] QByteArray phase() { return printed(state().phase); }
    [[nodiscard]] std::optional<std::int64_t> fencingToken();
    [[nodiscard]] std::optional<SteadyTime> validUntil();
    /// Full paths of the nodes of its present session.
    [[nodiscard]] std::vector<std::string> nodes();
    /// Those of them by which it stands in the queue, waiting or holding.
    [[nodiscard]] std::vector<std::string> places();

    [[nodiscard]] FakeClient& client() { return *m_client; }
    [[nodiscard]] locks::Lock& lock() { return *m_lock; }

    [[nodiscard]] const locks::Owner& owner() const { return m_keeper.owner(); }
    /// The newest, or the last that was released.
    [[nodiscard]] locks::Hold& hold() { return *m_keeper.last(); }
    [[nodiscard]] Keeper& keeper() { return m_keeper; }

private:
    LockWorld& m_world;
    Keeper m_keeper;
    std::unique_ptr<FakeClient> m_client;
    std::shared_ptr<locks::Lock> m_lock;
    Subscription m_states;
};

/// What such a test plays on.
class TestBed final : public LockWorld {
public:
    explicit TestBed(const LockKind& kind)
        : m_kind(kind)
    {
    }
    ~TestBed();

    /// A program with the lock that is tested, and one with the lock that excludes it.
    Contestant& subject(const locks::LockOptions& options = {}) { return add(m_kind.make, options); }
    Contestant& rival(const locks::LockOptions& options = {}) { return add(m_kind.rival, options); }

    /// Whether clients that come from now on, and those that came in vain, find a server.
    void acceptClients(bool accepts);
    void wait(Duration time = std::chrono::seconds(1)) { executor.advance(time); }
    /// Makes what is missing above the nodes.
    void makeDirectories();
    /// All locks go; what then is still there of them, in words. Empty: nothing.
    [[nodiscard]] QByteArray remains();

private:
    Contestant& add(const MakeLock& make, const locks::LockOptions& options)
    {
        return m_programs.emplace_back(*this, make, options, m_accepts);
    }

    const LockKind& m_kind;
    bool m_accepts = true;
    std::deque<Contestant> m_programs;
};

} // namespace lockscope::test
