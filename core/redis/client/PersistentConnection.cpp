// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/PersistentConnection.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <random>
#include <utility>

namespace lockscope::redis {

namespace {

/// A connection that lasted for less is no success: the next attempts have pauses.
constexpr Duration leastLife = std::chrono::seconds(1);

Backoff::Random uniform()
{
    return [random = std::minstd_rand(std::random_device()())]() mutable {
        return std::uniform_real_distribution<double>()(random);
    };
}

} // namespace

PersistentConnection::PersistentConnection(LinkContext context, Address address, ServerLink::Probe probe,
                                           Handlers handlers)
    : m_context(std::move(context))
    , m_address(std::move(address))
    , m_probe(std::move(probe))
    , m_handlers(std::move(handlers))
    , m_backoff(m_context.settings.random ? m_context.settings.random : uniform())
{
}

void PersistentConnection::start()
{
    m_isStarted = true;
    static_cast<void>(m_backoff.next()); // the first attempt
    open();
}

SteadyTime PersistentConnection::lastContact() const
{
    return m_connection ? std::max(m_lastContact, m_connection->lastContact()) : m_lastContact;
}

void PersistentConnection::send(const Command& command, Reply<Value> reply)
{
    if (m_state == State::Connected)
        return m_connection->send(command, std::move(reply));
    m_context.executor.post([reply = std::move(reply), error = whyNotSent()] { reply(failure(error)); });
}

void PersistentConnection::sendSubscription(const Command& command)
{
    m_connection->sendSubscription(command);
}

Error PersistentConnection::whyNotSent() const
{
    if (m_state == State::AuthFailed || m_state == State::Closed)
        return m_error;
    return {ErrorCode::NoConnection, {}, label(), m_error.detail};
}

void PersistentConnection::reconnect(const Error& reason)
{
    if (!m_isStarted || m_state == State::AuthFailed || m_state == State::Closed)
        return;
    drop(reason);
    m_context.executor.post(inAttempt([](PersistentConnection& self) { self.m_handlers.changed(); }));
}

void PersistentConnection::close(const Error& reason)
{
    if (m_state == State::Closed)
        return;
    ++m_attempt;
    m_state = State::Closed;
    m_error = reason;
    release(reason);
}

void PersistentConnection::open()
{
    ++m_attempt;
    Connection::Handlers handlers;
    handlers.ready = inAttempt([](PersistentConnection& self) { self.probe(); });
    handlers.closed = inAttempt([](PersistentConnection& self, const Error& error) { self.onLost(error); });
    handlers.event = inAttempt([](PersistentConnection& self, const Value& event) { self.m_handlers.event(event); });
    handlers.refused = inAttempt([](PersistentConnection& self, const Command& command, const Value& error) {
        self.m_handlers.refused(command, error);
    });
    m_connection = std::make_shared<Connection>(m_context.executor, m_context.transports,
                                                connectionSettings(m_context.settings, m_address), std::move(handlers),
                                                m_context.log);
    m_connection->open();
}

void PersistentConnection::probe()
{
    m_connectedAt = m_context.executor.clock().now(); // not later than the first contact
    m_connection->send(m_probe.command,
                       inAttempt([](PersistentConnection& self, const Result<Value>& reply) { self.onProbed(reply); }));
}

void PersistentConnection::onProbed(const Result<Value>& reply)
{
    if (auto problem = whyUnusable(reply))
        onLost(*problem);
    else
        becomeReady();
}

std::optional<Error> PersistentConnection::whyUnusable(const Result<Value>& reply) const
{
    if (!reply)
        return reply.error();
    const auto code = reply->errorCode();
    if (code == "NOAUTH")
        return Error{ErrorCode::AuthFailed, {}, {}, reply->text()};
    if (code == "LOADING")
        return Error{ErrorCode::NoConnection, {}, {}, phrase("%1 is loading its data", label())};
    // A server with too many clients sends this instead of a reply, and closes the connection.
    const bool isFull = reply->isError() && reply->text().starts_with("ERR max number of clients");
    if (m_probe.check && !isFull)
        return m_probe.check(*reply);
    if (reply->isError() && code != "NOPERM") // a user may have no right to PING
        return Error{ErrorCode::NoConnection, {}, {}, reply->text()};
    return std::nullopt;
}

void PersistentConnection::becomeReady()
{
    m_state = State::Connected;
    m_error = {};
    ++m_connections;
    armHeartbeat(m_connectedAt + m_context.settings.lostAfter / 3);
    m_context.log.write(LogLevel::Info, "redis", "Connected to " + label());
    m_handlers.changed();
}

void PersistentConnection::onLost(const Error& error)
{
    drop(error);
    m_handlers.changed();
}

/// The connection is lost, or could not be made or used. The next attempt follows. `error`: a copy, because the
/// original may belong to the connection.
void PersistentConnection::drop(Error error)
{
    const bool wasReady = std::exchange(m_state, State::Connecting) == State::Connected;
    ++m_attempt;
    release(error);
    if (m_error != error)
        m_context.log.write(LogLevel::Warning, "redis", label() + ": " + describe(error));
    const bool isFinal = error.code == ErrorCode::AuthFailed;
    m_error = std::move(error);
    if (isFinal) {
        m_state = State::AuthFailed;
        return;
    }
    if (wasReady && m_context.executor.clock().now() - m_connectedAt >= leastLife)
        m_backoff.reset();
    m_retry = m_context.executor.after(m_backoff.next(), inAttempt([](PersistentConnection& self) { self.open(); }));
}

/// Drops the connection of this attempt; its handlers are not called any more.
void PersistentConnection::release(const Error& reason)
{
    m_retry.reset();
    m_heartbeat.reset();
    const auto released = std::exchange(m_connection, nullptr);
    if (!released)
        return;
    m_lastContact = std::max(m_lastContact, released->lastContact());
    released->close(reason);
}

void PersistentConnection::armHeartbeat(SteadyTime at)
{
    const auto left = std::max<Duration>(at - m_context.executor.clock().now(), Duration::zero());
    m_heartbeat = m_context.executor.after(left, inAttempt([](PersistentConnection& self) { self.onHeartbeat(); }));
}

void PersistentConnection::onHeartbeat()
{
    const Duration interval = m_context.settings.lostAfter / 3;
    const auto now = m_context.executor.clock().now();
    const auto due = lastContact() + interval;
    if (now < due)
        return armHeartbeat(due);
    // Without a reply the connection is closed by its own limit.
    m_connection->send({"PING"}, [](const Result<Value>&) {});
    armHeartbeat(now + interval);
}

std::string PersistentConnection::label() const
{
    return toString(m_address);
}

} // namespace lockscope::redis
