// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/SnapshotJson.h"

#include "core/model/FindingIndex.h"
#include "core/model/FindingJson.h"
#include "core/model/OwnerLocks.h"
#include "core/model/OwnerProcess.h"
#include "core/model/Owners.h"
#include "core/model/QueueStates.h"
#include "core/model/Wording.h"
#include "core/model/json/JsonValues.h"

#include <QDateTime>
#include <QJsonArray>

#include <algorithm>

namespace lockscope::inspect {

namespace {

/// Binary payloads as "0x…" in hexadecimal.
QString payloadText(const std::string& payload)
{
    if (isText(payload))
        return text(payload);
    return QStringLiteral("0x") + QString::fromLatin1(QByteArray::fromStdString(payload).toHex());
}

QJsonArray texts(const std::vector<std::string>& values)
{
    QJsonArray array;
    for (const auto& value : values)
        array.append(textOrHex(value));
    return array;
}

QJsonValue leasesOrNull(const Lock& lock)
{
    return lock.leases > 0 ? QJsonValue(lock.leases) : QJsonValue();
}

/// How complete waitersJson() is. The waiters of a single-node lock have no nodes. On Redis the waiters of a fair lock
/// have entries; of others only the clients that listen are known, each for any number of threads.
QString waitersKnown(const Lock& lock)
{
    if (lock.redis && !lock.redis->isOrdered)
        return lock.redis->listeners ? QStringLiteral("at-least") : QStringLiteral("unknown");
    return lock.kind == LockKind::Single ? QStringLiteral("unknown")
           : undecided(lock) > 0         ? QStringLiteral("at-least")
                                         : QStringLiteral("exact");
}

QJsonValue waitersJson(const Lock& lock)
{
    const auto waiting = waitingClients(lock);
    return waiting ? QJsonValue(*waiting) : QJsonValue();
}

QJsonValue numberOrNull(const std::optional<std::int64_t>& number)
{
    return number ? QJsonValue(static_cast<qint64>(*number)) : QJsonValue();
}

/// What only Redis has of a contender.
void addRedis(QJsonObject& json, const Lock& lock, const Contender& contender, WallTime now)
{
    const auto& redis = *contender.redis;
    if (!lock.redis || !lock.redis->isOrdered)
        json.insert(QStringLiteral("position"), QJsonValue());
    json.insert(QStringLiteral("owner"), textOrHex(redis.owner));
    json.insert(QStringLiteral("count"), static_cast<qint64>(redis.count));
    json.insert(QStringLiteral("leaseMs"), orNull(leaseLeft(lock, contender, now)));
    json.insert(QStringLiteral("alive"), text(toString(redis.alive)));
}

QJsonArray votesJson(const RedisLock& lock)
{
    QJsonArray votes;
    for (const auto& vote : lock.votes)
        votes.append(
            QJsonObject{{QStringLiteral("server"), text(vote.server)},
                        {QStringLiteral("reachable"), vote.isReachable},
                        {QStringLiteral("token"), vote.token ? QJsonValue(textOrHex(*vote.token)) : QJsonValue()},
                        {QStringLiteral("leaseMs"), orNull(vote.lease)},
                        {QStringLiteral("rttMs"), orNull(vote.roundTrip)},
                        {QStringLiteral("clockOffsetMs"), orNull(vote.clockOffset)},
                        {QStringLiteral("uptimeMs"), orNull(vote.uptime)}});
    return votes;
}

/// What only Redis has of a lock.
void addRedis(QJsonObject& json, const RedisLock& lock, std::chrono::milliseconds sinceRead)
{
    const auto left = [sinceRead](const std::optional<std::chrono::milliseconds>& lease) {
        return orNull(lease ? std::optional(std::max(*lease - sinceRead, std::chrono::milliseconds(0))) : lease);
    };
    json.insert(QStringLiteral("fencingToken"), numberOrNull(lock.fencingToken));
    json.insert(QStringLiteral("leaseMs"), left(lock.lease));
    json.insert(QStringLiteral("freePermits"), numberOrNull(lock.freePermits));
    if (lock.quorum == 0)
        return;
    json.insert(QStringLiteral("votes"), votesJson(lock));
    json.insert(QStringLiteral("verdict"), text(toString(lock.verdict)));
    json.insert(QStringLiteral("quorum"), lock.quorum);
    json.insert(QStringLiteral("exclusiveForMs"), left(lock.exclusiveFor));
}

/// The gate's path, and the gate node of a client that waits in the queue by another node.
QJsonValue gateJson(const Lock& lock)
{
    if (lock.gatePath().empty())
        return {};
    return QJsonObject{{QStringLiteral("path"), text(lock.gatePath())},
                       {QStringLiteral("holder"), textOrNull(lock.gateHolder)}};
}

} // namespace

QString isoTime(WallTime time)
{
    return QDateTime::fromMSecsSinceEpoch(time.time_since_epoch().count()).toUTC().toString(Qt::ISODateWithMs);
}

QJsonObject contenderJson(const Snapshot& snapshot, const Lock& lock, const Contender& contender, WallTime now)
{
    const auto owner = ownerOf(snapshot, contender);
    const auto watches = watchesOf(snapshot, lock, contender);
    const auto process = processOf(owner, contender);
    const auto pid = process ? process->pid : std::nullopt;
    QJsonObject json{
        {QStringLiteral("position"), contender.position},
        {QStringLiteral("state"), contender.holds     ? QStringLiteral("holds")
                                  : contender.waits() ? QStringLiteral("waits")
                                                      : QStringLiteral("unknown")},
        {QStringLiteral("mode"), contender.isModeKnown ? QJsonValue(text(toString(contender.mode))) : QJsonValue()},
        {QStringLiteral("node"), textOrHex(contender.node)},
        {QStringLiteral("path"), textOrHex(lock.nodePath(contender))},
        {QStringLiteral("atGate"), contender.atGate},
        {QStringLiteral("sequence"), contender.sequence ? QJsonValue(*contender.sequence) : QJsonValue()},
        {QStringLiteral("waitsOn"), texts(contender.waitsOn)},
        {QStringLiteral("watches"), watches ? QJsonValue(texts(*watches)) : QJsonValue()},
        {QStringLiteral("session"), hexOrNull(owner.session)},
        {QStringLiteral("host"), textOrNull(owner.host)},
        {QStringLiteral("hostSource"), text(toString(owner.hostSource))},
        {QStringLiteral("hostName"), textOrNull(owner.hostName)},
        {QStringLiteral("pid"), pid ? QJsonValue(static_cast<qint64>(*pid)) : QJsonValue()},
        {QStringLiteral("processCommand"), process ? textOrNull(process->command) : QJsonValue()},
        {QStringLiteral("server"), textOrNull(owner.server)},
        {QStringLiteral("timeoutMs"), orNull(owner.timeout)},
        {QStringLiteral("lastHeardMs"), orNull(owner.sinceHeard(now))},
        {QStringLiteral("expiresInMs"), orNull(owner.expiresIn(now))},
        {QStringLiteral("reportedAt"), owner.reportedAt ? QJsonValue(isoTime(*owner.reportedAt)) : QJsonValue()},
    };
    const auto& details = contender.details;
    json.insert(QStringLiteral("client"), textOrNull(details ? details->client : owner.client));
    if (details && details->isLastKnown)
        json.insert(QStringLiteral("clientLastKnown"), true);
    json.insert(QStringLiteral("createdAt"), details ? QJsonValue(isoTime(details->createdAt)) : QJsonValue());
    json.insert(QStringLiteral("firstSeenAt"),
                contender.firstSeenAt && !details ? QJsonValue(isoTime(*contender.firstSeenAt)) : QJsonValue());
    json.insert(QStringLiteral("ageMs"),
                details ? orNull(ageOf(*details, snapshot.momentAt(now).nodes)) : orNull(seenFor(contender, now)));
    json.insert(QStringLiteral("czxid"), details ? QJsonValue(text(toHex(details->creationId))) : QJsonValue());
    const bool isRead = details && details->isPayloadKnown;
    json.insert(QStringLiteral("payload"), isRead ? QJsonValue(payloadText(details->payload)) : QJsonValue());
    json.insert(QStringLiteral("payloadCutBytes"), isRead ? QJsonValue(details->payloadCut) : QJsonValue());
    if (contender.redis)
        addRedis(json, lock, contender, now);
    if (contender.redis && lock.kind == LockKind::Semaphore)
        json.insert(QStringLiteral("mode"), QStringLiteral("permit"));
    return json;
}

QJsonObject lockJson(const Snapshot& snapshot, const Lock& lock, WallTime now,
                     const std::vector<const Finding*>& findings)
{
    QJsonArray holders;
    for (const auto& contender : lock.queue) {
        if (contender.holds)
            holders.append(contenderJson(snapshot, lock, contender, now));
    }
    const auto held = heldFor(lock, snapshot.momentAt(now));
    QJsonObject json{
        {QStringLiteral("path"), textOrHex(lock.path)},
        {QStringLiteral("dialect"), text(lock.dialect)},
        {QStringLiteral("kind"), text(toString(lock.kind))},
        {QStringLiteral("certainty"), text(toString(lock.certainty))},
        {QStringLiteral("leases"), leasesOrNull(lock)},
        {QStringLiteral("leasesKnown"), text(toString(lock.leasesKnown))},
        {QStringLiteral("holders"), holders},
        {QStringLiteral("waiters"), waitersJson(lock)},
        {QStringLiteral("waitersKnown"), waitersKnown(lock)},
        {QStringLiteral("undecided"), undecided(lock)},
        {QStringLiteral("longestWaitMs"), orNull(longestWait(lock, snapshot.momentAt(now)))},
        {QStringLiteral("openWaitMs"), orNull(waitsBecauseOf(lock, snapshot.lockWaits.get()))},
        {QStringLiteral("heldForMs"), orNull(held ? std::optional(held->duration) : std::nullopt)},
        {QStringLiteral("heldForAtMost"), held ? QJsonValue(held->atMost) : QJsonValue()},
        {QStringLiteral("findings"), kindsJson(findings)},
    };
    if (lock.redis)
        addRedis(json, *lock.redis, now - lock.readAt);
    return json;
}

QJsonObject recognitionJson(const Recognition& recognition)
{
    QJsonArray dialects;
    for (const auto& one : recognition.dialects)
        dialects.append(QJsonObject{{QStringLiteral("dialect"), text(one.dialect)},
                                    {QStringLiteral("title"), text(one.title)},
                                    {QStringLiteral("fits"), one.fits},
                                    {QStringLiteral("reason"), text(one.reason)}});
    return {{QStringLiteral("path"), text(recognition.path)},
            {QStringLiteral("decision"), text(recognition.decision)},
            {QStringLiteral("dialects"), dialects}};
}

QJsonObject queueJson(const Snapshot& snapshot, const Lock& lock, WallTime now,
                      const std::vector<const Finding*>& findings)
{
    QJsonArray queue;
    const std::optional<OwnerLocks> ownerLocks =
        lock.redis && snapshot.complete ? std::optional<OwnerLocks>(snapshot) : std::nullopt;
    for (const auto& contender : lock.queue) {
        auto json = contenderJson(snapshot, lock, contender, now);
        if (contender.redis && isThread(contender.redis->owner))
            json.insert(QStringLiteral("alsoHolds"),
                        ownerLocks ? QJsonValue(texts(ownerLocks->alsoHeld(lock, contender))) : QJsonValue());
        queue.append(json);
    }
    QJsonObject json{
        {QStringLiteral("path"), textOrHex(lock.path)},
        {QStringLiteral("dialect"), text(lock.dialect)},
        {QStringLiteral("kind"), text(toString(lock.kind))},
        {QStringLiteral("certainty"), text(toString(lock.certainty))},
        {QStringLiteral("leases"), leasesOrNull(lock)},
        {QStringLiteral("leasesKnown"), text(toString(lock.leasesKnown))},
        {QStringLiteral("gate"), gateJson(lock)},
        {QStringLiteral("openWaitMs"), orNull(waitsBecauseOf(lock, snapshot.lockWaits.get()))},
        {QStringLiteral("queue"), queue},
        {QStringLiteral("unrecognised"), texts(lock.unrecognised)},
        {QStringLiteral("counterContradiction"), textOrNull(lock.counterContradiction)},
        {QStringLiteral("findings"), findingsJson(findings)},
    };
    if (lock.redis)
        addRedis(json, *lock.redis, now - lock.readAt);
    return json;
}

QJsonObject listJson(const Snapshot& snapshot, const std::vector<const Lock*>& locks, WallTime now)
{
    const FindingIndex index(snapshot);
    QJsonArray array;
    for (const auto* lock : locks)
        array.append(lockJson(snapshot, *lock, now, index.of(*lock)));
    return {
        {QStringLiteral("connect"), text(snapshot.connect)},
        {QStringLiteral("backend"), text(toString(snapshot.backend))},
        {QStringLiteral("takenAt"), isoTime(snapshot.takenAt)},
        {QStringLiteral("complete"), snapshot.complete && snapshot.problems.empty()},
        {QStringLiteral("stale"), snapshot.session.state == SessionState::ReadOnly},
        {QStringLiteral("locks"), array},
    };
}

std::vector<const Lock*> worstFirst(const Snapshot& snapshot)
{
    struct Rank {
        bool isPossible = false;
        int severity = -1;
        std::chrono::milliseconds wait{-1};
        const Lock* lock = nullptr;
    };
    const FindingIndex index(snapshot);
    std::vector<Rank> ranks;
    ranks.reserve(snapshot.locks.size());
    for (const auto& lock : snapshot.locks) {
        const auto findings = index.of(*lock);
        ranks.push_back({lock->isPossible(), findings.empty() ? -1 : static_cast<int>(findings.front()->severity),
                         longestWait(*lock, snapshot.moment()).value_or(std::chrono::milliseconds(-1)), lock.get()});
    }
    // Stable: equal locks stay in the order of their paths.
    std::stable_sort(ranks.begin(), ranks.end(), [](const Rank& a, const Rank& b) {
        if (a.isPossible != b.isPossible)
            return b.isPossible;
        return a.severity != b.severity ? a.severity > b.severity : a.wait > b.wait;
    });
    std::vector<const Lock*> sorted;
    sorted.reserve(ranks.size());
    for (const auto& rank : ranks)
        sorted.push_back(rank.lock);
    return sorted;
}

} // namespace lockscope::inspect
