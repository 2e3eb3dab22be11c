// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/faults/LinkHub.h"

#include "core/base/Phrase.h"
#include "core/simulate/faults/LinkConnection.h"
#include "core/simulate/faults/SessionEnding.h"

#include <QTcpSocket>

#include <algorithm>
#include <numeric>
#include <utility>

namespace lockscope::console {

namespace {

// While all traffic is dropped, a client gives up and reconnects again and again. Its dead connections stay until the
// fault ends.
constexpr std::size_t mostConnections = 4'096;
// Only the last session of each client matters; a process may have a thousand clients.
constexpr std::size_t mostSessions = 4'096;

} // namespace

LinkHub::LinkHub(std::vector<LinkRoute> routes)
    : m_routes(std::move(routes))
{
}

LinkHub::~LinkHub()
{
    for (Listener& listener : m_listeners) {
        for (LinkConnection* const connection : std::exchange(listener.connections, {})) {
            connection->disconnect(this);
            delete connection;
        }
    }
}

Result<void> LinkHub::listen()
{
    for (const LinkRoute& route : m_routes) {
        Listener listener;
        listener.server = std::make_unique<QTcpServer>();
        if (!listener.server->listen(route.listenAddress, route.listenPort))
            return failure(ErrorCode::System, phraseLater("open a link on"),
                           route.listenAddress.toString().toStdString(),
                           phrase("cannot listen on this address: %1", listener.server->errorString()));
        m_listeners.push_back(std::move(listener));
    }
    for (std::size_t i = 0; i < m_listeners.size(); ++i) {
        QTcpServer* const server = m_listeners[i].server.get();
        connect(server, &QTcpServer::newConnection, this, [this, i, server] {
            while (QTcpSocket* const client = server->nextPendingConnection())
                accept(m_listeners[i], m_routes[i], client);
        });
    }
    return {};
}

std::vector<quint16> LinkHub::ports() const
{
    std::vector<quint16> ports;
    for (const Listener& listener : m_listeners)
        ports.push_back(listener.server->serverPort());
    return ports;
}

std::size_t LinkHub::connectionCount() const
{
    return std::accumulate(m_listeners.begin(), m_listeners.end(), std::size_t(0),
                           [](std::size_t sum, const Listener& listener) { return sum + listener.connections.size(); });
}

void LinkHub::accept(Listener& listener, const LinkRoute& route, QTcpSocket* client)
{
    const bool refused = listener.condition.cut || listener.cut || m_endings > 0 ||
                         connectionCount() >= mostConnections || !client->peerAddress().isLoopback();
    if (refused) {
        client->abort();
        client->deleteLater();
        return;
    }
    auto* const connection = new LinkConnection(client, route.host, route.port, listener.condition, this);
    listener.connections.push_back(connection);
    connect(connection, &LinkConnection::greeted, this, [this](const LinkGreeting& greeting) {
        if (m_sessions.size() >= mostSessions)
            m_sessions.erase(m_sessions.begin()); // session ids grow: the first is the oldest
        m_sessions.insert_or_assign(greeting.session, greeting);
    });
    connect(connection, &LinkConnection::over, this, [&listener, connection] {
        std::erase(listener.connections, connection);
        connection->deleteLater();
    });
}

void LinkHub::breakConnections(Listener& listener)
{
    const auto connections = listener.connections; // a copy: each connection removes itself
    for (LinkConnection* const connection : connections)
        connection->abort();
}

void LinkHub::set(const LinkCondition& condition, const std::vector<std::size_t>& routes)
{
    for (std::size_t i = 0; i < m_listeners.size(); ++i) {
        if (!routes.empty() && std::find(routes.begin(), routes.end(), i) == routes.end())
            continue;
        Listener& listener = m_listeners[i];
        listener.condition = condition;
        if (condition.cut)
            breakConnections(listener);
        for (LinkConnection* const connection : listener.connections)
            connection->set(condition);
    }
}

void LinkHub::cutRoute(std::size_t index, bool cut)
{
    if (index >= m_listeners.size())
        return;
    m_listeners[index].cut = cut;
    if (cut)
        breakConnections(m_listeners[index]);
}

void LinkHub::endSessions(quint64 request, std::chrono::milliseconds waitLimit)
{
    if (m_sessions.empty()) {
        Q_EMIT sessionsEnded(
            request,
            Error{ErrorCode::Refused, phraseLater("end the session"), {}, phrase("no session has used this link yet")});
        return;
    }
    // The server closes the client's connection when the session is taken over. A client that reconnects before the
    // close is processed would take the session back.
    ++m_endings;
    for (Listener& listener : m_listeners)
        breakConnections(listener);
    std::vector<SessionEnding::Target> servers;
    for (const LinkRoute& route : m_routes)
        servers.push_back({route.host, route.port});
    struct Round {
        std::size_t left = 0;
        std::optional<Error> error;
    };
    const auto round = std::make_shared<Round>();
    round->left = m_sessions.size();
    for (const auto& session : std::exchange(m_sessions, {})) {
        auto* const ending = new SessionEnding(session.second, servers, waitLimit, this);
        connect(ending, &SessionEnding::finished, this, [=, this](const std::optional<Error>& error) {
            ending->deleteLater();
            if (error) {
                round->error = error;
                m_sessions.insert(session); // allows a retry
            }
            if (--round->left > 0)
                return;
            --m_endings;
            Q_EMIT sessionsEnded(request, round->error);
        });
        ending->start();
    }
}

} // namespace lockscope::console

#include "moc_LinkHub.cpp"
