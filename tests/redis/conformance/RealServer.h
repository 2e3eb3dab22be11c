// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A running redis-server for the tests of this folder. Blocks while it waits.

#include "tests/redis/conformance/RedisConformance.h"
#include "tests/support/RedisServers.h"
#include "tests/support/redis/Resp.h"

#include <QElapsedTimer>
#include <QTcpSocket>

#include <map>

namespace lockscope::test {

class RealConnection final {
public:
    explicit RealConnection(int port)
    {
        m_socket.connectToHost(QStringLiteral("127.0.0.1"), static_cast<quint16>(port));
        m_socket.waitForConnected(longestWaitMs);
    }

    void send(const redis::Command& words)
    {
        const auto bytes = redis::encoded(words);
        m_socket.write(bytes.data(), static_cast<qint64>(bytes.size()));
        m_socket.flush();
    }

    [[nodiscard]] std::optional<redis::Value> next()
    {
        QElapsedTimer timer;
        timer.start();
        auto value = m_reader.next();
        while (!value && !isClosed() && timer.elapsed() < longestWaitMs) {
            m_socket.waitForReadyRead(longestWaitMs);
            const auto bytes = m_socket.readAll();
            m_reader.append({bytes.data(), static_cast<std::size_t>(bytes.size())});
            value = m_reader.next();
        }
        return value;
    }

    [[nodiscard]] bool isClosed() const { return m_socket.state() != QAbstractSocket::ConnectedState; }

private:
    QTcpSocket m_socket;
    ReplyReader m_reader;
};

class RealServer final : public ServerUnderTest {
public:
    /// On 127.0.0.1.
    void connectTo(int port)
    {
        m_port = port;
        m_operator = std::make_unique<RealConnection>(port);
    }

    void reset() override
    {
        // When the server has closed them, it has forgotten their subscriptions.
        for (auto& [name, connection] : m_connections) {
            if (!connection->isClosed())
                connection->send({"QUIT"});
            while (connection->next()) {
            }
        }
        m_connections.clear();
        QVERIFY(ask({"FLUSHALL"}) == redis::Value::status("OK"));
        QVERIFY((ask({"SCRIPT", "FLUSH"}) == redis::Value::status("OK")));
    }

    void send(char connection, const redis::Command& words) override
    {
        auto& each = m_connections[connection];
        if (!each)
            each = std::make_unique<RealConnection>(m_port);
        each->send(words);
    }

    [[nodiscard]] std::optional<redis::Value> next(char connection) override
    {
        return m_connections.at(connection)->next();
    }

    [[nodiscard]] bool isClosed(char connection) override { return m_connections.at(connection)->isClosed(); }

    [[nodiscard]] QByteArray connections() const override
    {
        QByteArray names;
        for (const auto& [name, connection] : m_connections) {
            if (!connection->isClosed())
                names.append(name);
        }
        return names;
    }

    [[nodiscard]] bool awaitEnd(const std::string& key) override
    {
        return RedisServers::waitUntil([&] { return ask({"EXISTS", key}) == redis::Value::integer(0); });
    }

private:
    [[nodiscard]] std::optional<redis::Value> ask(const redis::Command& words)
    {
        m_operator->send(words);
        return m_operator->next();
    }

    int m_port = 0;
    std::unique_ptr<RealConnection> m_operator;
    std::map<char, std::unique_ptr<RealConnection>> m_connections;
};

} // namespace lockscope::test
