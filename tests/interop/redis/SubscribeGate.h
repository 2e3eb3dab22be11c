// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QString>
#include <QTcpServer>
#include <QTcpSocket>

#include <list>

namespace lockscope::test {

/// A forwarder to a Redis server on 127.0.0.1 that can hold back what its clients subscribe to: a client that has
/// queued is then not subscribed yet. Thread: that of its creator, whose event loop forwards.
class SubscribeGate final {
public:
    explicit SubscribeGate(int serverPort)
        : m_serverPort(static_cast<quint16>(serverPort))
    {
        QObject::connect(&m_listener, &QTcpServer::newConnection, &m_listener, [this] {
            while (auto* const client = m_listener.nextPendingConnection())
                accept(client);
        });
        m_listener.listen(QHostAddress::LocalHost);
    }

    [[nodiscard]] QString target() const { return QStringLiteral("redis://127.0.0.1:%1").arg(m_listener.serverPort()); }

    void close() { m_isOpen = false; }
    /// Passes what was held back, in order, and everything later.
    void open()
    {
        m_isOpen = true;
        for (auto& pair : m_pairs) {
            pair.server.write(pair.held);
            pair.held.clear();
        }
    }
    [[nodiscard]] bool holdsBack() const
    {
        return std::any_of(m_pairs.begin(), m_pairs.end(), [](const Pair& pair) { return !pair.held.isEmpty(); });
    }

private:
    struct Pair {
        QTcpSocket* client = nullptr; ///< owned by the listener
        QTcpSocket server;
        QByteArray held; ///< from the first SUBSCRIBE on
    };

    void accept(QTcpSocket* client)
    {
        auto& pair = m_pairs.emplace_back();
        pair.client = client;
        pair.server.connectToHost(QHostAddress::LocalHost, m_serverPort);
        QObject::connect(client, &QTcpSocket::readyRead, &m_listener, [this, &pair] { toServer(pair); });
        QObject::connect(client, &QTcpSocket::disconnected, &m_listener, [&pair] { pair.server.disconnectFromHost(); });
        QObject::connect(&pair.server, &QTcpSocket::readyRead, &m_listener,
                         [&pair] { pair.client->write(pair.server.readAll()); });
    }

    void toServer(Pair& pair)
    {
        const auto bytes = pair.client->readAll();
        if (!m_isOpen && (!pair.held.isEmpty() || bytes.contains("$9\r\nSUBSCRIBE\r\n")))
            pair.held += bytes;
        else
            pair.server.write(bytes);
    }

    quint16 m_serverPort;
    bool m_isOpen = true;
    std::list<Pair> m_pairs;
    QTcpServer m_listener; ///< last: destroyed first, with its handlers
};

} // namespace lockscope::test
