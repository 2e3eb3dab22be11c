// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of RecordingReader that builds snapshots from lines.

#include "core/base/Phrase.h"
#include "core/history/recordings/RecordingFormat.h"
#include "core/history/recordings/RecordingReader.h"
#include "core/history/recordings/zookeeper/NodeStatJson.h"
#include "core/sources/DialectFiles.h"

#include <iterator>
#include <limits>
#include <unordered_set>

namespace lockscope::inspect {

using namespace Qt::StringLiterals;

namespace {

bool readHead(const QJsonObject& json, Lock& lock)
{
    if (!recording::readHead(json, lock))
        return false;
    completeByDialect(lock);
    return true;
}

bool readReading(const QJsonObject& json, Lock& lock)
{
    recording::Reader reader(json);
    lock.readAt = {};
    lock.parent.reset();
    lock.unlisted = 0;
    reader.time("readAt"_L1, lock.readAt);
    reader.object("parent"_L1, lock.parent);
    reader.number("unlisted"_L1, lock.unlisted);
    return reader.isGood() && lock.unlisted >= 0;
}

bool appendQueue(const QJsonArray& queue, Lock& lock)
{
    for (const auto& element : queue) {
        const auto index = lock.queue.size();
        if (!element.isObject() || !recording::readContender(element.toObject(), index, lock.queue.emplace_back()))
            return false;
    }
    return true;
}

/// A position that stands for the contender's index in the queue.
constexpr int itsPlace = std::numeric_limits<int>::min();

/// The contenders that stay: without the nodes in "gone".
std::vector<Contender> staying(std::vector<Contender>& queue, const std::vector<std::string>& gone)
{
    const std::unordered_set<std::string> names(gone.begin(), gone.end());
    std::vector<Contender> stay;
    stay.reserve(queue.size());
    for (std::size_t i = 0; i < queue.size(); ++i) {
        if (!names.empty() && names.contains(toString(queue[i].ref())))
            continue;
        if (queue[i].position == static_cast<int>(i))
            queue[i].position = itsPlace;
        stay.push_back(std::move(queue[i]));
    }
    return stay;
}

/// Inserts the contenders of "set", by ascending index, among those that stay; replaces a contender of the same name.
bool mergeQueue(std::vector<Contender>& stay, const QJsonArray& set, std::vector<Contender>& queue)
{
    queue.clear();
    queue.reserve(stay.size());
    auto next = stay.begin();
    for (const auto& element : set) {
        const auto pair = element.toArray();
        const auto index = pair.size() == 2 ? pair.at(0).toInteger(-1) : -1;
        const auto before = static_cast<qint64>(queue.size());
        if (index < before || index - before > stay.end() - next)
            return false;
        std::move(next, next + (index - before), std::back_inserter(queue));
        next += index - before;
        auto& contender = queue.emplace_back();
        if (!recording::readContender(pair.at(1).toObject(), static_cast<std::size_t>(index), contender))
            return false;
        if (next != stay.end() && next->ref() == contender.ref())
            ++next;
    }
    std::move(next, stay.end(), std::back_inserter(queue));
    for (std::size_t i = 0; i < queue.size(); ++i) {
        if (queue[i].position == itsPlace)
            queue[i].position = static_cast<int>(i);
    }
    return true;
}

} // namespace

/// Reports a damage if not.
bool RecordingReader::hasUniqueKeys(const Lock& lock)
{
    const auto duplicate = lock.firstDuplicate();
    if (!duplicate)
        return true;
    complain(phrase(duplicate->part == LockPart::Gate ? phraseLater("two nodes at the gate lock of %1 have the name %2")
                                                      : phraseLater("two nodes in the queue of %1 have the name %2"),
                    lock.path, std::string(duplicate->node)));
    return false;
}

bool RecordingReader::takeLock(const QJsonObject& value)
{
    recording::Reader reader(value);
    auto lock = std::make_shared<Lock>();
    reader.bytes("path"_L1, lock->path);
    const bool isGood = readHead(reader.object("head"_L1), *lock) && readReading(value, *lock) &&
                        appendQueue(reader.list("queue"_L1), *lock);
    if (!isGood || !reader.isGood() || lock->path.empty() || !hasUniqueKeys(*lock))
        return false;
    if (m_touched.contains(lock->path)) {
        complain(phrase("two locks of one snapshot have the path %1", lock->path));
        return false;
    }
    m_touched.emplace(lock->path, lock);
    return true;
}

bool RecordingReader::takeMore(const QJsonObject& value)
{
    recording::Reader reader(value);
    std::string path;
    reader.bytes("path"_L1, path);
    const auto found = m_touched.find(path);
    if (!reader.isGood() || found == m_touched.end() || !found->second)
        return false;
    return appendQueue(reader.list("queue"_L1), *found->second) && reader.isGood() && hasUniqueKeys(*found->second);
}

bool RecordingReader::takeQueue(const QJsonObject& value)
{
    recording::Reader reader(value);
    std::string path;
    std::vector<std::string> gone;
    reader.bytes("path"_L1, path);
    reader.texts("gone"_L1, gone);
    const auto before = m_locks.find(path);
    if (!reader.isGood() || m_isFull || before == m_locks.end() || m_touched.contains(path))
        return false;
    auto lock = std::make_shared<Lock>(*before->second);
    if (reader.has("head"_L1) && !readHead(reader.object("head"_L1), *lock))
        return false;
    if (!readReading(value, *lock))
        return false;
    auto stay = staying(lock->queue, gone);
    if (!mergeQueue(stay, reader.list("set"_L1), lock->queue) || !hasUniqueKeys(*lock))
        return false;
    m_touched.emplace(path, std::move(lock));
    return reader.isGood();
}

bool RecordingReader::takeGone(const QJsonObject& value)
{
    recording::Reader reader(value);
    std::vector<std::string> paths;
    reader.texts("paths"_L1, paths);
    for (auto& path : paths)
        m_touched.insert_or_assign(std::move(path), nullptr);
    return reader.isGood();
}

bool RecordingReader::takeEnsemble(const QJsonObject& value)
{
    auto facts = m_snapshot.ensemble ? std::make_shared<ensemble::EnsembleFacts>(*m_snapshot.ensemble)
                                     : std::make_shared<ensemble::EnsembleFacts>();
    if (!recording::readEnsemble(value, *facts))
        return false;
    m_snapshot.ensemble = std::move(facts);
    return true;
}

bool RecordingReader::takeFindings(const QJsonObject& value)
{
    recording::Reader reader(value);
    std::vector<Finding> findings;
    const auto list = reader.list("findings"_L1);
    for (const auto& element : list) {
        if (!element.isObject() || !recording::readFinding(element.toObject(), findings.emplace_back()))
            return false;
    }
    m_snapshot.findings = std::move(findings);
    return reader.isGood();
}

/// A full snapshot lacks the locks that are gone.
std::optional<RecordingReader::Item> RecordingReader::complete()
{
    SnapshotStep step;
    for (auto& [path, lock] : m_touched)
        step.locks.emplace_hint(step.locks.end(), path, std::move(lock));
    if (m_isFull) {
        for (const auto& [path, lock] : m_locks)
            step.locks.try_emplace(path, nullptr);
    }
    applyTo(m_locks, step.locks);
    m_touched.clear();
    m_isWithin = false;
    m_itemPosition = m_beginPosition;
    m_itemLine = m_beginLine;
    step.rest = std::make_shared<const Snapshot>(m_snapshot);
    return Item{std::move(step), std::nullopt};
}

} // namespace lockscope::inspect
