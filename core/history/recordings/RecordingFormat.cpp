// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/recordings/RecordingFormat.h"

#include <QJsonDocument>

namespace lockscope::inspect::recording {

using namespace Qt::StringLiterals;

namespace {

std::string_view wordOf(queue::Mode mode)
{
    return mode == queue::Mode::Shared ? "shared" : "exclusive";
}

bool readMode(const QJsonValue& json, queue::Mode& mode)
{
    if (json.isUndefined())
        return true;
    // A mode of a newer program is as strict as any.
    mode = json.toString() == "shared"_L1 ? queue::Mode::Shared : queue::Mode::Exclusive;
    return json.isString();
}

QJsonObject detailsJson(const ContenderDetails& details)
{
    Writer json;
    json.id("session"_L1, details.session);
    json.time("created"_L1, details.createdAt);
    json.id("czxid"_L1, details.creationId);
    json.number("version"_L1, details.version);
    json.time("modified"_L1, details.modifiedAt);
    json.bytes("payload"_L1, details.payload);
    json.number("payloadCut"_L1, details.payloadCut);
    json.bytes("client"_L1, details.client);
    json.bytes("host"_L1, details.host);
    if (details.hostSource != HostSource::None)
        json.word("hostSource"_L1, toString(details.hostSource));
    json.flag("lastKnown"_L1, details.isLastKnown);
    return json.json();
}

bool readDetails(const QJsonObject& json, ContenderDetails& details)
{
    Reader reader(json);
    reader.id("session"_L1, details.session);
    reader.time("created"_L1, details.createdAt);
    reader.id("czxid"_L1, details.creationId);
    reader.number("version"_L1, details.version);
    reader.time("modified"_L1, details.modifiedAt);
    reader.bytes("payload"_L1, details.payload);
    reader.number("payloadCut"_L1, details.payloadCut);
    if (details.payloadCut < 0)
        reader.fail();
    reader.bytes("client"_L1, details.client);
    reader.bytes("host"_L1, details.host);
    reader.word("hostSource"_L1, details.hostSource, HostSource::None);
    reader.flag("lastKnown"_L1, details.isLastKnown);
    return reader.isGood();
}

} // namespace

QByteArray lineOf(const char* kind, const QJsonObject& value)
{
    return QByteArray("{\"") + kind + "\":" + QJsonDocument(value).toJson(QJsonDocument::Compact) + "}\n";
}

QJsonObject headJson(const Lock& lock)
{
    Writer json;
    json.bytes("dialect"_L1, lock.dialect);
    json.bytes("title"_L1, lock.dialectTitle);
    json.word("kind"_L1, toString(lock.kind));
    json.number("leases"_L1, lock.leases, 1);
    if (lock.leasesKnown != Confidence::Exact)
        json.word("leasesKnown"_L1, toString(lock.leasesKnown));
    if (lock.layout) {
        Writer layout;
        layout.bytes("queue"_L1, lock.layout->queue);
        layout.bytes("gate"_L1, lock.layout->gate);
        json.put("layout"_L1, layout.json());
    }
    json.bytes("gateHolder"_L1, lock.gateHolder);
    json.texts("unrecognised"_L1, lock.unrecognised);
    json.flag("polled"_L1, lock.polled);
    return json.json();
}

bool readHead(const QJsonObject& json, Lock& lock)
{
    Reader reader(json);
    lock.dialect.clear();
    lock.dialectTitle.clear();
    lock.leases = 1;
    lock.leasesKnown = Confidence::Exact;
    lock.layout.reset();
    lock.gateHolder.clear();
    lock.unrecognised.clear();
    lock.polled = false;
    reader.bytes("dialect"_L1, lock.dialect);
    reader.bytes("title"_L1, lock.dialectTitle);
    reader.word("kind"_L1, lock.kind, LockKind::Unrecognised);
    reader.number("leases"_L1, lock.leases);
    reader.word("leasesKnown"_L1, lock.leasesKnown, Confidence::Unknown);
    if (reader.has("layout"_L1)) {
        const auto object = reader.object("layout"_L1);
        Reader layout(object);
        Layout value;
        layout.bytes("queue"_L1, value.queue);
        layout.bytes("gate"_L1, value.gate);
        if (!layout.isGood())
            reader.fail();
        lock.layout = std::make_shared<const Layout>(std::move(value));
    }
    reader.bytes("gateHolder"_L1, lock.gateHolder);
    reader.texts("unrecognised"_L1, lock.unrecognised);
    reader.flag("polled"_L1, lock.polled);
    return reader.isGood();
}

QJsonObject contenderJson(const Contender& contender, std::size_t index)
{
    Writer json;
    json.number("position"_L1, contender.position, static_cast<std::int32_t>(index));
    json.flag("holds"_L1, contender.holds);
    json.flag("atGate"_L1, contender.atGate);
    if (contender.mode != queue::Mode::Exclusive)
        json.word("mode"_L1, wordOf(contender.mode));
    json.put("node"_L1, bytesJson(contender.node));
    if (contender.sequence)
        json.put("sequence"_L1, *contender.sequence);
    json.texts("waitsOn"_L1, contender.waitsOn);
    if (contender.details)
        json.put("details"_L1, detailsJson(*contender.details));
    json.time("grantedAt"_L1, contender.grantedAt);
    return json.json();
}

bool readContender(const QJsonObject& json, std::size_t index, Contender& contender)
{
    Reader reader(json);
    contender.position = static_cast<int>(index);
    reader.number("position"_L1, contender.position);
    reader.flag("holds"_L1, contender.holds);
    reader.flag("atGate"_L1, contender.atGate);
    reader.bytes("node"_L1, contender.node);
    if (reader.has("sequence"_L1))
        reader.number("sequence"_L1, contender.sequence.emplace());
    reader.texts("waitsOn"_L1, contender.waitsOn);
    if (reader.has("details"_L1) && !readDetails(reader.object("details"_L1), contender.details.emplace()))
        reader.fail();
    reader.time("grantedAt"_L1, contender.grantedAt);
    return reader.isGood() && readMode(json.value("mode"_L1), contender.mode) && json.contains("node"_L1);
}

QJsonObject eventJson(const LockEvent& event)
{
    Writer json;
    json.time("at"_L1, event.at);
    json.word("event"_L1, typeWord(event.change));
    if (event.atKnown != Confidence::Exact)
        json.word("atKnown"_L1, toString(event.atKnown));
    json.bytes("path"_L1, event.change.lockPath);
    json.put("contender"_L1, contenderJson(event.change.contender, 0));
    return json.json();
}

bool readEvent(const QJsonObject& json, LockEvent& event)
{
    Reader reader(json);
    reader.time("at"_L1, event.at);
    if (auto word = reader.word("event"_L1, event.change.type, Change::Type::Other))
        event.change.otherType = *std::move(word);
    reader.word("atKnown"_L1, event.atKnown, Confidence::Unknown);
    reader.bytes("path"_L1, event.change.lockPath);
    const auto contender = reader.object("contender"_L1);
    return reader.isGood() && !event.change.lockPath.empty() && readContender(contender, 0, event.change.contender);
}

QJsonObject findingJson(const Finding& finding)
{
    Writer json;
    json.word("kind"_L1, kindWord(finding));
    json.word("severity"_L1, toString(finding.severity));
    json.bytes("path"_L1, finding.path);
    json.texts("nodes"_L1, finding.nodes);
    std::vector<std::string> sessions;
    for (const auto session : finding.sessions)
        sessions.push_back(toHex(session));
    json.texts("sessions"_L1, sessions);
    json.bytes("text"_L1, finding.text);
    json.bytes("evidence"_L1, finding.evidence);
    json.bytes("advice"_L1, finding.advice);
    return json.json();
}

bool readFinding(const QJsonObject& json, Finding& finding)
{
    Reader reader(json);
    if (auto word = reader.word("kind"_L1, finding.kind, FindingKind::Other))
        finding.otherKind = *std::move(word);
    reader.word("severity"_L1, finding.severity, Severity::Warning);
    reader.bytes("path"_L1, finding.path);
    reader.texts("nodes"_L1, finding.nodes);
    const auto sessions = reader.list("sessions"_L1);
    for (const auto& session : sessions) {
        const QJsonObject holder{{u"id"_s, session}};
        Reader one(holder);
        one.id("id"_L1, finding.sessions.emplace_back());
        if (!one.isGood())
            reader.fail();
    }
    reader.bytes("text"_L1, finding.text);
    reader.bytes("evidence"_L1, finding.evidence);
    reader.bytes("advice"_L1, finding.advice);
    return reader.isGood();
}

} // namespace lockscope::inspect::recording
