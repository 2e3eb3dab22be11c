// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/redis/Client.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <memory>
#include <utility>
#include <vector>

namespace lockscope::test {

/// One program that uses locks: its own loop, and a client for each target. Thread: any but the loop's.
class LockService final {
public:
    explicit LockService(const QStringList& targets, redis::ClientSettings settings = {})
        : m_traffic(std::make_shared<redis::Traffic>())
    {
        settings.traffic = m_traffic;
        for (const auto& target : targets) {
            settings.target = redis::parseTarget(target.toStdString()).value();
            m_clients.push_back(std::make_unique<redis::Client>(settings, m_loop, Log()));
        }
    }
    explicit LockService(const QString& target, redis::ClientSettings settings = {})
        : LockService(QStringList(target), std::move(settings))
    {
    }

    [[nodiscard]] EventLoop& loop() { return m_loop; }
    [[nodiscard]] redis::Client& client() { return *m_clients.front(); }
    [[nodiscard]] std::vector<redis::Client*> clients() const
    {
        std::vector<redis::Client*> all;
        for (const auto& client : m_clients)
            all.push_back(client.get());
        return all;
    }
    /// Destroys the clients. The loop stays.
    void destroyClients() { m_clients.clear(); }

    /// Sent so far, also the client's own.
    [[nodiscard]] std::uint64_t requests() const { return m_traffic->requests; }
    [[nodiscard]] bool isConnected()
    {
        bool all = true;
        m_loop.runAndWait([&] {
            for (const auto& client : m_clients)
                all = all && client->status().state == SessionState::Connected;
        });
        return all;
    }

private:
    EventLoop m_loop;
    std::shared_ptr<redis::Traffic> m_traffic;
    std::vector<std::unique_ptr<redis::Client>> m_clients;
};

/// Requests are given up soon, for tests that wait for it.
[[nodiscard]] inline redis::ClientSettings impatientSettings()
{
    redis::ClientSettings settings;
    settings.requestTimeout = std::chrono::milliseconds(500);
    return settings;
}

} // namespace lockscope::test
