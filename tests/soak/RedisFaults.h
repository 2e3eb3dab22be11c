// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/redis/RedisSandbox.h"
#include "tests/soak/Faults.h"
#include "tests/soak/SentinelLink.h"
#include "tests/support/RedisConnection.h"

#include <QStringList>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace lockscope::soak {

/// Commands to the servers of a sandbox, outside of the product's client. Blocks for a second at most, so it must not
/// be used for a server that is paused.
class RedisAdmin final {
public:
    explicit RedisAdmin(const redis::RedisSandbox& sandbox)
        : m_sandbox(sandbox)
    {
    }

    QVariant command(std::size_t index, const QByteArrayList& words)
    {
        constexpr int answerLimitMs = 1'000;
        auto& connection = m_connections[index];
        if (!connection || !connection->isConnected())
            connection = std::make_unique<test::RedisConnection>(m_sandbox.servers().at(index).port, answerLimitMs);
        return connection->command(words, answerLimitMs);
    }

    /// The index of the server that the first Sentinel names as the master; -1: unknown.
    [[nodiscard]] int master()
    {
        const auto servers = m_sandbox.servers();
        const auto isSentinel = [](const auto& server) { return server.role == redis::RedisSandbox::Role::Sentinel; };
        const auto first = std::find_if(servers.begin(), servers.end(), isSentinel) - servers.begin();
        const auto named =
            command(static_cast<std::size_t>(first), {"SENTINEL", "GET-MASTER-ADDR-BY-NAME", "mymaster"});
        const auto port = named.toList().value(1).toByteArray().toInt();
        const auto found =
            std::find_if(servers.begin(), servers.end(), [&](const auto& one) { return one.port == port; });
        return found == servers.end() ? -1 : static_cast<int>(found - servers.begin());
    }
    QVariant commandToMaster(const QByteArrayList& words)
    {
        const auto index = master();
        return index < 0 ? QVariant() : command(static_cast<std::size_t>(index), words);
    }

    [[nodiscard]] QStringList keysOfMaster()
    {
        QStringList names;
        for (const auto& name : commandToMaster({"KEYS", "*"}).toList())
            names << QString::fromUtf8(name.toByteArray());
        return names;
    }

    /// All servers that hold data, but the master.
    [[nodiscard]] std::vector<std::size_t> replicas()
    {
        const auto servers = m_sandbox.servers();
        const auto now = master();
        std::vector<std::size_t> indexes;
        for (std::size_t i = 0; i < servers.size(); ++i) {
            if (servers[i].role != redis::RedisSandbox::Role::Sentinel && static_cast<int>(i) != now)
                indexes.push_back(i);
        }
        return indexes;
    }
    /// Whether each is a replica with all data of its master.
    [[nodiscard]] bool areReplicasSynchronised()
    {
        const auto all = replicas();
        return std::all_of(all.begin(), all.end(), [this](std::size_t index) {
            const auto info = command(index, {"INFO", "replication"}).toByteArray();
            return info.contains("role:slave\r\n") && info.contains("master_link_status:up\r\n");
        });
    }

private:
    const redis::RedisSandbox& m_sandbox;
    std::map<std::size_t, std::unique_ptr<test::RedisConnection>> m_connections;
};

/// How often faults occurred, of a map by process: in all.
template <typename Faults> [[nodiscard]] int sumOf(const Faults& faults)
{
    int sum = 0;
    for (const auto& [crowd, fault] : faults)
        sum += fault->count();
    return sum;
}
/// For the process with the fewest.
template <typename Faults> [[nodiscard]] int fewestOf(const Faults& faults)
{
    int fewest = faults.begin()->second->count();
    for (const auto& [crowd, fault] : faults)
        fewest = std::min(fewest, fault->count());
    return fewest;
}

/// Kills the master, the next time pauses it, until Sentinel has promoted another server. Two times of four the
/// replicas are disconnected from it before, so that the failover loses the last writes. The former master then comes
/// back and becomes a replica: one that was killed without data, one that was paused as a master at first.
class MasterFailover final : public RepeatedFault {
public:
    MasterFailover(redis::RedisSandbox& sandbox, RedisAdmin& admin, std::chrono::milliseconds first,
                   std::chrono::milliseconds every)
        : RepeatedFault(first, every)
        , m_sandbox(sandbox)
        , m_admin(admin)
    {
        QObject::connect(&m_looks, &QTimer::timeout, context(), [this] { look(); });
    }

