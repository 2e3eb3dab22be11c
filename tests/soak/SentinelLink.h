// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sandbox/redis/RedisSandbox.h"
#include "core/simulate/faults/LinkProxy.h"

#include <QByteArray>
#include <QHostAddress>
#include <QObject>
#include <QTcpServer>
#include <QTcpSocket>

#include <cctype>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace lockscope::soak {

/// Forwards connections to a Sentinel, and replaces ports in its replies: as a Sentinel behind an address translation,
/// it names servers by the ports of a link. Thread: the creating one, with an event loop.
class SentinelForwarder final {
public:
    /// Ports as texts of the same length: a reply's length is sent before it.
    using Ports = std::map<QByteArray, QByteArray>;

    explicit SentinelForwarder(int sentinel)
        : m_sentinel(static_cast<quint16>(sentinel))
    {
        QObject::connect(&m_server, &QTcpServer::newConnection, &m_server, [this] {
            while (auto* const client = m_server.nextPendingConnection())
                forward(client);
        });
        m_server.listen(QHostAddress(QHostAddress::LocalHost));
    }

    [[nodiscard]] quint16 port() const { return m_server.serverPort(); } ///< 0: it does not listen
    void setPorts(const Ports& ports) { m_ports = ports; }

private:
    void forward(QTcpSocket* client)
    {
        auto* const server = new QTcpSocket(client); // ends with it
        QObject::connect(client, &QTcpSocket::readyRead, server,
                         [client, server] { server->write(client->readAll()); });
        QObject::connect(server, &QTcpSocket::readyRead, client, [this, client, server] {
            while (server->canReadLine())
                client->write(translated(server->readLine()));
        });
        QObject::connect(client, &QTcpSocket::disconnected, client, &QObject::deleteLater);
        QObject::connect(server, &QTcpSocket::disconnected, client, [client] { client->disconnectFromHost(); });
        QObject::connect(server, &QTcpSocket::errorOccurred, client, [client] { client->disconnectFromHost(); });
        server->connectToHost(QHostAddress(QHostAddress::LocalHost), m_sentinel);
    }

    /// With each whole number that is a port replaced.
    [[nodiscard]] QByteArray translated(QByteArray line) const
    {
        const auto isPartOfWord = [](char one) { return std::isalnum(static_cast<unsigned char>(one)) != 0; };
        for (const auto& [from, to] : m_ports) {
            for (auto at = line.indexOf(from); at >= 0; at = line.indexOf(from, at + from.size())) {
                const auto end = at + from.size();
                if ((at == 0 || !isPartOfWord(line[at - 1])) && (end == line.size() || !isPartOfWord(line[end])))
                    line.replace(at, from.size(), to);
            }
        }
        return line;
    }

    quint16 m_sentinel;
    Ports m_ports;
    QTcpServer m_server;
};

/// The network of some clients: a link to each server and each Sentinel, that can be cut. Thread: the creating one,
/// with an event loop.
class SentinelLink final {
public:
    /// False: no ports.
    [[nodiscard]] bool open(const redis::RedisSandbox& sandbox)
    {
        std::vector<console::LinkRoute> routes;
        const auto servers = sandbox.servers();
        for (const auto& server : servers) {
            auto port = static_cast<quint16>(server.port);
            if (server.role == redis::RedisSandbox::Role::Sentinel) {
                m_sentinels.push_back(std::make_unique<SentinelForwarder>(server.port));
                port = m_sentinels.back()->port();
            }
            routes.push_back({QStringLiteral("127.0.0.1"), port});
        }
        if (!m_proxy.open(std::move(routes)))
            return false;
        SentinelForwarder::Ports ports;
        QStringList addresses;
        bool isSameLength = true;
        for (std::size_t i = 0; i < servers.size(); ++i) {
            const auto from = QByteArray::number(servers[i].port);
            const auto to = QByteArray::number(m_proxy.connectString().servers[i].port);
            isSameLength = isSameLength && from.size() == to.size();
            ports[from] = to;
            if (servers[i].role == redis::RedisSandbox::Role::Sentinel)
                addresses << QStringLiteral("127.0.0.1:") + QString::fromUtf8(to);
        }
        for (const auto& sentinel : m_sentinels)
            sentinel->setPorts(ports);
        m_target = QStringLiteral("redis+sentinel://%1/mymaster").arg(addresses.join(u','));
        return isSameLength;
    }

    [[nodiscard]] const QString& target() const { return m_target; }

    void cut(bool cut)
    {
        console::LinkCondition condition;
        condition.cut = cut;
        m_proxy.set(condition);
    }

private:
    std::vector<std::unique_ptr<SentinelForwarder>> m_sentinels;
    std::shared_ptr<console::LinkThread> m_thread = std::make_shared<console::LinkThread>();
    console::LinkProxy m_proxy{m_thread};
    QString m_target;
};

} // namespace lockscope::soak
