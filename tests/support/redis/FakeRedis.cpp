// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/redis/FakeRedis.h"

#include "tests/support/redis/FakeCommand.h"

#include <algorithm>

namespace lockscope::test {

using redis::Command;
using redis::Value;

namespace {

Value readOnlyReplica()
{
    return Value::error("READONLY You can't write against a read only replica.");
}

} // namespace

FakeRedis::FakeRedis(Executor& executor)
    : FakeRedis(executor, Settings())
{
}

FakeRedis::FakeRedis(Executor& executor, Settings settings)
    : m_executor(executor)
    , m_settings(std::move(settings))
    , m_store([this] { return now(); })
{
}

FakeRedis::~FakeRedis() = default;

std::int64_t FakeRedis::now() const
{
    return (m_executor.clock().wallNow().time_since_epoch() + m_clockOffset).count();
}

std::uint64_t FakeRedis::connect(FakePeer peer)
{
    auto session = std::make_shared<FakeSession>();
    session->id = ++m_lastSession;
    session->peer = std::move(peer);
    session->isAuthenticated = m_settings.password.empty();
    m_sessions.emplace(m_lastSession, std::move(session));
    return m_lastSession;
}

void FakeRedis::receive(std::uint64_t connection, std::string_view bytes)
{
    const auto it = m_sessions.find(connection);
    if (it == m_sessions.end() || it->second->isAbandoned)
        return;
    it->second->reader.append(bytes);
    proceed(connection);
}

void FakeRedis::disconnect(std::uint64_t connection)
{
    const auto it = m_sessions.find(connection);
    if (it == m_sessions.end())
        return;
    FakeSession& session = *it->second;
    session.isAbandoned = true;
    session.peer.send = nullptr;
    session.peer.close = nullptr;
    if (!session.isHeld)
        forget(connection);
}

void FakeRedis::forget(std::uint64_t connection)
{
    const auto it = m_sessions.find(connection);
    if (it == m_sessions.end())
        return;
    forgetSubscriptions(*it->second);
    m_sessions.erase(it);
}

void FakeRedis::proceed(std::uint64_t connection)
{
    for (;;) {
        const auto it = m_sessions.find(connection);
        if (it == m_sessions.end())
            return;
        const auto session = it->second; // an observer may close it
        if (!takeNext(*session)) {
            if (session->isAbandoned && !session->isHeld)
                forget(connection);
            return;
        }
        const Command words = std::move(*session->next);
        session->next.reset();
        execute(*session, words);
        if (session->isClosing)
            close(connection);
    }
}

bool FakeRedis::takeNext(FakeSession& session)
{
    if (session.isMute || session.isHeld || session.waitsFor)
        return false;
    if (session.next)
        return true; // it was held
    session.next = session.reader.next();
    if (session.next) {
        const auto fault = m_faults.take(*session.next, session.peer.client);
        return !fault || applyFault(session, *fault);
    }
    if (!session.reader.error().empty()) {
        send(session, Value::error("ERR " + session.reader.error()));
        close(session.id);
    }
    return false;
}

void FakeRedis::execute(FakeSession& session, const Command& words)
{
    m_log.push_back({session.peer.client, words});
    if (m_observer)
        m_observer(Logged(m_log.back()));
    const auto answer = reply(session, words);
    m_store.endWrite();
    if (answer)
        send(session, *answer);
}

std::optional<Value> FakeRedis::reply(FakeSession& session, const Command& words)
{
    if (m_answers) {
        if (auto answer = m_answers(words))
            return answer;
    }
    Value error;
    const commands::FakeCommand* command = commands::findCommand(words, error);
    if (!command)
        return error;
    if (!commands::hasArity(*command, words.size()))
        return commands::wrongNumberOfArguments(commands::fullName(*command, words));
    if (auto refused = refusal(session, *command, words))
        return refused;
    commands::FakeCall call{*this, session, m_store, words, session.database};
    return command->run(call);
}

std::optional<Value> FakeRedis::refusal(const FakeSession& session, const commands::FakeCommand& command,
                                        const Command& words) const
{
    if (!session.isAuthenticated && (command.flags & commands::FakeCommand::BeforeAuth) == 0)
        return Value::error("NOAUTH Authentication required.");
    if (m_master && (command.flags & commands::FakeCommand::Write) != 0)
        return readOnlyReplica();
    if (session.isSubscribed() && (command.flags & commands::FakeCommand::Subscribed) == 0)
        return Value::error(
            "ERR Can't execute '" + commands::fullName(command, words) +
            "': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT / RESET are allowed in this context");
    return std::nullopt;
}

Value FakeRedis::callFromScript(FakeSession& session, int& database, const Command& words)
{
    Value error;
    const commands::FakeCommand* command = commands::findCommand(words, error);
    if (!command)
        return Value::error("ERR Unknown Redis command called from script");
    if (!commands::hasArity(*command, words.size()))
        return Value::error("ERR Wrong number of args calling Redis command from script");
    if ((command->flags & commands::FakeCommand::NoScript) != 0)
        return Value::error("ERR This Redis command is not allowed from script");
    if (m_master && (command->flags & commands::FakeCommand::Write) != 0)
        return readOnlyReplica();
    commands::FakeCall call{*this, session, m_store, words, database, true};
    return command->run(call).value_or(Value());
}

Value FakeRedis::run(const Command& words)
{
    FakeSession session;
    session.isAuthenticated = true;
    const auto answer = reply(session, words);
    m_store.endWrite();
    return answer.value_or(Value());
}

void FakeRedis::answerWith(std::function<std::optional<Value>(const Command&)> handler)
{
    m_answers = std::move(handler);
}

void FakeRedis::send(FakeSession& session, const Value& value)
{
    if (!session.isMute && session.peer.send)
        session.peer.send(encodedReply(value));
}

void FakeRedis::close(std::uint64_t connection)
{
    const auto it = m_sessions.find(connection);
    if (it == m_sessions.end())
        return;
    const auto session = it->second;
    forget(connection);
    if (session->peer.close)
        session->peer.close();
}

std::size_t FakeRedis::count(std::string_view command) const
{
    const auto name = commands::lowerCase(command);
    return static_cast<std::size_t>(std::count_if(m_log.begin(), m_log.end(), [&](const Logged& each) {
        return commands::lowerCase(each.words.front()) == name;
    }));
}

// ---- Channels

void FakeRedis::forgetSubscriptions(const FakeSession& session)
{
    for (Subscribers* all : {&m_channels, &m_patterns, &m_shards}) {
        for (auto it = all->begin(); it != all->end();) {
            std::erase(it->second, session.id);
            it = it->second.empty() ? all->erase(it) : std::next(it);
        }
    }
}

std::size_t FakeRedis::publish(const std::string& channel, const std::string& payload, bool isSharded)
{
    std::size_t receivers = 0;
    const auto deliver = [&](const std::vector<std::uint64_t>& subscribers, const std::vector<Value>& message) {
        receivers += subscribers.size();
        for (const auto id : subscribers) {
            if (!m_swallowsMessages)
                send(*m_sessions.at(id), Value::array(message));
        }
    };
    const Subscribers& all = isSharded ? m_shards : m_channels;
    const auto name = Value::string(channel);
    const auto text = Value::string(payload);
    if (const auto it = all.find(channel); it != all.end())
        deliver(it->second, {Value::string(isSharded ? "smessage" : "message"), name, text});
    for (const auto& [pattern, subscribers] : isSharded ? Subscribers() : m_patterns) {
        if (commands::matchesGlob(pattern, channel))
            deliver(subscribers, {Value::string("pmessage"), Value::string(pattern), name, text});
    }
    return receivers;
}

std::size_t FakeRedis::subscribers(const std::string& channel) const
{
    std::size_t number = 0;
    for (const Subscribers* all : {&m_channels, &m_shards}) {
        if (const auto it = all->find(channel); it != all->end())
            number += it->second.size();
    }
    return number;
}

} // namespace lockscope::test
