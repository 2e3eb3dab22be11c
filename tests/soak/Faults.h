// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/Sandbox.h"
#include "core/simulate/faults/PeerLinks.h"
#include "core/sources/zookeeper/servers/ServerRoles.h"

#include <QTimer>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::soak {

/// A fault that occurs repeatedly and is repaired some seconds later.
class RepeatedFault {
public:
    RepeatedFault(std::chrono::milliseconds first, std::chrono::milliseconds every)
    {
        QObject::connect(&m_clock, &QTimer::timeout, &m_clock, [this] {
            m_clock.setInterval(m_every);
            if (m_isWhole)
                strike();
        });
        m_every = every;
        m_clock.start(first);
    }
    virtual ~RepeatedFault() = default;
    RepeatedFault(const RepeatedFault&) = delete;
    RepeatedFault& operator=(const RepeatedFault&) = delete;

    void stop() { m_clock.stop(); }
    [[nodiscard]] int count() const { return m_count; }
    /// True if the fault is not active.
    [[nodiscard]] bool isWhole() const { return m_isWhole; }

protected:
    virtual void strike() = 0;
    void begin()
    {
        m_isWhole = false;
        ++m_count;
    }
    void end() { m_isWhole = true; }
    void after(std::chrono::milliseconds time, std::function<void()> act)
    {
        QTimer::singleShot(time, &m_clock, std::move(act));
    }
    [[nodiscard]] QObject* context() { return &m_clock; }

private:
    QTimer m_clock;
    std::chrono::milliseconds m_every{};
    int m_count = 0;
    bool m_isWhole = true;
};

/// Reads the servers' roles; calls `act` with the first server of that role, counted from 0.
inline void withServer(const ensemble::Sandbox& sandbox, ensemble::ServerRoles& roles, const std::string& role,
                       const std::function<void(int)>& act)
{
    std::vector<quint16> ports;
    for (const auto& server : sandbox.servers())
        ports.push_back(static_cast<quint16>(server.clientPort));
    roles.ask(ports, [role, act](const std::vector<std::string>& reported) {
        const auto found = std::find(reported.begin(), reported.end(), role);
        if (found != reported.end())
            act(static_cast<int>(found - reported.begin()));
    });
}

/// Kills the leader, and starts it again.
class LeaderKill final : public RepeatedFault {
public:
    LeaderKill(ensemble::Sandbox& sandbox, std::chrono::milliseconds first, std::chrono::milliseconds every)
        : RepeatedFault(first, every)
        , m_sandbox(sandbox)
    {
        QObject::connect(&sandbox, &ensemble::Sandbox::serverReady, context(), [this] { end(); });
    }

private:
    void strike() override
    {
        withServer(m_sandbox, m_roles, "leader", [this](int leader) {
            begin();
            m_sandbox.killServer(leader);
            after(std::chrono::seconds(8), [this, leader] { m_sandbox.startServer(leader); });
        });
    }

    ensemble::Sandbox& m_sandbox;
    ensemble::ServerRoles m_roles;
};

/// Disconnects a follower from the other servers. Its clients still reach it, and it answers reads until it notices.
class FollowerPartition final : public RepeatedFault {
public:
    FollowerPartition(const ensemble::Sandbox& sandbox, console::PeerLinks& links, std::chrono::milliseconds first,
                      std::chrono::milliseconds every)
        : RepeatedFault(first, every)
        , m_sandbox(sandbox)
        , m_links(links)
    {
    }

private:
    void strike() override
    {
        withServer(m_sandbox, m_roles, "follower", [this](int follower) {
            begin();
            m_links.cut(follower, true);
            after(std::chrono::seconds(12), [this, follower] {
                m_links.cut(follower, false);
                end();
            });
        });
    }

    const ensemble::Sandbox& m_sandbox;
    console::PeerLinks& m_links;
    ensemble::ServerRoles m_roles;
};

/// Suspends a process while one of its clients holds, for longer than its session timeout or its lease, and resumes it.
/// Another client holds meanwhile, so the first event of the old hold must be the loss.
class HolderSuspension final : public RepeatedFault {
public:
    using RepeatedFault::RepeatedFault;

    std::function<void()> suspend;
    std::function<void()> resume;
    std::chrono::milliseconds length = std::chrono::seconds(13); ///< longer than the session

    /// A client of the process has acquired the lock. Returns true if the process is suspended for that.
    bool acquired()
    {
        if (!std::exchange(m_isDue, false))
            return false;
        begin();
        suspend();
        after(length, [this] {
            resume();
            end();
        });
        return true;
    }

private:
    void strike() override { m_isDue = true; }

    bool m_isDue = false;
};

} // namespace lockscope::soak
