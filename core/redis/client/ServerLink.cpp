// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/ServerLink.h"

#include "core/base/Phrase.h"
#include "core/redis/client/LinkSubscriber.h"
#include "core/redis/client/PersistentConnection.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lockscope::redis {

/// The command connection, and the redirected requests that wait for it.
class ServerLink::Commands final : public std::enable_shared_from_this<Commands> {
public:
    struct Redirected {
        Command command;
        bool isAsking = false;
        Reply<Value> reply;
    };

    Commands(LinkContext context, Task changed)
        : m_context(std::move(context))
        , m_changed(std::move(changed))
    {
    }

    void prepare(const Address& address, Probe probe);
    void send(Redirected request);
    void close(const Error& reason);
    [[nodiscard]] PersistentConnection& connection() const { return *m_connection; }

private:
    void onChanged();
    void sendWaiting();
    void failWaiting(const Error& error);
    void sendNow(Redirected request);

    const LinkContext m_context;
    const Task m_changed;
    std::shared_ptr<PersistentConnection> m_connection;
    std::vector<Redirected> m_waiting;
    Subscription m_waitLimit;
};

void ServerLink::Commands::prepare(const Address& address, Probe probe)
{
    PersistentConnection::Handlers handlers;
    handlers.changed = [weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->onChanged();
    };
    handlers.event = [](const Value&) {};                   // no subscription: no events
    handlers.refused = [](const Command&, const Value&) {}; // the same
    m_connection = std::make_shared<PersistentConnection>(m_context, address, std::move(probe), std::move(handlers));
}

void ServerLink::Commands::send(Redirected request)
{
    if (m_connection->state() == State::Connected)
        return sendNow(std::move(request));
    const bool isFull = m_waiting.size() >= static_cast<std::size_t>(std::max(m_context.settings.maxInFlight, 1));
    if (m_connection->state() != State::Connecting || isFull) {
        auto error = isFull ? Error{ErrorCode::Throttled, {}, {}, {}} : m_connection->whyNotSent();
        m_context.executor.post(
            [reply = std::move(request.reply), error = std::move(error)] { reply(failure(error)); });
        return;
    }
    if (m_waiting.empty())
        m_waitLimit = m_context.executor.after(m_context.settings.connectTimeout, [weak = weak_from_this()] {
            if (const auto self = weak.lock())
                self->failWaiting(self->m_connection->whyNotSent());
        });
    m_waiting.push_back(std::move(request));
}

void ServerLink::Commands::close(const Error& reason)
{
    m_connection->close(reason);
    if (m_waiting.empty())
        return;
    auto error = reason;
    if (error.code == ErrorCode::ConnectionLoss)
        error.code = ErrorCode::NoConnection; // they were not sent
    m_context.executor.post([self = shared_from_this(), error = std::move(error)] { self->failWaiting(error); });
}

void ServerLink::Commands::onChanged()
{
    if (m_connection->state() == State::Connected)
        sendWaiting();
    else if (m_connection->state() == State::AuthFailed)
        failWaiting(m_connection->whyNotSent());
    if (m_connection->state() != State::Closed) // by a reply
        m_changed();
}

void ServerLink::Commands::sendWaiting()
{
    m_waitLimit.reset();
    for (auto& request : std::exchange(m_waiting, {}))
        sendNow(std::move(request));
}

void ServerLink::Commands::failWaiting(const Error& error)
{
    m_waitLimit.reset();
    for (const auto& request : std::exchange(m_waiting, {}))
        request.reply(failure(error));
}

/// ASKING holds for the next command only. Both are sent in one task, so no other command comes between them.
void ServerLink::Commands::sendNow(Redirected request)
{
    if (request.isAsking)
        m_connection->send({"ASKING"}, [](const Result<Value>&) {}); // a failure shows in the next reply
    m_connection->send(request.command, std::move(request.reply));
}

Connection::Settings connectionSettings(const ClientSettings& settings, const Address& address)
{
    Connection::Settings result;
    result.address = address;
    result.user = settings.target.user;
    result.password = settings.password;
    result.database = settings.target.database;
    result.clientName = settings.clientName;
    if (settings.target.tls)
        result.tls = settings.tls;
    result.connectTimeout = settings.connectTimeout;
    result.requestTimeout = settings.requestTimeout;
    result.largestReply = settings.largestReply;
    result.maxInFlight = static_cast<std::size_t>(std::max(settings.maxInFlight, 1));
    result.traffic = settings.traffic;
    return result;
}

ServerLink::ServerLink(LinkContext context, Address address, Probe probe, Handlers handlers)
    : m_address(std::move(address))
    , m_commands(std::make_shared<Commands>(context, std::move(handlers.changed)))
    , m_subscriber(std::make_shared<LinkSubscriber>(context, m_address, std::move(handlers)))
{
    m_commands->prepare(m_address, std::move(probe));
}

ServerLink::~ServerLink()
{
    close({ErrorCode::ConnectionLoss, {}, {}, phrase("the server is not used any more")});
}

void ServerLink::start()
{
    m_commands->connection().start();
}

const Address& ServerLink::address() const
{
    return m_address;
}

ServerLink::State ServerLink::state() const
{
    return m_commands->connection().state();
}

const Error& ServerLink::error() const
{
    return m_commands->connection().error();
}

std::uint64_t ServerLink::connections() const
{
    return m_commands->connection().connections();
}

SteadyTime ServerLink::lastContact() const
{
    return m_commands->connection().lastContact();
}

SteadyTime ServerLink::connectedAt() const
{
    return m_commands->connection().connectedAt();
}

void ServerLink::send(const Command& command, Reply<Value> reply)
{
    m_commands->connection().send(command, std::move(reply));
}

void ServerLink::sendRedirected(Command command, bool isAsking, Reply<Value> reply)
{
    m_commands->send({std::move(command), isAsking, std::move(reply)});
}

void ServerLink::subscribe(ChannelKind kind, const std::string& name)
{
    m_subscriber->subscribe(kind, name);
}

void ServerLink::unsubscribe(ChannelKind kind, const std::string& name)
{
    m_subscriber->unsubscribe(kind, name);
}

bool ServerLink::isConfirmed(ChannelKind kind, const std::string& name) const
{
    return m_subscriber->isConfirmed(kind, name);
}

void ServerLink::reconnect(const Error& reason)
{
    m_commands->connection().reconnect(reason);
    m_subscriber->reconnect(reason);
}

void ServerLink::close(const Error& reason)
{
    m_commands->close(reason);
    m_subscriber->close(reason);
}

} // namespace lockscope::redis
