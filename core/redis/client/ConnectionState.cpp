// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/ConnectionState.h"

#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/redis/client/FirstCommands.h"

#include <algorithm>
#include <utility>

namespace lockscope::redis {

namespace {

constexpr std::string_view messageEvents[] = {"message", "pmessage", "smessage"};
constexpr std::string_view subscriptionEvents[] = {"subscribe",    "unsubscribe", "psubscribe",
                                                   "punsubscribe", "ssubscribe",  "sunsubscribe"};
/// A connection without a byte for this many request timeouts is dead.
constexpr int silentTimeouts = 3;

/// The value is an Array whose first item is one of `words`, and which has what an event has.
template <std::size_t Count> bool beginsWithOneOf(const Value& value, const std::string_view (&words)[Count])
{
    return value.items().size() >= 3 &&
           std::find(std::begin(words), std::end(words), value.items().front().text()) != std::end(words);
}

std::chrono::milliseconds inMilliseconds(Duration duration)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(duration);
}

} // namespace

Connection::State::State(Executor& executor, Transports& transports, Settings settings, Handlers handlers, Log log)
    : m_executor(executor)
    , m_transports(transports)
    , m_settings(std::move(settings))
    , m_handlers(std::move(handlers))
    , m_log(std::move(log))
    , m_end(failureOf(ErrorCode::NoConnection))
    , m_reader(m_settings.largestReply)
{
}

void Connection::State::open()
{
    m_transport = m_transports.open(m_settings.address, m_settings.tls, m_settings.connectTimeout,
                                    {weakly(&State::onOpened), weakly(&State::onReceived), weakly(&State::lose)});
}

void Connection::State::onOpened()
{
    m_phase = Phase::FirstCommands;
    std::string bytes;
    for (const auto& command : firstCommands(m_settings)) {
        bytes += encoded(command);
        count(&Traffic::requests);
        m_pending.addRequest([this, name = command.front()](const Result<Value>& reply) { onFirstReply(name, *reply); },
                             now());
    }
    if (m_pending.isEmpty()) {
        becomeReady();
        return;
    }
    startTimer(now() + m_settings.connectTimeout, &State::onNoFirstReply);
    m_transport->send(bytes);
}

void Connection::State::onFirstReply(const std::string& name, const Value& reply)
{
    if (const auto problem = firstCommandFailure(name, reply, m_settings.address, m_settings.password))
        return lose(*problem);
    if (reply.isError())
        m_log.write(LogLevel::Warning, "redis",
                    toString(m_settings.address) + " refused the name of the client: " + reply.text());
    if (m_pending.isEmpty())
        becomeReady();
}

void Connection::State::onNoFirstReply()
{
    lose(failureOf(ErrorCode::NoConnection, phrase("the server did not answer the first commands")));
}

void Connection::State::becomeReady()
{
    m_timer.reset();
    m_phase = Phase::Ready;
    if (m_handlers.ready)
        m_handlers.ready();
}

void Connection::State::send(const Command& command, Reply<Value> reply)
{
    const auto refuse = [&](Error error) {
        m_executor.post([reply = std::move(reply), error = std::move(error)] { reply(failure(error)); });
    };
    if (m_phase != Phase::Ready)
        return refuse(m_end);
    if (m_pending.size() >= m_settings.maxInFlight)
        return refuse(failureOf(ErrorCode::Throttled, phrase("%1 requests are not answered yet", m_pending.size())));
    const auto time = now();
    write(command, time);
    m_pending.addRequest(std::move(reply), time);
    setTimer();
}

void Connection::State::sendSubscription(const Command& command)
{
    if (m_phase != Phase::Ready)
        return;
    m_isSubscriber = true;
    const auto time = now();
    write(command, time);
    m_pending.addSubscription(command, time);
    setTimer();
}

void Connection::State::write(const Command& command, SteadyTime time)
{
    if (m_pending.isEmpty())
        m_silentSince = time;
    m_transport->send(encoded(command));
    count(&Traffic::requests);
}

void Connection::State::onReceived(std::string_view bytes)
{
    m_silentSince = now();
    while (m_phase != Phase::Ended) {
        auto value = m_reader.next(bytes);
        if (!value)
            return onUnreadable(value.error());
        if (!*value)
            return;
        onValue(std::move(**value));
    }
}

void Connection::State::onValue(Value value)
{
    if (m_isSubscriber && (beginsWithOneOf(value, messageEvents) || beginsWithOneOf(value, subscriptionEvents)))
        return onEvent(value);
    if (m_pending.isEmpty()) // the reason why the server ends the connection, such as too many clients
        return lose(failureOf(ErrorCode::ConnectionLoss,
                              value.isError() ? value.text() : phrase("the server sent a reply without a request")));
    const auto answered = m_pending.takeOldest();
    m_lastContact = answered.sentAt;
    if (answered.reply)
        answered.reply(std::move(value));
    else if (answered.isSubscription())
        onSubscriptionReply(answered.subscription, value);
}

