// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of RecordingWriter that writes snapshots as lines.

#include "core/history/recordings/RecordingFormat.h"
#include "core/history/recordings/RecordingWriter.h"
#include "core/history/recordings/zookeeper/NodeStatJson.h"

#include <QJsonArray>

#include <algorithm>
#include <cassert>
#include <unordered_map>

namespace lockscope::inspect {

using namespace Qt::StringLiterals;
using recording::lineOf;

namespace {

/// Maximum size of a queue in one line; the rest follows in further lines.
constexpr qsizetype chunkBytes = 1'048'576;
constexpr std::size_t mostFindings = 5'000;

/// Approximate size of a contender in its line.
qsizetype weightOf(const Contender& contender)
{
    std::size_t weight = 300 + contender.node.size();
    for (const auto& node : contender.waitsOn)
        weight += node.size() + 3;
    if (contender.details)
        weight += 2 * (contender.details->payload.size() + contender.details->client.size());
    return static_cast<qsizetype>(weight);
}

/// The members that may change with each listing.
void addReading(recording::Writer& json, const Lock& lock)
{
    json.time("readAt"_L1, lock.readAt);
    json.object("parent"_L1, lock.parent);
    json.number("unlisted"_L1, lock.unlisted);
}

/// All contenders move up when the first one leaves: a position that equalled the index is expected to equal it again.
bool isSame(const Contender& before, const Contender& after, std::size_t wasAt, std::size_t isAt)
{
    const bool standsForPlace = before.position == static_cast<int>(wasAt);
    if (after.position != (standsForPlace ? static_cast<int>(isAt) : before.position))
        return false;
    auto moved = before;
    moved.position = after.position;
    return moved == after;
}

using Places = std::unordered_map<NodeRef, std::size_t>;

Places placesOf(const Lock& lock)
{
    Places places;
    places.reserve(lock.queue.size());
    for (std::size_t i = 0; i < lock.queue.size(); ++i) {
        [[maybe_unused]] const bool isUnique = places.emplace(lock.queue[i].ref(), i).second;
        assert(isUnique); // else readers refuse the recording
    }
    return places;
}

} // namespace

void RecordingWriter::rememberSessions(const Lock& lock)
{
    for (const auto& contender : lock.queue) {
        if (contender.details && contender.details->session != 0 &&
            m_sessions.insert(contender.details->session).second)
            m_newSessions.insert(contender.details->session);
    }
}

void RecordingWriter::addLock(const Lock& lock)
{
    rememberSessions(lock);
    recording::Writer json;
    json.put("path"_L1, recording::bytesJson(lock.path));
    json.put("head"_L1, recording::headJson(lock));
    addReading(json, lock);
    QJsonArray queue;
    qsizetype weight = 0;
    auto write = [&, isFirst = true]() mutable {
        json.put("queue"_L1, queue);
        m_lines += lineOf(isFirst ? "lock" : "more", json.json());
        json = {};
        json.put("path"_L1, recording::bytesJson(lock.path));
        queue = {};
        weight = 0;
        isFirst = false;
    };
    for (std::size_t i = 0; i < lock.queue.size(); ++i) {
        if (weight > chunkBytes)
            write();
        queue.append(recording::contenderJson(lock.queue[i], i));
        weight += weightOf(lock.queue[i]);
    }
    write();
}

void RecordingWriter::addQueue(const Lock& before, const Lock& lock)
{
    const auto was = placesOf(before);
    const auto is = placesOf(lock);
    recording::Writer json;
    QJsonArray gone;
    for (const auto& contender : before.queue) {
        if (!is.contains(contender.ref()))
            gone.append(recording::bytesJson(toString(contender.ref())));
    }
    QJsonArray set;
    qsizetype weight = 0;
    std::optional<std::size_t> lastKept;
    for (std::size_t i = 0; i < lock.queue.size(); ++i) {
        const auto earlier = was.find(lock.queue[i].ref());
        if (earlier != was.end()) {
            if (lastKept && earlier->second < *lastKept) {
                addLock(lock); // the order has changed, so the whole lock is written
                return;
            }
            lastKept = earlier->second;
            if (isSame(before.queue[earlier->second], lock.queue[i], earlier->second, i))
                continue;
        }
        set.append(QJsonArray{static_cast<qint64>(i), recording::contenderJson(lock.queue[i], i)});
        weight += weightOf(lock.queue[i]);
        if (weight > chunkBytes) {
            addLock(lock);
            return;
        }
    }
    rememberSessions(lock);
    json.put("path"_L1, recording::bytesJson(lock.path));
    auto head = recording::headJson(lock);
    if (head != recording::headJson(before))
        json.put("head"_L1, head);
    addReading(json, lock);
    if (!gone.isEmpty())
        json.put("gone"_L1, gone);
    if (!set.isEmpty())
        json.put("set"_L1, set);
    m_lines += lineOf("queue", json.json());
}

void RecordingWriter::addFacts(const Snapshot& rest, bool always)
{
    const auto fresh = std::exchange(m_newSessions, {});
    if (!rest.ensemble)
        return;
    if (rest.ensemble == m_facts && !always) {
        // The facts about sessions that were in no queue before have not been written yet.
        if (std::any_of(fresh.begin(), fresh.end(), [&](SessionId session) { return m_facts->find(session); }))
            m_lines += lineOf("ensemble", recording::moreSessionsJson(*m_facts, fresh));
        return;
    }
    m_facts = rest.ensemble;
    m_lines += lineOf("ensemble", recording::ensembleJson(*m_facts, m_sessions));
    if (!m_facts->hasEverySession)
        return;
    // A session that is missing has ended; its client returns with another id. Sessions in the queues are added again.
    std::erase_if(m_sessions, [&](SessionId session) { return !m_facts->find(session); });
    for (const auto& [path, lock] : m_locks)
        rememberSessions(*lock);
    m_newSessions.clear();
}

void RecordingWriter::addFindings(const Snapshot& rest, bool always)
{
    // The text of a finding has ages, which change with each snapshot; that is not a change.
    const auto isSame = [](const Finding& a, const Finding& b) {
        return a.kind == b.kind && a.severity == b.severity && a.path == b.path && a.nodes == b.nodes;
    };
    const bool isChanged =
        !std::equal(rest.findings.begin(), rest.findings.end(), m_findings.begin(), m_findings.end(), isSame);
    if (!isChanged && !(always && !rest.findings.empty()))
        return;
    m_findings = rest.findings;
    QJsonArray findings;
    for (std::size_t i = 0; i < std::min(m_findings.size(), mostFindings); ++i)
        findings.append(recording::findingJson(m_findings[i]));
    m_lines += lineOf("findings", {{u"findings"_s, findings}});
}

void RecordingWriter::addAll(const Snapshot& rest)
{
    auto json = recording::snapshotJson(rest, nullptr);
    std::set<std::string> dialects;
    for (const auto& [path, lock] : m_locks)
        dialects.insert(lock->dialect);
    QJsonArray names;
    for (const auto& dialect : dialects)
        names.append(recording::bytesJson(dialect));
    json.insert(u"dialects"_s, names); // for users who read the file: each lock has its own
    m_lines += lineOf("full", json);
    for (const auto& [path, lock] : m_locks)
        addLock(*lock);
    addFacts(rest, true);
    addFindings(rest, true);
    m_lines += lineOf("done", {});
}

void RecordingWriter::addChanges(const SnapshotStep& step)
{
    m_lines += lineOf("change", recording::snapshotJson(*step.rest, m_before.get()));
    QJsonArray gone;
    for (const auto& [path, lock] : step.locks) {
        const auto was = m_locks.find(path);
        if (lock && was != m_locks.end())
            addQueue(*was->second, *lock);
        else if (lock)
            addLock(*lock);
        else if (was != m_locks.end())
            gone.append(recording::bytesJson(path));
    }
    if (!gone.isEmpty())
        m_lines += lineOf("gone", {{u"paths"_s, gone}});
    applyTo(m_locks, step.locks);
    addFacts(*step.rest, false);
    addFindings(*step.rest, false);
    m_lines += lineOf("done", {});
}

} // namespace lockscope::inspect
