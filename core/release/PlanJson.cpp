// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/PlanJson.h"

#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"
#include "core/release/PlanRows.h"
#include "core/release/ReleaseOptions.h"

#include <QJsonArray>

#include <algorithm>

namespace lockscope::release {

namespace {

using inspect::hexOrNull;
using inspect::orNull;
using inspect::text;
using inspect::textOrHex;
using inspect::textOrNull;

QJsonValue orNull(const std::optional<WallTime>& time)
{
    return time ? QJsonValue(inspect::isoTime(*time)) : QJsonValue();
}

QJsonObject evidenceJson(const Evidence& evidence, WallTime now)
{
    const auto& owner = evidence.owner;
    return {
        {QStringLiteral("life"), text(toString(evidence.life))},
        {QStringLiteral("text"), text(evidence.text)},
        {QStringLiteral("host"), textOrNull(owner.host)},
        {QStringLiteral("hostSource"), text(inspect::toString(owner.hostSource))},
        {QStringLiteral("server"), textOrNull(owner.server)},
        {QStringLiteral("timeoutMs"), orNull(owner.timeout)},
        {QStringLiteral("lastHeardMs"), orNull(owner.sinceHeard(now))},
        {QStringLiteral("expiresInMs"), orNull(owner.expiresIn(now))},
        {QStringLiteral("reportedAt"), orNull(owner.reportedAt)},
    };
}

QJsonValue othersJson(const std::optional<std::vector<OtherNode>>& others)
{
    if (!others)
        return {};
    QJsonArray array;
    for (const auto& other : *others) {
        array.append(QJsonObject{{QStringLiteral("path"), text(other.lockPath)},
                                 {QStringLiteral("nodePath"), text(other.nodePath)},
                                 {QStringLiteral("holds"), other.holds ? QJsonValue(*other.holds) : QJsonValue()}});
    }
    return array;
}

QJsonObject releaseOptionJson(const char* step, const ReleaseOption& releaseOption)
{
    return {{QStringLiteral("step"), QLatin1String(step)},
            {QStringLiteral("helps"), text(toString(releaseOption.helps))},
            {QStringLiteral("what"), text(releaseOption.what)},
            {QStringLiteral("affects"), text(releaseOption.affects)},
            {QStringLiteral("notices"), text(releaseOption.notices)},
            {QStringLiteral("until"), orNull(releaseOption.until)}};
}

} // namespace

std::string_view toString(Confirmation confirmation)
{
    switch (confirmation) {
    case Confirmation::Click:
        return "click";
    case Confirmation::Reason:
        return "reason";
    case Confirmation::NameAndReason:
        break;
    }
    return "name-and-reason";
}

QJsonObject planJson(const ReleasePlan& plan, WallTime now)
{
    const auto releaseOptions = releaseOptionsOf(plan, now);
    QJsonArray operations;
    for (const auto& operation : planOperations(plan))
        operations.append(text(operation));
    const auto age = std::max(now + plan.clockAhead - plan.createdAt, std::chrono::milliseconds(0));
    const bool isRedis = plan.isRedis(); // it has neither czxid nor session, nor the time of creation
    const auto& redis = plan.redis;
    const bool isSemaphore = redis.kind == RedisPlan::Kind::Semaphore; // without an owner
    const bool isOwner = isRedis && plan.holds && !isSemaphore;
    return {
        {QStringLiteral("backend"), text(toString(plan.backend))},
        {QStringLiteral("path"), textOrHex(plan.lockPath)},
        {QStringLiteral("node"), textOrHex(plan.node)},
        {QStringLiteral("nodePath"), textOrHex(plan.nodePath)},
        {QStringLiteral("owner"), isRedis && !isSemaphore ? QJsonValue(textOrHex(redis.owner)) : QJsonValue()},
        {QStringLiteral("count"), isOwner ? QJsonValue(static_cast<qint64>(redis.count)) : QJsonValue()},
        {QStringLiteral("leaseMs"), isOwner ? orNull(redis.lease) : QJsonValue()},
        {QStringLiteral("fencingToken"),
         redis.fencingToken ? QJsonValue(static_cast<qint64>(*redis.fencingToken)) : QJsonValue()},
        {QStringLiteral("permits"), isSemaphore ? QJsonValue(static_cast<qint64>(redis.permits)) : QJsonValue()},
        {QStringLiteral("freePermits"),
         isSemaphore ? QJsonValue(static_cast<qint64>(redis.freePermits)) : QJsonValue()},
        {QStringLiteral("dialect"), text(plan.dialect)},
        {QStringLiteral("certainty"), text(toString(plan.certainty))},
        {QStringLiteral("state"), plan.isStray         ? QStringLiteral("blocks")
                                  : !plan.isStateKnown ? QStringLiteral("unknown")
                                  : plan.holds         ? QStringLiteral("holds")
                                                       : QStringLiteral("waits")},
        {QStringLiteral("mode"), plan.mode ? QJsonValue(text(toString(*plan.mode))) : QJsonValue()},
        {QStringLiteral("czxid"), isRedis ? QJsonValue() : QJsonValue(text(toHex(plan.creationId)))},
        {QStringLiteral("session"), hexOrNull(plan.owner)},
        {QStringLiteral("version"), isRedis ? QJsonValue() : QJsonValue(plan.zookeeper.version)},
        {QStringLiteral("client"), textOrNull(plan.client)},
        {QStringLiteral("clientLastKnown"), plan.clientIsLastKnown},
        {QStringLiteral("host"), textOrNull(plan.host)},
        {QStringLiteral("createdAt"), isRedis ? QJsonValue() : QJsonValue(inspect::isoTime(plan.createdAt))},
        {QStringLiteral("ageMs"), isRedis ? QJsonValue() : QJsonValue(static_cast<qint64>(age.count()))},
        {QStringLiteral("waiters"), plan.waitersKnown ? QJsonValue(plan.waiters) : QJsonValue()},
        {QStringLiteral("next"), textOrNull(plan.next)},
        {QStringLiteral("nextClient"), textOrNull(plan.nextClient)},
        {QStringLiteral("evidence"), evidenceJson(plan.evidence, now)},
        {QStringLiteral("otherLocks"), othersJson(plan.others)},
        {QStringLiteral("permission"), QJsonObject{{QStringLiteral("delete"), text(toString(plan.permission.allowed))},
                                                   {QStringLiteral("text"), text(plan.permission.text)}}},
        {QStringLiteral("guard"), QJsonObject{{QStringLiteral("proof"), text(toString(plan.guard.proof))},
                                              {QStringLiteral("text"), text(plan.guard.text)}}},
        {QStringLiteral("confirmation"), text(toString(confirmationFor(plan)))},
        {QStringLiteral("options"),
         QJsonArray{releaseOptionJson("ask", releaseOptions.ask), releaseOptionJson("wait", releaseOptions.wait),
                    releaseOptionJson("delete", releaseOptions.remove)}},
        {QStringLiteral("operations"), operations},
        {QStringLiteral("risk"), text(riskOf(plan))},
    };
}

} // namespace lockscope::release
