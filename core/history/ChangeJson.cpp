// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/ChangeJson.h"

#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"

namespace lockscope::inspect {

namespace {

QJsonObject gapJson(const LockEvent& gap)
{
    const bool hasEnded = gap.atKnown != Confidence::Unknown;
    return {
        {QStringLiteral("at"), isoTime(gap.at)},
        {QStringLiteral("event"), text(toString(Change::Type::Gap))},
        {QStringLiteral("from"), isoTime(gap.from.value_or(gap.at))},
        {QStringLiteral("to"), hasEnded ? QJsonValue(isoTime(gap.at)) : QJsonValue()},
        {QStringLiteral("path"), gap.change.lockPath.empty() ? QJsonValue() : textOrHex(gap.change.lockPath)},
    };
}

QJsonObject unseenJson(const LockEvent& event)
{
    return {
        {QStringLiteral("at"), isoTime(event.at)},
        {QStringLiteral("event"), text(toString(Change::Type::Unseen))},
        {QStringLiteral("from"), isoTime(event.from.value_or(event.at))},
        {QStringLiteral("path"), textOrHex(event.change.lockPath)},
        {QStringLiteral("count"), event.change.unseen},
    };
}

/// Whether a contender that left had acquired the lock; null: not known.
QJsonValue heldJson(const LockEvent& event)
{
    const auto& change = event.change;
    if (change.type != Change::Type::Left)
        return {};
    if (change.contender.holds)
        return true;
    return change.mayHaveHeld || event.atKnown == Confidence::Unknown ? QJsonValue() : QJsonValue(false);
}

} // namespace

QJsonObject eventJson(const LockEvent& event)
{
    const auto& change = event.change;
    if (change.type == Change::Type::Gap)
        return gapJson(event);
    if (change.type == Change::Type::Unseen)
        return unseenJson(event);
    const auto& details = change.contender.details;
    const auto& redis = change.contender.redis;
    const auto tookIf = [&](Change::Type type) {
        return event.took && change.type == type ? QJsonValue(static_cast<qint64>(event.took->count())) : QJsonValue();
    };
    QJsonObject json{
        {QStringLiteral("at"), isoTime(event.at)},
        {QStringLiteral("atKnown"), text(toString(event.atKnown))},
        {QStringLiteral("path"), textOrHex(change.lockPath)},
        {QStringLiteral("certainty"), text(toString(change.certainty))},
        {QStringLiteral("event"), text(typeWord(change))},
        {QStringLiteral("node"), textOrHex(change.contender.node)},
        {QStringLiteral("owner"), redis ? QJsonValue(textOrHex(redis->owner)) : QJsonValue()},
        {QStringLiteral("position"),
         redis && change.contender.holds ? QJsonValue() : QJsonValue(change.contender.position)},
        {QStringLiteral("client"), details ? textOrNull(details->client) : QJsonValue()},
        {QStringLiteral("host"), details ? textOrNull(details->host) : QJsonValue()},
        {QStringLiteral("session"), hexOrNull(details ? details->session : 0)},
        {QStringLiteral("waitMs"), tookIf(Change::Type::Granted)},
        {QStringLiteral("heldMs"), tookIf(Change::Type::Left)},
        {QStringLiteral("held"), heldJson(event)},
    };
    if (event.by)
        json.insert(QStringLiteral("by"), QJsonObject{{QStringLiteral("user"), textOrNull(event.by->user)},
                                                      {QStringLiteral("host"), textOrNull(event.by->host)},
                                                      {QStringLiteral("session"), hexOrNull(event.by->session)}});
    return json;
}

} // namespace lockscope::inspect
