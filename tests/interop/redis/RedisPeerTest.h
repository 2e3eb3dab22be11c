// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/interop/LockSlot.h"
#include "tests/interop/redis/RedisPeers.h"
#include "tests/support/RedisServers.h"

#include <QByteArray>
#include <QByteArrayList>
#include <QObject>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

/// The content of a register on Redis; README.md describes it.
struct RedisRegisterState {
    struct Turn {
        int weight = 0;
        qlonglong token = 0;
        std::string name;
    };

    qlonglong overlaps = 0;
    QByteArrayList inside; ///< names
    std::vector<Turn> turns;

    /// Number of times that an occupant of one program followed one of another.
    [[nodiscard]] int changesOfProgram() const;
};

/// A test with Redis servers and processes of lock clients, which start before its first function and exit cleanly
/// after its last. Each lock and each register has a name of its own.
class RedisPeerTest : public QObject {
    Q_OBJECT
protected:
    using Kind = RedisClientKind;
    using LockSlots = std::vector<LockSlot>;

    /// The lease of holds that no test ends by a death: a waiter that misses a message waits for longer than any limit.
    static constexpr std::chrono::milliseconds longLease{40'000};
    /// The lease of holders that a test kills.
    static constexpr std::chrono::milliseconds mortalLease{2'500};
    /// Far below the lease: a waiter that was not woken gives up, and the test fails.
    static constexpr int turnLimitMs = 15'000;
    /// Between clients, each way.
    static constexpr double handOverLimitMs = 20;

    /// One process per kind, with workers of these ids.
    RedisPeerTest(std::vector<Kind> kinds, std::vector<std::string> ids, redis::RedisSandboxOptions options = {})
        : m_servers(std::move(options))
        , m_kinds(std::move(kinds))
        , m_ids(std::move(ids))
    {
    }

    [[nodiscard]] LockSlot slot(Kind kind, const std::string& spec, const std::string& id = "a", int weight = 1)
    {
        return {m_peers.at(kind).get(), id, spec, weight, turnLimitMs};
    }
    [[nodiscard]] LockSlot ours(const std::string& spec, const std::string& id = "a", int weight = 1)
    {
        return slot(Kind::Ours, spec, id, weight);
    }

    /// A process to be killed, with workers of these ids. Null, and the test fails, if it does not start.
    [[nodiscard]] std::unique_ptr<Peer> mortal(Kind kind, const std::vector<std::string>& ids,
                                               std::chrono::milliseconds lease = mortalLease);

    [[nodiscard]] RedisServers& servers() { return m_servers; }
    /// A new name without braces.
    [[nodiscard]] std::string freshName();
    [[nodiscard]] std::string makeRegister(int capacity);
    [[nodiscard]] RedisRegisterState registerState(const std::string& reg);

    /// Waits until a client listens to a channel of the lock: it has queued, or is about to ask once more.
    [[nodiscard]] bool waitForListener(const std::string& name);
    /// Waits until clients that listen have asked once more, and sleep. No server shows it.
    static void waitUntilAsleep();
    [[nodiscard]] bool waitForQueue(const std::string& name, qlonglong length);

    /// Whether a client in cycles may give up and retry.
    enum class GivingUp {
        Never,
        StockReadWrite, ///< README.md: Redisson's can miss a message
        Allowed         ///< where nothing wakes a client
    };
    /// All clients concurrently, `turns` cycles each. Returns "" or the failure: an overlap, a client that gave up, or
    /// fewer than `changes` changes between the programs.
    [[nodiscard]] QByteArray takeTurns(const LockSlots& slots, const std::string& reg, int turns, int changes,
                                       GivingUp givingUp = GivingUp::Never);

    /// 500 acquisitions by four clients, of a lock that wakes no client: it would mostly be granted to the client that
    /// has just released it, so all begin together 25 times.
    [[nodiscard]] QByteArray takeTurnsOfPollers(const LockSlots& slots, GivingUp givingUp = GivingUp::Never);
    // The two halves of takeTurns().
    static void reportTurns(const LockSlot& slot, const std::string& reg, int turns);
    [[nodiscard]] QByteArray finishTurns(const LockSlots& slots, const std::string& reg, int turns, int changes,
                                         GivingUp givingUp = GivingUp::Never);

    /// Clients of one process that dies, and the client of another program that shall have its lock.
    struct Death {
        LockSlot dying;
        LockSlot heir;
    };
    /// The process is killed while all its clients hold, and the heirs wait. Each heir must hold alone afterwards.
    [[nodiscard]] QByteArray dieAsHolder(Peer& process, const std::vector<Death>& deaths);
    /// The process is killed while its clients wait for the holders, one for each. Then these release.
    [[nodiscard]] QByteArray dieAsWaiter(Peer& process, const std::vector<Death>& deaths, const LockSlots& holders);

    /// One holds a lock, and another waits for its release.
    struct Way {
        LockSlot from; ///< `spec` is the recipe
        LockSlot to;
        std::string more; ///< of the spec, after the name
    };
    /// Hands over `rounds` times each way, on a new lock each time. Prints the medians from just before the release to
    /// the grant, and returns "" or the failure: a waiter that was not woken, or a median above handOverLimitMs.
    [[nodiscard]] QByteArray handOver(std::vector<Way> ways, int rounds);

    /// Adds the column "kind" with rows for these.
    static void addKinds(const std::vector<Kind>& kinds);
    /// Adds the columns "kind" and "recipe" with rows for each kind and recipe.
    static void addRecipes(const std::vector<Kind>& kinds, const QByteArrayList& recipes);

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();

private:
    [[nodiscard]] QByteArray finishTurnsOf(const LockSlot& slot, const std::string& reg, int turns,
                                           GivingUp givingUp = GivingUp::Never);

    RedisServers m_servers;
    std::vector<Kind> m_kinds;
    std::vector<std::string> m_ids;
    std::map<Kind, std::unique_ptr<Peer>> m_peers;
    int m_names = 0;
};

} // namespace lockscope::test

Q_DECLARE_METATYPE(lockscope::test::RedisClientKind)