void Connection::State::onSubscriptionReply(const Command& command, const Value& reply)
{
    if (!reply.isError())
        return lose(failureOf(ErrorCode::ConnectionLoss, phrase("the server did not confirm a subscription")));
    if (m_handlers.refused)
        m_handlers.refused(command, reply);
}

void Connection::State::onEvent(const Value& event)
{
    if (beginsWithOneOf(event, messageEvents))
        count(&Traffic::messages);
    else if (const auto sentAt = m_pending.confirm(event))
        m_lastContact = *sentAt;
    if (m_handlers.event)
        m_handlers.event(event);
}

void Connection::State::onUnreadable(const Error& why)
{
    if (why.code == ErrorCode::TooLarge && m_phase == Phase::Ready && !m_isSubscriber && !m_pending.isEmpty()) {
        if (const auto reply = m_pending.takeOldest().reply)
            reply(failure(failureOf(ErrorCode::TooLarge, why.detail)));
    }
    lose(failureOf(ErrorCode::ConnectionLoss, why.detail));
}

void Connection::State::setTimer()
{
    if (m_isTimerSet)
        return;
    auto due = m_silentSince + silentTimeouts * m_settings.requestTimeout;
    if (const auto oldest = m_pending.oldestOpen())
        due = std::min(due, *oldest + m_settings.requestTimeout);
    m_isTimerSet = true;
    startTimer(due, &State::onTimer);
}

/// After a late turn, as when this process was stopped, the server's bytes may not have been read yet: they are first.
void Connection::State::startTimer(SteadyTime due, void (State::*limit)())
{
    const auto grace = m_settings.requestTimeout / 10;
    m_timer = m_executor.after(due - now(), [weak = weak_from_this(), due, limit, grace] {
        const auto self = weak.lock();
        if (!self)
            return;
        if (self->now() - due > grace)
            self->startTimer(self->now() + grace, limit);
        else
            (self.get()->*limit)();
    });
}

void Connection::State::onTimer()
{
    m_isTimerSet = false;
    const auto time = now();
    while (const auto reply = m_pending.takeExpired(time - m_settings.requestTimeout))
        reply(failure(failureOf(ErrorCode::OperationTimeout)));
    if (m_phase == Phase::Ended || m_pending.isEmpty())
        return;
    if (const auto silence = time - m_silentSince; silence >= silentTimeouts * m_settings.requestTimeout)
        lose(failureOf(ErrorCode::ConnectionLoss,
                       phrase("the server has sent nothing for %1", durationText(inMilliseconds(silence)))));
    else
        setTimer();
}

void Connection::State::lose(const Error& why)
{
    if (m_phase == Phase::Ended)
        return;
    auto reported = m_phase == Phase::Ready ? failureOf(ErrorCode::ConnectionLoss, why.detail) : why;
    if (m_phase != Phase::Ready && why.code == ErrorCode::ConnectionLoss) // no request was sent
        reported.code = ErrorCode::NoConnection;
    auto replies = m_pending.takeAll();
    if (std::exchange(m_phase, Phase::Ended) != Phase::Ready)
        replies.clear(); // of the first commands
    m_end = failureOf(ErrorCode::NoConnection, why.detail);
    m_timer.reset();
    m_transport.reset(); // from here on `why` may not exist
    for (const auto& reply : replies)
        reply(failure(failureOf(ErrorCode::ConnectionLoss, reported.detail)));
    if (!m_isClosedByOwner && m_handlers.closed)
        m_handlers.closed(reported);
}

void Connection::State::close(const Error& reason)
{
    m_isClosedByOwner = true;
    if (m_phase == Phase::Ended)
        return;
    auto replies = m_pending.takeAll();
    if (std::exchange(m_phase, Phase::Ended) == Phase::Ready && !replies.empty())
        m_executor.post([replies = std::move(replies), reason] {
            for (const auto& reply : replies)
                reply(failure(reason));
        });
    m_end = reason;
    m_timer.reset();
    m_transport.reset();
}

void Connection::State::count(std::atomic<std::uint64_t> Traffic::*what)
{
    if (m_settings.traffic)
        ((*m_settings.traffic).*what).fetch_add(1, std::memory_order_relaxed);
}

Error Connection::State::failureOf(ErrorCode code, std::string detail) const
{
    const auto* const operation =
        code == ErrorCode::NoConnection ? phraseLater("connect to") : phraseLater("send a request to");
    return {code, operation, toString(m_settings.address), std::move(detail)};
}

} // namespace lockscope::redis
