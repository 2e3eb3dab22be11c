// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/ForwarderHub.h"

#include "core/base/Phrase.h"
#include "core/connect/PeerOwner.h"

#include <QHostAddress>
#include <QNetworkProxy>

#include <utility>

namespace lockscope::connect {

namespace {

// A process has a few sessions and requests; a thousand connections are a fault of the client.
constexpr std::size_t mostConnections = 1'024;

} // namespace

ForwarderHub::ForwarderHub(std::vector<ForwardRoute> routes, std::unique_ptr<TlsWay> tls,
                           std::optional<SshSettings> ssh)
    : m_routes(std::move(routes))
    , m_tls(std::move(tls))
    , m_ssh(std::move(ssh))
{
}

ForwarderHub::~ForwarderHub()
{
    for (ForwardedConnection* const connection : std::exchange(m_connections, {})) {
        connection->disconnect(this);
        delete connection;
    }
}

void ForwarderHub::open(Opened opened)
{
    Result<void> ready = listen();
    if (ready && m_ssh)
        ready = prepareTunnel(*m_ssh);
    if (!ready || !m_tunnel) {
        opened(ready);
        return;
    }
    m_opened = std::move(opened);
    m_tunnel->start();
}

Result<void> ForwarderHub::listen()
{
    for (std::size_t i = 0; i < m_routes.size(); ++i) {
        auto listener = std::make_unique<QTcpServer>();
        listener->setProxy(QNetworkProxy::NoProxy);
        if (!listener->listen(QHostAddress::LocalHost))
            return failure(ErrorCode::System, phraseLater("forward connections to"), zk::toString(m_routes[i].server),
                           phrase("no free port on 127.0.0.1: %1", listener->errorString()));
        connect(listener.get(), &QTcpServer::newConnection, this, [this, i, server = listener.get()] {
            while (QTcpSocket* const client = server->nextPendingConnection())
                accept(i, client);
        });
        m_listeners.push_back(std::move(listener));
    }
    return {};
}

Result<void> ForwarderHub::prepareTunnel(const SshSettings& ssh)
{
    std::vector<zk::Server> servers;
    for (const ForwardRoute& route : m_routes)
        servers.push_back(route.server);
    m_tunnel = std::make_unique<SshTunnel>(ssh, std::move(servers));
    connect(m_tunnel.get(), &SshTunnel::up, this, &ForwarderHub::onTunnelUp);
    connect(m_tunnel.get(), &SshTunnel::down, this, &ForwarderHub::onTunnelDown);
    return m_tunnel->prepare();
}

std::vector<quint16> ForwarderHub::ports() const
{
    std::vector<quint16> ports;
    for (const auto& listener : m_listeners)
        ports.push_back(listener->serverPort());
    return ports;
}

bool ForwarderHub::isOurs(const QTcpSocket& client, RouteErrors& trouble) const
{
    switch (ownerOfPeer(client.peerAddress(), client.peerPort(), client.localPort())) {
    case PeerOwner::OurProcess:
        return true;
    case PeerOwner::OtherUser: // not an attempt of this process: no error to report
        return false;
    case PeerOwner::Unknown:
        trouble.set(Error{ErrorCode::Refused,
                          phraseLater("forward a connection"),
                          {},
                          phrase("the system does not report the owner of the connection, so the connection was "
                                 "refused. Make sure that /proc is mounted")});
        return false;
    }
    return false;
}

void ForwarderHub::accept(std::size_t route, QTcpSocket* client)
{
    const ForwardRoute& way = m_routes[route];
    if (m_connections.size() >= mostConnections || !isOurs(*client, *way.trouble)) {
        client->abort();
        client->deleteLater();
        return;
    }
    auto* const connection = new ForwardedConnection(client, way.server, way.tls ? m_tls.get() : nullptr, this);
    m_connections.push_back(connection);
    connect(connection, &ForwardedConnection::answered, this, [&way] { way.trouble->set(std::nullopt); });
    connect(connection, &ForwardedConnection::failed, this,
            [this, route](const Error& error, bool silently) { onFailed(route, error, silently); });
    connect(connection, &ForwardedConnection::over, this, [this, connection] {
        std::erase(m_connections, connection);
        std::erase_if(m_waiting, [connection](const Waiting& one) { return one.connection == connection; });
        connection->deleteLater();
    });
    if (m_tunnel && !m_tunnel->isUp()) {
        m_waiting.push_back({connection, route});
        m_tunnel->start();
    } else {
        lead(connection, route);
    }
}

void ForwarderHub::lead(ForwardedConnection* connection, std::size_t route)
{
    if (!m_tunnel) {
        connection->connectToServer();
        return;
    }
    if (const Result<int> socket = m_tunnel->connectTo(route)) {
        connection->connectThrough(*socket);
    } else {
        m_routes[route].trouble->set(socket.error());
        connection->abort();
    }
}

void ForwarderHub::onFailed(std::size_t route, Error error, bool silently)
{
    if (silently && m_tunnel) {
        if (std::string reported = m_tunnel->takeComplaint(); !reported.empty())
            error.detail = std::move(reported);
    }
    m_routes[route].trouble->set(std::move(error));
}

void ForwarderHub::onTunnelUp()
{
    if (const Opened opened = std::exchange(m_opened, nullptr))
        opened({});
    for (const Waiting& one : std::exchange(m_waiting, {}))
        lead(one.connection, one.route);
}

void ForwarderHub::onTunnelDown(const Error& error)
{
    for (const ForwardRoute& route : m_routes)
        route.trouble->set(error);
    for (const Waiting& one : std::exchange(m_waiting, {}))
        one.connection->abort();
    if (const Opened opened = std::exchange(m_opened, nullptr))
        opened(failure(error));
}

} // namespace lockscope::connect

#include "moc_ForwarderHub.cpp"