    /// The writes of this time before the end of the master are lost.
    static constexpr auto unreplicatedTime = std::chrono::milliseconds(1'500);

    std::function<void()> onBegin; ///< just before it
    std::function<void()> onEnd;   ///< all servers serve

    [[nodiscard]] int pauses() const { return count() / 2; }
    [[nodiscard]] int withLostWrites() const { return m_withLostWrites; }
    [[nodiscard]] std::chrono::milliseconds slowest() const { return m_slowest; } ///< from a fault to the new master

private:
    static constexpr auto shortestAbsence = std::chrono::seconds(8);
    using Time = std::chrono::steady_clock::time_point;

    void strike() override
    {
        m_master = m_admin.master();
        if (m_master < 0)
            return; // the next time
        begin();
        onBegin();
        m_isReplaced = m_isBack = false;
        if (!losesWrites())
            return endMaster();
        bool isCut = true;
        for (const auto replica : m_admin.replicas())
            isCut = m_admin.command(replica, {"REPLICAOF", "127.0.0.1", "1"}) == QByteArray("OK") && isCut; // no server
        m_withLostWrites += isCut ? 1 : 0;
        after(unreplicatedTime, [this] { endMaster(); });
    }

    void endMaster()
    {
        m_begun = std::chrono::steady_clock::now();
        if (isPaused())
            m_sandbox.pauseServer(m_master);
        else
            m_sandbox.killServer(m_master);
        m_looks.start(std::chrono::milliseconds(100));
    }

    [[nodiscard]] bool isPaused() const { return count() % 2 == 0; }
    [[nodiscard]] bool losesWrites() const { return (count() - 1) / 2 % 2 == 0; }

    void look()
    {
        const auto elapsed = std::chrono::steady_clock::now() - m_begun;
        if (!m_isReplaced) {
            const auto now = m_admin.master();
            m_isReplaced = now >= 0 && now != m_master;
            if (m_isReplaced)
                m_slowest = std::max(m_slowest, std::chrono::duration_cast<std::chrono::milliseconds>(elapsed));
        } else if (!m_isBack && elapsed >= shortestAbsence) {
            m_isBack = true;
            if (isPaused())
                m_sandbox.resumeServer(m_master);
            else
                m_sandbox.startServer(m_master);
        } else if (m_isBack && m_admin.areReplicasSynchronised()) {
            m_looks.stop();
            end();
            onEnd();
        }
    }

    redis::RedisSandbox& m_sandbox;
    RedisAdmin& m_admin;
    QTimer m_looks;
    int m_master = -1;
    int m_withLostWrites = 0;
    bool m_isReplaced = false;
    bool m_isBack = false;
    Time m_begun{};
    std::chrono::milliseconds m_slowest{0};
};

/// Disconnects the clients of a link from all servers.
class LinkCut final : public RepeatedFault {
public:
    LinkCut(SentinelLink& link, std::chrono::milliseconds first, std::chrono::milliseconds every)
        : RepeatedFault(first, every)
        , m_link(link)
    {
    }

    std::function<void()> onBegin; ///< just before it
    std::function<void()> onEnd;

private:
    void strike() override
    {
        begin();
        onBegin();
        m_link.cut(true);
        after(std::chrono::seconds(12), [this] {
            m_link.cut(false);
            end();
            onEnd();
        });
    }

    SentinelLink& m_link;
};

/// Kills a process, in turns while one of its clients holds and while one waits and none holds, and starts it again.
class ProcessKill final : public RepeatedFault {
public:
    using RepeatedFault::RepeatedFault;

    std::function<void()> kill;
    std::function<void()> startAgain; ///< after the end of the process

    /// A client of the process has acquired the lock, or has queued. Returns true if the process is killed for that.
    bool progressed(bool holds)
    {
        if (!m_isDue || holds != isForHolder())
            return false;
        m_isDue = false;
        begin();
        kill();
        after(std::chrono::seconds(2), [this] {
            startAgain();
            end();
        });
        return true;
    }

private:
    void strike() override { m_isDue = true; }
    [[nodiscard]] bool isForHolder() const { return count() % 2 == 0; }

    bool m_isDue = false;
};

} // namespace lockscope::soak
