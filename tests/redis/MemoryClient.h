// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/Client.h"
#include "tests/redis/ScriptedServers.h"
#include "tests/support/Answer.h"
#include "tests/support/ManualExecutor.h"
#include "tests/support/Test.h"

#include <QObject>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::test {

/// States and generations of a client, such as "Connected 1".
class RedisStatusLog final {
public:
    explicit RedisStatusLog(redis::Client& client)
        : m_subscription(client.onStatus([seen = m_seen](const redis::Status& status) {
            seen->push_back(std::string(toString(status.state)) + ' ' + std::to_string(status.generation));
        }))
    {
    }
    [[nodiscard]] const std::vector<std::string>& seen() const { return *m_seen; }

private:
    std::shared_ptr<std::vector<std::string>> m_seen = std::make_shared<std::vector<std::string>>();
    Subscription m_subscription;
};

/// A client of a server in memory. The base of its tests: call begin() in init() and end() in cleanup().
class MemoryClient : public QObject {
protected:
    void begin()
    {
        m_executor = std::make_unique<ManualExecutor>(m_clock);
        m_servers = std::make_unique<ScriptedServers>(*m_executor);
        m_settings = {};
        m_settings.target = redis::parseTarget("redis://cache1").value();
    }

    void end()
    {
        m_client.reset();
        if (m_executor)
            run();
        m_executor.reset();
        m_servers.reset();
    }

    void make() { m_client = std::make_unique<redis::Client>(m_settings, *m_executor, Log(), m_servers->transports()); }

    void connect()
    {
        make();
        run();
        QCOMPARE(m_client->status().generation, std::uint64_t(1));
        static_cast<void>(m_servers->takeCommands());
    }

    [[nodiscard]] Answer<redis::Value> send(redis::Command command, redis::Access access = redis::Access::Read)
    {
        Answer<redis::Value> answer;
        m_client->send("k", std::move(command), access, answer.reply());
        return answer;
    }
    void run() { m_executor->runUntilIdle(); }

    ManualClock m_clock;
    redis::ClientSettings m_settings;
    std::unique_ptr<ManualExecutor> m_executor;
    std::unique_ptr<ScriptedServers> m_servers;
    std::unique_ptr<redis::Client> m_client;
};

} // namespace lockscope::test
