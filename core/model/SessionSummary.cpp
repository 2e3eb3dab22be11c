// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/SessionSummary.h"

#include "core/model/QueueStates.h"
#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"
#include "core/model/redis/Instances.h"

#include <QJsonArray>

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <unordered_map>

namespace lockscope::inspect {

namespace {

struct Ranked {
    SessionSummary summary;
    int waitBehind = 0; ///< waiters in the locks that it certainly holds
};

/// The place of a session in the result: small, because sorting the summaries themselves would move all their texts.
struct Rank {
    int group = 0;
    int waitBehind = 0;
    SessionId session = 0;
    std::size_t index = 0;

    friend bool operator<(const Rank& a, const Rank& b)
    {
        return std::tie(a.group, b.waitBehind, a.session) < std::tie(b.group, a.waitBehind, b.session);
    }
};

std::vector<SessionSummary> inOrder(std::vector<Ranked> sessions)
{
    std::vector<Rank> ranks;
    ranks.reserve(sessions.size());
    for (const auto& [summary, waitBehind] : sessions)
        ranks.push_back({groupOf(summary), waitBehind, summary.owner.session, ranks.size()});
    std::sort(ranks.begin(), ranks.end());
    std::vector<SessionSummary> summaries;
    summaries.reserve(sessions.size());
    for (const auto& rank : ranks)
        summaries.push_back(std::move(sessions[rank.index].summary));
    return summaries;
}

/// Lockscope's first session, or one of its further sessions for watches.
bool isOwn(const Snapshot& snapshot, SessionId session)
{
    const auto& own = snapshot.ownSessions;
    return session == snapshot.session.id || std::find(own.begin(), own.end(), session) != own.end();
}

QJsonArray nodesJson(const std::vector<SessionNode>& nodes)
{
    QJsonArray array;
    for (const auto& node : nodes) {
        QJsonObject json{
            {QStringLiteral("path"), textOrHex(node.key.lock)},
            {QStringLiteral("node"), textOrHex(node.key.node)},
            {QStringLiteral("position"), node.isOrdered ? QJsonValue(node.position) : QJsonValue()},
            {QStringLiteral("certainty"), text(toString(node.isPossible ? Certainty::Possible : Certainty::Certain))}};
        if (!node.owner.empty())
            json.insert(QStringLiteral("owner"), textOrHex(node.owner));
        array.append(json);
    }
    return array;
}

QJsonValue pathsJson(const std::optional<NodesBySession>& all, SessionId session)
{
    if (!all)
        return {};
    QJsonArray paths;
    if (const auto own = all->find(session); own != all->end()) {
        for (const auto& path : own->second)
            paths.append(text(path));
    }
    return paths;
}

template <typename Number> QJsonValue numberOrNull(const std::optional<Number>& number)
{
    if constexpr (std::is_integral_v<Number>)
        return number ? QJsonValue(static_cast<qint64>(*number)) : QJsonValue();
    else
        return number ? QJsonValue(*number) : QJsonValue();
}

QJsonObject sessionJson(const Snapshot& snapshot, const SessionSummary& session, WallTime now)
{
    const auto& owner = session.owner;
    const auto* facts = snapshot.ensemble ? snapshot.ensemble->find(owner.session) : nullptr;
    const bool everyConnection = snapshot.ensemble && snapshot.ensemble->hasEveryConnection;
    const bool everySession = snapshot.ensemble && snapshot.ensemble->hasEverySession;
    const bool connected = facts && !facts->host.empty();
    QJsonObject json{
        {QStringLiteral("session"), hexOrNull(owner.session)},
        {QStringLiteral("client"), textOrNull(session.client)},
        {QStringLiteral("host"), textOrNull(owner.host)},
        {QStringLiteral("hostSource"), text(toString(owner.hostSource))},
        {QStringLiteral("hostName"), textOrNull(owner.hostName)},
        {QStringLiteral("server"), textOrNull(owner.server)},
        {QStringLiteral("secure"), connected ? QJsonValue(facts->isSecure) : QJsonValue()},
        {QStringLiteral("timeoutMs"), orNull(owner.timeout)},
        {QStringLiteral("lastHeardMs"), orNull(owner.sinceHeard(now))},
        {QStringLiteral("expiresInMs"), orNull(owner.expiresIn(now))},
        {QStringLiteral("connected"), connected || everyConnection ? QJsonValue(connected) : QJsonValue()},
        {QStringLiteral("listed"), everySession ? QJsonValue(!session.isMissing) : QJsonValue()},
        {QStringLiteral("own"), session.isOwn},
        {QStringLiteral("reportedAt"), owner.reportedAt ? QJsonValue(isoTime(*owner.reportedAt)) : QJsonValue()},
        {QStringLiteral("holds"), nodesJson(session.holds)},
        {QStringLiteral("waits"), nodesJson(session.waits)},
        {QStringLiteral("undecided"), nodesJson(session.undecided)},
    };
    if (session.instance.empty())
        return json;
    json.insert(QStringLiteral("instance"), textOrHex(session.instance));
    json.insert(QStringLiteral("leaseMs"), orNull(session.lease));
    return json;
}

QJsonObject serverJson(const ensemble::ServerFacts& server)
{
    QJsonArray advice;
    for (const auto& line : server.advice)
        advice.append(text(line));
    return {
        {QStringLiteral("server"), text(toString(server.address))},
        {QStringLiteral("answers"), server.answers},
        {QStringLiteral("mode"), textOrNull(server.mode)},
        {QStringLiteral("version"), textOrNull(server.version)},
        {QStringLiteral("connections"), text(toString(server.connections))},
        {QStringLiteral("sessions"), text(toString(server.sessions))},
        {QStringLiteral("trouble"), textOrNull(server.trouble)},
        {QStringLiteral("advice"), advice},
        {QStringLiteral("state"), text(toString(server.state))},
        {QStringLiteral("downSince"), server.downSince ? QJsonValue(isoTime(*server.downSince)) : QJsonValue()},
        {QStringLiteral("latencyMs"), numberOrNull(server.health.latencyMs)},
        {QStringLiteral("longestLatencyMs"), numberOrNull(server.health.longestLatencyMs)},
        {QStringLiteral("outstanding"), numberOrNull(server.health.outstanding)},
        {QStringLiteral("behind"), numberOrNull(server.behind)},
        {QStringLiteral("followers"), numberOrNull(server.health.followers)},
        {QStringLiteral("syncedFollowers"), numberOrNull(server.health.syncedFollowers)},
    };
}

/// What only Redis has of the document.
void addRedis(QJsonObject& json, const Snapshot& snapshot)
{
    const auto* hosts = snapshot.redisHosts.get();
    QJsonArray refusals;
    for (const auto& refusal : hosts ? hosts->refusals : std::vector<RedisRefusal>())
        refusals.append(QJsonObject{{QStringLiteral("server"), text(refusal.server)},
                                    {QStringLiteral("command"), text(refusal.command)},
                                    {QStringLiteral("reason"), text(refusal.reason)}});
    json[QStringLiteral("servers")] = redisServersJson(snapshot);
    json[QStringLiteral("askedAt")] = hosts && hosts->listedAt ? QJsonValue(isoTime(*hosts->listedAt)) : QJsonValue();
    json.insert(QStringLiteral("unnamedWaiters"), unnamedWaiters(snapshot));
    json.insert(QStringLiteral("sampledAt"),
                hosts && hosts->sampledAt ? QJsonValue(isoTime(*hosts->sampledAt)) : QJsonValue());
    json.insert(QStringLiteral("refusals"), refusals);
}

} // namespace

int groupOf(const SessionSummary& summary)
{
    const auto isCertain = [](const SessionNode& node) { return !node.isPossible; };
    if (std::any_of(summary.holds.begin(), summary.holds.end(), isCertain))
        return 0;
    if (std::any_of(summary.waits.begin(), summary.waits.end(), isCertain))
        return 1;
    return summary.holds.empty() && summary.waits.empty() && summary.undecided.empty() ? 3 : 2;
}

std::vector<SessionSummary> summariesOf(const Snapshot& snapshot, WhichSessions which)
{
    if (snapshot.backend == Backend::Redis)
        return instancesOf(snapshot);
    std::vector<Ranked> sessions;
    std::unordered_map<SessionId, std::size_t> places; // in `sessions`
    const auto rankedOf = [&](SessionId id) -> Ranked& {
        const auto [place, isNew] = places.try_emplace(id, sessions.size());
        return isNew ? sessions.emplace_back() : sessions[place->second];
    };
    for (const auto& lock : snapshot.locks) {
        const auto waiters = lock->isPossible() ? 0 : lock->waiters();
        const WaiterPlaces lockPlaces(*lock);
        for (const auto& contender : lock->queue) {
            auto owner = ownerOf(snapshot, contender);
            if (owner.session == 0)
                continue;
            auto& one = rankedOf(owner.session);
            auto& nodes = contender.holds     ? one.summary.holds
                          : contender.waits() ? one.summary.waits
                                              : one.summary.undecided;
            nodes.push_back(
                {lock->keyOf(contender), contender.position, lockPlaces.of(contender).value_or(0), lock->isPossible()});
            if (contender.holds)
                one.waitBehind += waiters;
            if (one.summary.client.empty() && contender.details)
                one.summary.client = contender.details->client;
            // The servers' facts are equal for each of its nodes; payloads may differ between nodes.
            if (one.summary.owner.session == 0 || one.summary.owner.host.empty())
                one.summary.owner = std::move(owner);
        }
    }
    if (snapshot.ensemble) {
        for (const auto& [id, facts] : snapshot.ensemble->sessions) {
            if (which == WhichSessions::WithLocks)
                break;
            auto& owner = rankedOf(id).summary.owner;
            if (owner.session != 0)
                continue;
            owner.session = id;
            owner.isKnown = true;
            addSessionFacts(owner, facts);
            addHostName(owner, snapshot.ensemble.get());
        }
    }
    for (auto& [summary, waitBehind] : sessions) {
        const auto id = summary.owner.session;
        summary.isOwn = isOwn(snapshot, id);
        summary.isMissing = snapshot.ensemble && snapshot.ensemble->hasEverySession && !snapshot.ensemble->find(id);
    }
    return inOrder(std::move(sessions));
}

bool SessionsWanted::includes(const SessionSummary& session) const
{
    const bool isInstance = instance.empty() || instanceOf(instance) == session.instance ||
                            instance == textOrHex(session.instance).toStdString();
    return isInstance && (!only || session.owner.session == *only);
}

QJsonObject sessionsJson(const Snapshot& snapshot, WhichSessions which, WallTime now, const SessionsWanted& wanted)
{
    const auto others = wanted.otherNodes ? nodesOutsideLocks(snapshot) : std::nullopt;
    QJsonArray sessions;
    const bool isRedis = snapshot.backend == Backend::Redis;
    for (const auto& session : summariesOf(snapshot, which)) {
        const auto id = session.owner.session;
        if (!wanted.includes(session))
            continue;
        auto json = sessionJson(snapshot, session, now);
        json.insert(QStringLiteral("ephemerals"), pathsJson(others, id));
        sessions.append(json);
    }
    QJsonArray servers;
    if (snapshot.ensemble) {
        for (const auto& server : snapshot.ensemble->servers)
            servers.append(serverJson(server));
    }
    QJsonObject json{
        {QStringLiteral("connect"), text(snapshot.connect)},
        {QStringLiteral("backend"), text(toString(snapshot.backend))},
        {QStringLiteral("takenAt"), isoTime(snapshot.takenAt)},
        {QStringLiteral("complete"), snapshot.complete && snapshot.problems.empty()},
        {QStringLiteral("stale"), snapshot.session.state == SessionState::ReadOnly},
        {QStringLiteral("askedAt"), snapshot.ensemble ? QJsonValue(isoTime(snapshot.ensemble->takenAt)) : QJsonValue()},
        {QStringLiteral("everySession"), snapshot.ensemble && snapshot.ensemble->hasEverySession},
        {QStringLiteral("everyConnection"), snapshot.ensemble && snapshot.ensemble->hasEveryConnection},
        {QStringLiteral("sessions"), sessions},
        {QStringLiteral("servers"), servers},
    };
    if (isRedis)
        addRedis(json, snapshot);
    return json;
}

} // namespace lockscope::inspect
