// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QObject>
#include <QRegularExpression>
#include <QString>
#include <QTcpServer>
#include <QTcpSocket>
#include <QtEndian>

#include <functional>
#include <utility>

namespace lockscope::test {

/// Between a command and a real server: reports each sync request before the server gets it, and may change the number
/// of nodes in the reply to srvr. Forwards everything else as it is. Thread: the test's.
class ServerProxy final : public QObject {
public:
    /// "127.0.0.1:40123"
    explicit ServerProxy(const QString& server)
        : m_port(server.section(u':', 1).toUShort())
    {
        m_server.listen(QHostAddress(QHostAddress::LocalHost));
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            while (auto* client = m_server.nextPendingConnection())
                accept(client);
        });
    }

    /// Sockets that are destroyed one after the other must not call each other.
    ~ServerProxy() override
    {
        for (auto* socket : m_server.findChildren<QTcpSocket*>())
            QObject::disconnect(socket, nullptr, nullptr, nullptr);
    }
    ServerProxy(const ServerProxy&) = delete;
    ServerProxy& operator=(const ServerProxy&) = delete;

    [[nodiscard]] QString address() const { return QStringLiteral("127.0.0.1:%1").arg(m_server.serverPort()); }
    void onSync(std::function<void()> handler) { m_onSync = std::move(handler); }
    /// From now on the server seems to have this number of nodes.
    void setNodes(int nodes) { m_nodes = nodes; }

private:
    static constexpr qint32 syncType = 9; ///< ZooDefs.OpCode.sync

    void accept(QTcpSocket* client)
    {
        auto* server = new QTcpSocket(client);
        server->connectToHost(QHostAddress(QHostAddress::LocalHost), m_port);
        connect(client, &QTcpSocket::readyRead, server, [this, client, server, left = QByteArray()]() mutable {
            const auto bytes = client->readAll();
            left += bytes;
            for (auto frame = takeFrame(left); !frame.isEmpty(); frame = takeFrame(left)) {
                if (frame.size() >= 8 && qFromBigEndian<qint32>(frame.constData() + 4) == syncType && m_onSync)
                    m_onSync();
            }
            server->write(bytes);
        });
        connect(server, &QTcpSocket::readyRead, client, [this, client, server] {
            static const QRegularExpression count(QStringLiteral("Node count: \\d+"));
            const auto bytes = server->readAll();
            if (m_nodes > 0 && bytes.startsWith("Zookeeper version"))
                client->write(QString::fromLatin1(bytes)
                                  .replace(count, QStringLiteral("Node count: %1").arg(m_nodes))
                                  .toLatin1());
            else
                client->write(bytes);
        });
        connect(client, &QTcpSocket::disconnected, server, &QTcpSocket::disconnectFromHost);
        connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
        connect(server, &QTcpSocket::disconnected, client, &QTcpSocket::disconnectFromHost);
    }

    /// The first complete request, without its length; empty if there is none, and for a four-letter command. The
    /// connect request has no type: the bytes in that place are a protocol version of 0 and a zxid, see ConnectRequest.
    static QByteArray takeFrame(QByteArray& bytes)
    {
        if (bytes.size() < 4)
            return {};
        const auto length = qFromBigEndian<qint32>(bytes.constData());
        if (length <= 0 || bytes.size() - 4 < length)
            return {};
        auto frame = bytes.mid(4, length);
        bytes.remove(0, 4 + length);
        return frame;
    }

    quint16 m_port;
    int m_nodes = 0;
    std::function<void()> m_onSync;
    QTcpServer m_server;
};

} // namespace lockscope::test
