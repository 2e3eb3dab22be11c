// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redis/FakeRedisLink.h"

namespace lockscope::test {

FakeRedisLink::FakeRedisLink(const std::shared_ptr<FakeRedisNetwork::State>& network, Executor& client, Ends ends,
                             redis::Transport::Handlers handlers)
    : m_network(network)
    , m_client(client)
    , m_ends(std::move(ends))
    , m_handlers(std::make_shared<const redis::Transport::Handlers>(std::move(handlers)))
{
    const auto isBlocked = [weak = m_network, from = m_ends.client, to = m_ends.server] {
        const auto alive = weak.lock();
        return !alive || alive->isPartitioned(from, to);
    };
    m_toServer = std::make_shared<FakeWire>(network->servers, isBlocked);
    m_toClient = std::make_shared<FakeWire>(client, isBlocked);
}

void FakeRedisLink::open(Duration timeout)
{
    sendToServer([](FakeRedisLink& link) { link.onConnect(); });
    m_timer = m_client.after(
        timeout, whileAlive([](FakeRedisLink& link) { link.endAtClient(link.refused("the server did not answer")); }));
}

void FakeRedisLink::send(std::string_view bytes)
{
    sendToServer([copy = std::string(bytes)](FakeRedisLink& link) { link.onBytes(copy); });
}

void FakeRedisLink::closeByClient()
{
    m_timer.reset();
    if (std::exchange(m_handlers, nullptr))
        sendToServer([](FakeRedisLink& link) { link.finish(); });
}

void FakeRedisLink::resume()
{
    m_toServer->resume();
    m_toClient->resume();
}

void FakeRedisLink::cut()
{
    m_toServer->clear();
    m_toClient->clear();
    disconnectServer();
    m_client.post(whileAlive([](FakeRedisLink& link) { link.endAtClient(link.lost("connection reset")); }));
    if (!m_handlers) // the message by which the client closed is lost
        finish();
}

void FakeRedisLink::sendToServer(std::function<void(FakeRedisLink&)> arrival)
{
    if (const auto network = m_network.lock())
        m_toServer->send(whileAlive(std::move(arrival)), network->nextLatency());
}

void FakeRedisLink::sendToClient(std::function<void(FakeRedisLink&)> arrival)
{
    if (const auto network = m_network.lock())
        m_toClient->send(whileAlive(std::move(arrival)), network->nextLatency());
}

Task FakeRedisLink::whileAlive(std::function<void(FakeRedisLink&)> member)
{
    return [weak = weak_from_this(), member = std::move(member)] {
        if (const auto link = weak.lock())
            member(*link);
    };
}

// ---- In tasks of the server

void FakeRedisLink::onConnect()
{
    const auto network = m_network.lock();
    FakeRedis* server = network ? network->reachable(m_ends.server) : nullptr;
    if (!server) {
        sendToClient([](FakeRedisLink& link) { link.endAtClient(link.refused("connection refused")); });
        return;
    }
    m_connection = server->connect({
        .client = m_ends.client,
        .send =
            [weak = weak_from_this()](std::string_view bytes) {
                if (const auto link = weak.lock())
                    link->sendToClient([copy = std::string(bytes)](FakeRedisLink& self) {
                        if (const auto handlers = self.m_handlers)
                            handlers->received(copy);
                    });
            },
        .close = whileAlive([](FakeRedisLink& link) { link.onClosedByServer(); }),
    });
    sendToClient([](FakeRedisLink& link) { link.onOpened(); });
}

void FakeRedisLink::onBytes(std::string_view bytes)
{
    const auto network = m_network.lock();
    FakeRedis* server = network && m_connection != 0 ? network->reachable(m_ends.server) : nullptr;
    if (server)
        server->receive(m_connection, bytes);
}

void FakeRedisLink::onClosedByServer()
{
    m_connection = 0;
    sendToClient([](FakeRedisLink& link) { link.endAtClient(link.lost("the server has closed the connection")); });
}

void FakeRedisLink::disconnectServer()
{
    const auto connection = std::exchange(m_connection, 0);
    const auto network = m_network.lock();
    FakeRedis* server = network && connection != 0 ? network->reachable(m_ends.server) : nullptr;
    if (server)
        server->disconnect(connection);
}

void FakeRedisLink::finish()
{
    disconnectServer();
    if (const auto network = m_network.lock())
        network->links.erase(m_ends.number);
}

// ---- In tasks of the client

void FakeRedisLink::onOpened()
{
    m_timer.reset();
    if (const auto handlers = m_handlers)
        handlers->opened();
}

void FakeRedisLink::endAtClient(const Error& reason)
{
    m_timer.reset();
    const auto handlers = std::exchange(m_handlers, nullptr);
    if (!handlers)
        return;
    sendToServer([](FakeRedisLink& link) { link.finish(); });
    handlers->closed(reason);
}

Error FakeRedisLink::refused(std::string detail) const
{
    return {ErrorCode::NoConnection, "connect to", toString(m_ends.server), std::move(detail)};
}

Error FakeRedisLink::lost(std::string detail) const
{
    return {ErrorCode::ConnectionLoss, {}, toString(m_ends.server), std::move(detail)};
}

} // namespace lockscope::test
