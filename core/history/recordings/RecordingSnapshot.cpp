// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of RecordingFormat without the locks: the connection, problems, and the servers' reports.

#include "core/history/recordings/RecordingFormat.h"

#include <algorithm>
#include <type_traits>

namespace lockscope::inspect::recording {

using namespace Qt::StringLiterals;

template <typename Json> void passMembers(Json& json, Passed<Json, SessionStatus>& session)
{
    json.word("state"_L1, session.state, SessionState::Closed);
    json.id("id"_L1, session.id);
    json.milliseconds("timeoutMs"_L1, session.timeout);
    json.bytes("server"_L1, session.server);
    json.bytes("detail"_L1, session.detail);
}

/// The error's code is the member `code`.
template <typename Json> void passMembers(Json& json, Passed<Json, Problem>& problem)
{
    json.bytes("path"_L1, problem.path);
    json.bytes("operation"_L1, problem.error.operation);
    json.bytes("errorPath"_L1, problem.error.path);
    json.bytes("detail"_L1, problem.error.detail);
    if constexpr (std::is_same_v<Json, Writer>) {
        json.word("code"_L1, toString(problem.error.code));
    } else if (const auto other = json.word("code"_L1, problem.error.code, ErrorCode::System)) {
        // Keeps the unknown code's name in the detail.
        auto& detail = problem.error.detail;
        detail = detail.empty() ? *other : *other + ": " + detail;
    }
}

template <typename Json> void passMembers(Json& json, Passed<Json, EmptyParents>& parents)
{
    json.bytes("path"_L1, parents.path);
    json.number("count"_L1, parents.count);
    json.bytes("example"_L1, parents.example);
}

template <typename Json> void passMembers(Json& json, Passed<Json, ensemble::ServerFacts>& server)
{
    json.bytes("host"_L1, server.address.host);
    json.number("port"_L1, server.address.port);
    json.flag("answers"_L1, server.answers);
    json.bytes("mode"_L1, server.mode);
    json.bytes("version"_L1, server.version);
    json.word("connections"_L1, server.connections, ensemble::Source::None);
    json.word("sessions"_L1, server.sessions, ensemble::Source::None);
    json.bytes("trouble"_L1, server.trouble);
    json.texts("advice"_L1, server.advice);
    json.time("askedAt"_L1, server.askedAt);
}

template <typename Json> void passMembers(Json& json, Passed<Json, ensemble::SessionFacts>& session)
{
    json.id("id"_L1, session.id);
    json.bytes("host"_L1, session.host);
    json.bytes("server"_L1, session.server);
    json.word("source"_L1, session.source, ensemble::Source::None);
    json.flag("isSecure"_L1, session.isSecure);
    json.milliseconds("timeoutMs"_L1, session.timeout);
    json.time("lastHeard"_L1, session.lastHeard);
    json.time("expiresAt"_L1, session.expiresAt);
    json.time("toldAt"_L1, session.reportedAt);
}

/// Without the sessions.
template <typename Json> void passMembers(Json& json, Passed<Json, ensemble::EnsembleFacts>& facts)
{
    json.time("takenAt"_L1, facts.takenAt);
    json.flag("hasEverySession"_L1, facts.hasEverySession);
    json.flag("hasEveryConnection"_L1, facts.hasEveryConnection);
    json.milliseconds("clockAheadMs"_L1, facts.clockAhead);
    json.objects("servers"_L1, facts.servers);
}

QJsonObject snapshotJson(const Snapshot& snapshot, const Snapshot* before)
{
    Writer json;
    json.put("at"_L1, timeJson(snapshot.takenAt));
    json.word("backend"_L1, snapshot.backend, Backend::ZooKeeper, Backend::ZooKeeper);
    json.time("serverAt"_L1, snapshot.serverTimeAtLeast);
    json.flag("complete"_L1, snapshot.complete);
    json.put("revision"_L1, static_cast<qint64>(snapshot.revision));
    json.number("watches"_L1, snapshot.watches);
    json.number("watchBudget"_L1, snapshot.watchBudget);
    if (snapshot.eventsPerSecond != 0)
        json.put("eventsPerSecond"_L1, snapshot.eventsPerSecond);
    auto session = jsonOf(snapshot.session);
    if (!before || session != jsonOf(before->session))
        json.put("session"_L1, session);
    if (before ? snapshot.problems != before->problems : !snapshot.problems.empty())
        json.objects("problems"_L1, snapshot.problems);
    if (before ? snapshot.emptyParents != before->emptyParents : !snapshot.emptyParents.empty())
        json.objects("emptyParents"_L1, snapshot.emptyParents);
    return json.json();
}

bool readSnapshot(const QJsonObject& json, Snapshot& snapshot)
{
    Reader reader(json);
    reader.time("at"_L1, snapshot.takenAt);
    snapshot.backend = Backend::ZooKeeper;
    reader.word("backend"_L1, snapshot.backend, Backend::ZooKeeper, Backend::ZooKeeper);
    snapshot.serverTimeAtLeast.reset();
    reader.time("serverAt"_L1, snapshot.serverTimeAtLeast);
    snapshot.complete = false;
    snapshot.watches = 0;
    snapshot.watchBudget = 0;
    reader.flag("complete"_L1, snapshot.complete);
    snapshot.revision = static_cast<std::uint64_t>(std::max<qint64>(json.value("revision"_L1).toInteger(), 0));
    reader.number("watches"_L1, snapshot.watches);
    reader.number("watchBudget"_L1, snapshot.watchBudget);
    snapshot.eventsPerSecond = json.value("eventsPerSecond"_L1).toDouble();
    if (reader.has("session"_L1))
        snapshot.session = {};
    reader.object("session"_L1, snapshot.session);
    reader.objects("problems"_L1, snapshot.problems);
    reader.objects("emptyParents"_L1, snapshot.emptyParents);
    return reader.isGood() && json.contains("at"_L1);
}

namespace {

QJsonArray sessionsJson(const ensemble::EnsembleFacts& facts, const std::set<SessionId>& sessions)
{
    QJsonArray reported;
    for (const auto session : sessions) {
        if (const auto* known = facts.find(session))
            reported.append(jsonOf(*known));
    }
    return reported;
}

} // namespace

QJsonObject moreSessionsJson(const ensemble::EnsembleFacts& facts, const std::set<SessionId>& sessions)
{
    return {{u"more"_s, true}, {u"sessions"_s, sessionsJson(facts, sessions)}};
}

QJsonObject ensembleJson(const ensemble::EnsembleFacts& facts, const std::set<SessionId>& sessions)
{
    Writer json;
    passMembers(json, facts);
    json.put("sessions"_L1, sessionsJson(facts, sessions));
    return json.json();
}

bool readEnsemble(const QJsonObject& json, ensemble::EnsembleFacts& facts)
{
    Reader reader(json);
    if (!json.value("more"_L1).toBool()) {
        facts = {};
        passMembers(reader, facts);
    }
    std::vector<ensemble::SessionFacts> sessions;
    reader.objects("sessions"_L1, sessions);
    for (auto& session : sessions)
        facts.sessions.insert_or_assign(session.id, std::move(session));
    return reader.isGood();
}

} // namespace lockscope::inspect::recording
