// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of RecordingFormat that stands beside the locks: the connection, problems, and what servers tell.

#include "core/history/recordings/RecordingFormat.h"

#include <algorithm>
#include <limits>

namespace lockscope::inspect::recording {

using namespace Qt::StringLiterals;

namespace {

/// A server may say any number; what is written must be readable.
std::int32_t numberOf(std::chrono::milliseconds time)
{
    using Limits = std::numeric_limits<std::int32_t>;
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(time.count(), Limits::min(), Limits::max()));
}

QJsonObject sessionJson(const SessionStatus& session)
{
    Writer json;
    json.word("state"_L1, toString(session.state));
    json.id("id"_L1, session.id);
    json.number("timeoutMs"_L1, numberOf(session.timeout));
    json.bytes("server"_L1, session.server);
    json.bytes("detail"_L1, session.detail);
    return json.json();
}

bool readSession(const QJsonObject& json, SessionStatus& session)
{
    Reader reader(json);
    reader.word("state"_L1, session.state, SessionState::Closed);
    reader.id("id"_L1, session.id);
    std::int32_t timeout = 0;
    reader.number("timeoutMs"_L1, timeout);
    session.timeout = std::chrono::milliseconds(timeout);
    reader.bytes("server"_L1, session.server);
    reader.bytes("detail"_L1, session.detail);
    return reader.isGood();
}

QJsonObject problemJson(const Problem& problem)
{
    Writer json;
    json.bytes("path"_L1, problem.path);
    json.word("code"_L1, toString(problem.error.code));
    json.bytes("operation"_L1, problem.error.operation);
    json.bytes("errorPath"_L1, problem.error.path);
    json.bytes("detail"_L1, problem.error.detail);
    return json.json();
}

bool readProblem(const QJsonObject& json, Problem& problem)
{
    Reader reader(json);
    reader.bytes("path"_L1, problem.path);
    const auto otherCode = reader.word("code"_L1, problem.error.code, ErrorCode::System);
    reader.bytes("operation"_L1, problem.error.operation);
    reader.bytes("errorPath"_L1, problem.error.path);
    reader.bytes("detail"_L1, problem.error.detail);
    if (otherCode) // what it says is all that is known of it
        problem.error.detail = problem.error.detail.empty() ? *otherCode : *otherCode + ": " + problem.error.detail;
    return reader.isGood();
}

QJsonObject emptyJson(const EmptyParents& parents)
{
    Writer json;
    json.bytes("path"_L1, parents.path);
    json.number("count"_L1, parents.count);
    json.bytes("example"_L1, parents.example);
    return json.json();
}

bool readEmpty(const QJsonObject& json, EmptyParents& parents)
{
    Reader reader(json);
    reader.bytes("path"_L1, parents.path);
    reader.number("count"_L1, parents.count);
    reader.bytes("example"_L1, parents.example);
    return reader.isGood();
}

QJsonObject serverJson(const ensemble::ServerFacts& server)
{
    Writer json;
    json.bytes("host"_L1, server.address.host);
    json.number("port"_L1, server.address.port);
    json.flag("answers"_L1, server.answers);
    json.bytes("mode"_L1, server.mode);
    json.bytes("version"_L1, server.version);
    json.word("connections"_L1, toString(server.connections));
    json.word("sessions"_L1, toString(server.sessions));
    json.bytes("trouble"_L1, server.trouble);
    json.texts("advice"_L1, server.advice);
    json.time("askedAt"_L1, server.askedAt);
    return json.json();
}

bool readServer(const QJsonObject& json, ensemble::ServerFacts& server)
{
    Reader reader(json);
    reader.bytes("host"_L1, server.address.host);
    std::int32_t port = server.address.port;
    reader.number("port"_L1, port);
    if (port < 0 || port > 65'535)
        return false;
    server.address.port = static_cast<decltype(server.address.port)>(port);
    reader.flag("answers"_L1, server.answers);
    reader.bytes("mode"_L1, server.mode);
    reader.bytes("version"_L1, server.version);
    reader.word("connections"_L1, server.connections, ensemble::Source::None);
    reader.word("sessions"_L1, server.sessions, ensemble::Source::None);
    reader.bytes("trouble"_L1, server.trouble);
    reader.texts("advice"_L1, server.advice);
    reader.time("askedAt"_L1, server.askedAt);
    return reader.isGood();
}

QJsonObject factsJson(const ensemble::SessionFacts& session)
{
    Writer json;
    json.id("id"_L1, session.id);
    json.bytes("host"_L1, session.host);
    json.bytes("server"_L1, session.server);
    json.word("source"_L1, toString(session.source));
    json.flag("isSecure"_L1, session.isSecure);
    if (session.timeout)
        json.put("timeoutMs"_L1, numberOf(*session.timeout));
    json.time("lastHeard"_L1, session.lastHeard);
    json.time("expiresAt"_L1, session.expiresAt);
    json.time("toldAt"_L1, session.reportedAt);
    return json.json();
}

bool readFacts(const QJsonObject& json, ensemble::SessionFacts& session)
{
    Reader reader(json);
    reader.id("id"_L1, session.id);
    reader.bytes("host"_L1, session.host);
    reader.bytes("server"_L1, session.server);
    reader.word("source"_L1, session.source, ensemble::Source::None);
    reader.flag("isSecure"_L1, session.isSecure);
    if (reader.has("timeoutMs"_L1)) {
        std::int32_t timeout = 0;
        reader.number("timeoutMs"_L1, timeout);
        session.timeout = std::chrono::milliseconds(timeout);
    }
    reader.time("lastHeard"_L1, session.lastHeard);
    reader.time("expiresAt"_L1, session.expiresAt);
    reader.time("toldAt"_L1, session.reportedAt);
    return reader.isGood();
}

template <typename T> QJsonArray listOf(const std::vector<T>& values, QJsonObject (*json)(const T&))
{
    QJsonArray array;
    for (const auto& value : values)
        array.append(json(value));
    return array;
}

template <typename T>
bool readList(const QJsonArray& array, std::vector<T>& values, bool (*read)(const QJsonObject&, T&))
{
    values.clear();
    for (const auto& element : array) {
        if (!element.isObject() || !read(element.toObject(), values.emplace_back()))
            return false;
    }
    return true;
}

} // namespace

QJsonObject snapshotJson(const Snapshot& snapshot, const Snapshot* before)
{
    Writer json;
    json.put("at"_L1, timeJson(snapshot.takenAt));
    json.flag("complete"_L1, snapshot.complete);
    json.put("revision"_L1, static_cast<qint64>(snapshot.revision));
    json.number("watches"_L1, snapshot.watches);
    json.number("watchBudget"_L1, snapshot.watchBudget);
    if (snapshot.eventsPerSecond != 0)
        json.put("eventsPerSecond"_L1, snapshot.eventsPerSecond);
    auto session = sessionJson(snapshot.session);
    if (!before || session != sessionJson(before->session))
        json.put("session"_L1, session);
    if (before ? snapshot.problems != before->problems : !snapshot.problems.empty())
        json.put("problems"_L1, listOf(snapshot.problems, &problemJson));
    if (before ? snapshot.emptyParents != before->emptyParents : !snapshot.emptyParents.empty())
        json.put("emptyParents"_L1, listOf(snapshot.emptyParents, &emptyJson));
    return json.json();
}

bool readSnapshot(const QJsonObject& json, Snapshot& snapshot)
{
    Reader reader(json);
    reader.time("at"_L1, snapshot.takenAt);
    snapshot.complete = false;
    snapshot.watches = 0;
    snapshot.watchBudget = 0;
    reader.flag("complete"_L1, snapshot.complete);
    snapshot.revision = static_cast<std::uint64_t>(std::max<qint64>(json.value("revision"_L1).toInteger(), 0));
    reader.number("watches"_L1, snapshot.watches);
    reader.number("watchBudget"_L1, snapshot.watchBudget);
    snapshot.eventsPerSecond = json.value("eventsPerSecond"_L1).toDouble();
    if (reader.has("session"_L1)) {
        snapshot.session = {};
        if (!readSession(reader.object("session"_L1), snapshot.session))
            reader.fail();
    }
    if (reader.has("problems"_L1) && !readList(reader.list("problems"_L1), snapshot.problems, &readProblem))
        reader.fail();
    if (reader.has("emptyParents"_L1) && !readList(reader.list("emptyParents"_L1), snapshot.emptyParents, &readEmpty))
        reader.fail();
    return reader.isGood() && json.contains("at"_L1);
}

namespace {

QJsonArray sessionsJson(const ensemble::EnsembleFacts& facts, const std::set<SessionId>& sessions)
{
    QJsonArray told;
    for (const auto session : sessions) {
        if (const auto* known = facts.find(session))
            told.append(factsJson(*known));
    }
    return told;
}

} // namespace

QJsonObject moreSessionsJson(const ensemble::EnsembleFacts& facts, const std::set<SessionId>& sessions)
{
    return {{u"more"_s, true}, {u"sessions"_s, sessionsJson(facts, sessions)}};
}

QJsonObject ensembleJson(const ensemble::EnsembleFacts& facts, const std::set<SessionId>& sessions)
{
    Writer json;
    json.time("takenAt"_L1, facts.takenAt);
    json.put("servers"_L1, listOf(facts.servers, &serverJson));
    json.put("sessions"_L1, sessionsJson(facts, sessions));
    json.flag("hasEverySession"_L1, facts.hasEverySession);
    json.flag("hasEveryConnection"_L1, facts.hasEveryConnection);
    return json.json();
}

bool readEnsemble(const QJsonObject& json, ensemble::EnsembleFacts& facts)
{
    Reader reader(json);
    std::vector<ensemble::SessionFacts> sessions;
    if (!readList(reader.list("sessions"_L1), sessions, &readFacts))
        return false;
    if (!json.value("more"_L1).toBool()) {
        facts = {};
        reader.time("takenAt"_L1, facts.takenAt);
        reader.flag("hasEverySession"_L1, facts.hasEverySession);
        reader.flag("hasEveryConnection"_L1, facts.hasEveryConnection);
        if (!readList(reader.list("servers"_L1), facts.servers, &readServer))
            return false;
    }
    for (auto& session : sessions)
        facts.sessions.insert_or_assign(session.id, std::move(session));
    return reader.isGood();
}

} // namespace lockscope::inspect::recording
