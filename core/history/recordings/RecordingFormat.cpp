// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordings/RecordingFormat.h"

#include "core/history/recordings/redis/RedisFactsJson.h"

#include <QJsonDocument>

#include <type_traits>

namespace lockscope::inspect::recording {

using namespace Qt::StringLiterals;

QByteArray lineOf(const char* kind, const QJsonObject& value)
{
    return QByteArray("{\"") + kind + "\":" + QJsonDocument(value).toJson(QJsonDocument::Compact) + "}\n";
}

template <typename Json> void passMembers(Json& json, Passed<Json, Layout>& layout)
{
    json.bytes("queue"_L1, layout.queue);
    json.bytes("gate"_L1, layout.gate);
}

/// Without the queue and the layout.
template <typename Json> void passMembers(Json& json, Passed<Json, Lock>& lock)
{
    json.bytes("dialect"_L1, lock.dialect);
    json.bytes("title"_L1, lock.dialectTitle);
    json.word("kind"_L1, lock.kind, LockKind::Unrecognised);
    json.word("certainty"_L1, lock.certainty, Certainty::Possible, Certainty::Certain);
    json.number("leases"_L1, lock.leases, 1);
    json.word("leasesKnown"_L1, lock.leasesKnown, Confidence::Unknown, Confidence::Exact);
    json.bytes("gateHolder"_L1, lock.gateHolder);
    json.texts("unrecognised"_L1, lock.unrecognised);
    json.flag("polled"_L1, lock.polled);
    json.bytes("counterContradiction"_L1, lock.counterContradiction);
    passShared(json, "redis"_L1, lock.redis);
}

template <typename Json, typename T> void passShared(Json& json, QLatin1String key, T& shared)
{
    if constexpr (std::is_same_v<Json, Writer>) {
        if (shared)
            json.object(key, *shared);
    } else if (json.has(key)) {
        std::remove_const_t<typename T::element_type> value;
        json.object(key, value);
        shared = std::make_shared<decltype(value)>(std::move(value));
    }
}

/// A member that is true by default is recorded as its opposite.
template <typename Json, typename Flag> void passNegated(Json& json, QLatin1String key, Flag& flag)
{
    bool opposite = !flag;
    json.flag(key, opposite);
    if constexpr (!std::is_const_v<Flag>)
        flag = !opposite;
}

template <typename Json> void passMembers(Json& json, Passed<Json, ContenderDetails>& details)
{
    json.id("session"_L1, details.session);
    json.time("created"_L1, details.createdAt);
    json.id("czxid"_L1, details.creationId);
    json.number("version"_L1, details.version);
    json.time("modified"_L1, details.modifiedAt);
    json.bytes("payload"_L1, details.payload);
    json.number("payloadCut"_L1, details.payloadCut);
    json.bytes("client"_L1, details.client);
    json.bytes("host"_L1, details.host);
    json.word("hostSource"_L1, details.hostSource, HostSource::None, HostSource::None);
    json.flag("lastKnown"_L1, details.isLastKnown);
    passNegated(json, "payloadUnknown"_L1, details.isPayloadKnown);
}

/// Without position and node, which every contender has.
template <typename Json> void passMembers(Json& json, Passed<Json, Contender>& contender)
{
    json.flag("holds"_L1, contender.holds);
    json.flag("atGate"_L1, contender.atGate);
    // An unknown mode of a newer program counts as exclusive.
    json.word("mode"_L1, contender.mode, LockMode::Exclusive, LockMode::Exclusive);
    passNegated(json, "modeUnknown"_L1, contender.isModeKnown);
    passNegated(json, "stateUnknown"_L1, contender.isStateKnown);
    json.number("sequence"_L1, contender.sequence);
    json.texts("waitsOn"_L1, contender.waitsOn);
    json.object("details"_L1, contender.details);
    json.time("grantedAt"_L1, contender.grantedAt);
    passShared(json, "redis"_L1, contender.redis);
}

template <typename Json> void passMembers(Json& json, Passed<Json, Requester>& requester)
{
    json.bytes("user"_L1, requester.user);
    json.bytes("host"_L1, requester.host);
    json.id("session"_L1, requester.session);
}

/// Without its type, its contender and its requester.
template <typename Json> void passMembers(Json& json, Passed<Json, LockEvent>& event)
{
    json.time("at"_L1, event.at);
    json.time("from"_L1, event.from);
    json.word("certainty"_L1, event.change.certainty, Certainty::Possible, Certainty::Certain);
    json.word("atKnown"_L1, event.atKnown, Confidence::Unknown, Confidence::Exact);
    json.bytes("path"_L1, event.change.lockPath);
}

/// Without its kind.
template <typename Json> void passMembers(Json& json, Passed<Json, Finding>& finding)
{
    json.word("severity"_L1, finding.severity, Severity::Warning);
    json.bytes("path"_L1, finding.path);
    json.texts("nodes"_L1, finding.nodes);
    json.ids("sessions"_L1, finding.sessions);
    json.texts("owners"_L1, finding.owners);
    json.bytes("text"_L1, finding.text);
    json.bytes("evidence"_L1, finding.evidence);
    json.bytes("advice"_L1, finding.advice);
    json.bytes("chain"_L1, finding.chain);
}

QJsonObject headJson(const Lock& lock)
{
    Writer json;
    passMembers(json, lock);
    if (lock.layout)
        json.object("layout"_L1, *lock.layout);
    return json.json();
}

bool readHead(const QJsonObject& json, Lock& lock)
{
    Reader reader(json);
    Lock read;
    passMembers(reader, read);
    if (reader.has("layout"_L1)) {
        Layout layout;
        reader.object("layout"_L1, layout);
        read.layout = std::make_shared<const Layout>(std::move(layout));
    }
    read.path = std::move(lock.path);
    read.queue = std::move(lock.queue);
    lock = std::move(read);
    return reader.isGood();
}

QJsonObject contenderJson(const Contender& contender, std::size_t index)
{
    Writer json;
    json.number("position"_L1, contender.position, static_cast<std::int32_t>(index));
    json.put("node"_L1, bytesJson(contender.node));
    passMembers(json, contender);
    return json.json();
}

bool readContender(const QJsonObject& json, std::size_t index, Contender& contender)
{
    Reader reader(json);
    contender.position = static_cast<int>(index);
    reader.number("position"_L1, contender.position);
    reader.bytes("node"_L1, contender.node);
    passMembers(reader, contender);
    return reader.isGood() && reader.has("node"_L1) && (!contender.details || contender.details->payloadCut >= 0);
}

QJsonObject eventJson(const LockEvent& event)
{
    Writer json;
    json.word("event"_L1, typeWord(event.change));
    passMembers(json, event);
    // A reader of an older version refuses an event without a path.
    if (event.change.lockPath.empty())
        json.bytes("path"_L1, std::string("/"));
    if (event.by)
        json.object("by"_L1, *event.by);
    json.put("contender"_L1, contenderJson(event.change.contender, 0));
    return json.json();
}

bool readEvent(const QJsonObject& json, LockEvent& event)
{
    Reader reader(json);
    if (auto word = reader.word("event"_L1, event.change.type, Change::Type::Other))
        event.change.otherType = *std::move(word);
    passMembers(reader, event);
    if (event.change.type == Change::Type::Gap) {
        if (!event.from || !reader.isGood())
            return false;
        event.change.lockPath.clear();
        return true;
    }
    if (reader.has("by"_L1)) {
        Requester by;
        reader.object("by"_L1, by);
        event.by = std::make_shared<const Requester>(std::move(by));
    }
    const auto contender = reader.object("contender"_L1);
    return reader.isGood() && !event.change.lockPath.empty() && readContender(contender, 0, event.change.contender);
}

QJsonObject findingJson(const Finding& finding)
{
    Writer json;
    json.word("kind"_L1, kindWord(finding));
    passMembers(json, finding);
    return json.json();
}

bool readFinding(const QJsonObject& json, Finding& finding)
{
    Reader reader(json);
    if (auto word = reader.word("kind"_L1, finding.kind, FindingKind::Other))
        finding.otherKind = *std::move(word);
    passMembers(reader, finding);
    return reader.isGood();
}

} // namespace lockscope::inspect::recording
