// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/Client.h"
#include "tests/locks/LockWorld.h"
#include "tests/locks/redis/RedisLockKinds.h"
#include "tests/support/redis/FakeRedisNetwork.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::test {

/// What the base suite expects of one kind of lock beyond the common guarantees, and its names on the server.
struct RedisFacts {
    RedisLockKind rival = RedisLockKind::Lock; ///< the kind that excludes it and is excluded by it
    bool isReentrant = true;
    bool isShared = false;     ///< two clients can hold at a time
    bool isFair = false;       ///< first come, first served
    bool hasTokens = false;    ///< fencing tokens
    bool recordsOwners = true; ///< otherwise it is unknown after a lost reply whether it was acquired
    int parts = 1;             ///< requests for the lock on one server
    const redis::Script* acquire = nullptr;
    const redis::Script* release = nullptr;
    const redis::Script* inspect = nullptr;
    redis::Command loss;           ///< an operator's command that ends a hold
    std::vector<std::string> kept; ///< keys that remain when no owner uses the lock
};

[[nodiscard]] const RedisFacts& factsOf(RedisLockKind kind);

class RedisBed;

/// One program: a client for each server, one lock, one owner, and the replies and states that it received.
class RedisProgram final {
public:
    RedisProgram(RedisBed& bed, RedisLockKind kind, std::string name, const locks::LeaseOptions& options);
    ~RedisProgram();
    RedisProgram(const RedisProgram&) = delete;
    RedisProgram& operator=(const RedisProgram&) = delete;

    /// Starts an acquisition without running the executor.
    Answer<locks::Grant> ask(std::optional<Duration> timeout = {}, const std::stop_token& stop = {});
    Answer<locks::Grant> acquire(std::optional<Duration> timeout = {});
    Answer<void> release();
    Answer<void> verify();
    Answer<locks::Grant> yield();
    void destroyLock();
    /// Closes the clients.
    void close();
    void destroyClients() { m_clients.clear(); }

    [[nodiscard]] locks::LockState state() const { return m_keeper.state(); }
    [[nodiscard]] QByteArray phase() const { return printed(state().phase); }
    [[nodiscard]] QByteArray reason() const { return printed(state().reason); }
    [[nodiscard]] std::optional<SteadyTime> validUntil() const
    {
        return m_keeper.holds() ? m_keeper.last()->validUntil() : std::nullopt;
    }

    [[nodiscard]] RedisLockKind kind() const { return m_kind; }
    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] redis::Client& client() { return *m_clients.front(); }
    [[nodiscard]] locks::Lock& lock() { return *m_lock; }
    [[nodiscard]] const locks::Owner& owner() const { return m_keeper.owner(); }
    /// The newest Hold, or the last released one.
    [[nodiscard]] locks::Hold& hold() { return *m_keeper.last(); }
    [[nodiscard]] Keeper& keeper() { return m_keeper; }

private:
    RedisBed& m_bed;
    const RedisLockKind m_kind;
    const std::string m_name;
    Keeper m_keeper;
    std::vector<std::unique_ptr<redis::Client>> m_clients;
    std::shared_ptr<locks::Lock> m_lock;
    Subscription m_states;
};

/// The environment of a test that runs on every kind of lock on Redis: servers in memory, three for Redlock and
/// otherwise one, and programs, all on one executor that the test drives.
class RedisBed final {
public:
    static constexpr auto lease = std::chrono::seconds(30); ///< of a lock that is renewed

    explicit RedisBed(RedisLockKind kind);
    ~RedisBed();

    ManualClock clock;
    ManualExecutor executor{clock};
    FakeRedisNetwork network{executor};

    /// A program with the tested lock, and one with the lock that excludes it.
    RedisProgram& subject(const locks::LeaseOptions& options = quiet());
    RedisProgram& rival(const locks::LeaseOptions& options = quiet());
    [[nodiscard]] static locks::LeaseOptions quiet();

    void settle() { executor.runUntilIdle(); }
    void wait(Duration time) { executor.advance(time); }
    /// Until a waiter that polls has asked again after a release.
    void turn() { wait(std::chrono::milliseconds(400)); }

    [[nodiscard]] RedisLockKind kind() const { return m_kind; }
    [[nodiscard]] const RedisFacts& facts() const { return factsOf(m_kind); }
    [[nodiscard]] const std::vector<redis::Address>& addresses() const { return m_addresses; }
    [[nodiscard]] FakeRedis& server() { return network.server(m_addresses.front()); }
    [[nodiscard]] std::vector<FakeRedis*> servers();

    // ---- Faults, on each server

    /// The nth request for the lock of this program, or its reply, is lost.
    void loseAcquire(const RedisProgram& program, When when, FakeLoss loss, int nth = 1);
    void loseRelease(const RedisProgram& program, When when, FakeLoss loss);
    void loseInspect(const RedisProgram& program);
    [[nodiscard]] std::vector<int> holdAcquire(const RedisProgram& program, int nth = 1);
    [[nodiscard]] std::vector<int> holdRelease(const RedisProgram& program);
    void releaseIt(const std::vector<int>& held);
    [[nodiscard]] std::size_t faultsLeft();
    /// The servers answer this script with this error, everything else as usual.
    void refuse(const redis::Script* script, const std::string& error);
    void refuseNothing();
    void stop();
    void start();
    void partition(const RedisProgram& program);
    void heal();
    /// An operator ends the hold.
    void deleteKeys();
    /// An operator returns the permit of a semaphore after its holder has lost it.
    void restorePermit();

    /// Destroys all locks; then describes the keys and subscriptions that remain. Empty: none.
    [[nodiscard]] QByteArray remains();

private:
    [[nodiscard]] std::vector<int> holdScript(const redis::Script& script, const RedisProgram& program, int nth);
    void lose(const redis::Script* script, const RedisProgram& program, When when, FakeLoss loss, int nth);
    RedisProgram& add(RedisLockKind kind, const locks::LeaseOptions& options);

    const RedisLockKind m_kind;
    std::vector<redis::Address> m_addresses;
    std::deque<RedisProgram> m_programs;
};

/// For the global data of a suite: one row for each kind.
void addRedisLockKinds();
/// The kind of the running row.
[[nodiscard]] RedisLockKind currentRedisLockKind();

} // namespace lockscope::test
