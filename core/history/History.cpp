// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/History.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

/// Heap memory of a string.
std::size_t beyond(const std::string& text)
{
    return text.capacity() > 15 ? text.capacity() + 1 : 0;
}

} // namespace

std::size_t HistoryEvent::bytes() const
{
    return sizeof(HistoryEvent) + beyond(node) + beyond(client) + beyond(host) + beyond(otherType);
}

std::size_t LockHistory::bytes() const
{
    return sizeof(LockHistory) + path->size() + waits.bytes() + holds.bytes() + lengths.bytes();
}

History::History(HistoryLimits limits, EventStream::Report reported)
    : m_limits(limits)
    , m_reported(std::move(reported))
    , m_stream([this](const LockEvent& event) { take(event); })
{
}

void History::see(const SnapshotPtr& snapshot)
{
    const auto before = m_stream.last();
    m_stream.see(snapshot);
    if (!before && m_stream.last())
        m_since = snapshot->takenAt;
    if (m_stream.last() == snapshot)
        seeLengths(before, *snapshot);
}

void History::seeLengths(const SnapshotPtr& before, const Snapshot& snapshot)
{
    static const std::vector<std::shared_ptr<const Lock>> nothing;
    const auto& earlier = before ? before->locks : nothing;
    auto was = earlier.begin();
    for (const auto& lock : snapshot.locks) {
        if (was != earlier.end() && *was == lock) {
            ++was; // snapshots share unchanged locks
            continue;
        }
        for (; was != earlier.end() && (*was)->path < lock->path; ++was)
            entryOf((*was)->path).history.lengths.add(snapshot.takenAt, 0);
        if (was != earlier.end() && (*was)->path == lock->path) {
            const auto& old = *was++;
            if (old->waiters() == lock->waiters())
                continue;
        }
        entryOf(lock->path).history.lengths.add(snapshot.takenAt, lock->waiters());
    }
    for (; was != earlier.end(); ++was)
        entryOf((*was)->path).history.lengths.add(snapshot.takenAt, 0);
}

History::Entry& History::entryOf(std::string_view path)
{
    const auto found = m_locks.find(path);
    if (found != m_locks.end()) {
        m_byAge.splice(m_byAge.end(), m_byAge, found->second->age);
        return *found->second;
    }
    if (m_locks.size() >= m_limits.locks)
        forgetOldest();
    auto entry = std::make_unique<Entry>();
    entry->history.path = std::make_shared<const std::string>(path);
    const std::string_view key = *entry->history.path;
    entry->age = m_byAge.insert(m_byAge.end(), key);
    return *m_locks.emplace(key, std::move(entry)).first->second;
}

void History::forgetOldest()
{
    const auto found = m_locks.find(m_byAge.front());
    m_byAge.pop_front();
    m_open -= found->second->open.size();
    m_locks.erase(found);
}

void History::closeContender(Entry& entry, const std::string& key)
{
    m_open -= entry.open.erase(key);
}

/// Counts the event; returns the length of the wait or hold that it ends, if known.
std::optional<std::chrono::milliseconds> History::count(Entry& entry, const LockEvent& event)
{
    auto& history = entry.history;
    const auto& contender = event.change.contender;
    const bool isExact = event.atKnown == Confidence::Exact;
    const auto key = toString(contender.ref());
    const auto open = entry.open.find(key);
    const auto remember = [&](std::optional<WallTime> Open::*what) {
        if (!isExact)
            return;
        if (open != entry.open.end()) {
            open->second.*what = event.at;
        } else if (m_open < m_limits.openContenders) {
            entry.open[key].*what = event.at;
            ++m_open;
        }
    };
    const auto measure = [&](std::optional<WallTime> Open::*since, DurationStatistics& exact,
                             std::uint64_t& inferred) -> std::optional<std::chrono::milliseconds> {
        if (!isExact || open == entry.open.end() || !(open->second.*since)) {
            ++inferred;
            return std::nullopt;
        }
        const auto took = std::max(event.at - *(open->second.*since), std::chrono::milliseconds(0));
        exact.add(took);
        return took;
    };
    switch (event.change.type) {
    case Change::Type::Joined:
        ++history.joined;
        closeContender(entry, key); // an earlier node of this name
        // A client that passes the gate gives no Left event: its wait counts from joining the queue.
        if (isExact && !contender.atGate && m_open < m_limits.openContenders) {
            entry.open[key].joinedAt = event.at;
            ++m_open;
        }
        return std::nullopt;
    case Change::Type::Granted: {
        ++history.granted;
        const auto took = measure(&Open::joinedAt, history.waits, history.inferredWaits);
        remember(&Open::grantedAt);
        return took;
    }
    case Change::Type::Left: {
        ++history.left;
        std::optional<std::chrono::milliseconds> took;
        if (contender.holds)
            took = measure(&Open::grantedAt, history.holds, history.inferredHolds);
        else
            ++history.gaveUp;
        closeContender(entry, key);
        return took;
    }
    case Change::Type::Lost:
        ++history.lost;
        return std::nullopt;
    case Change::Type::Revoked:
        ++history.revoked;
        return std::nullopt;
    case Change::Type::Released:
        ++history.released;
        return std::nullopt;
    case Change::Type::Other:
        return std::nullopt;
    }
    return std::nullopt;
}

void History::take(const LockEvent& event)
{
    auto& entry = entryOf(event.change.lockPath);
    const auto& contender = event.change.contender;
    HistoryEvent line;
    line.took = count(entry, event);
    line.type = event.change.type;
    line.otherType = event.change.otherType;
    line.atKnown = event.atKnown;
    line.isShared = contender.mode == LockMode::Shared;
    line.position = contender.position;
    line.at = event.at;
    line.lockPath = entry.history.path;
    line.node = contender.node;
    if (contender.details) {
        line.client = contender.details->client;
        line.host = contender.details->host;
        line.session = contender.details->session;
        line.creationId = contender.details->creationId;
        line.createdAt = contender.details->createdAt;
    }
    line.holds = contender.holds;
    line.atGate = contender.atGate;
    line.grantedAt = contender.grantedAt;
    log(std::move(line));
    if (m_reported)
        m_reported(event);
}

void History::log(HistoryEvent event)
{
    m_eventBytes += event.bytes();
    m_events.push_back(std::move(event));
    while (!m_events.empty() && (m_events.size() > m_limits.events || m_eventBytes > m_limits.eventBytes)) {
        m_eventBytes -= m_events.front().bytes();
        m_events.pop_front();
        ++m_forgottenEvents;
    }
}

const LockHistory* History::find(std::string_view path) const
{
    const auto found = m_locks.find(path);
    return found == m_locks.end() ? nullptr : &found->second->history;
}

std::vector<const LockHistory*> History::worstFirst() const
{
    struct Rank {
        std::chrono::milliseconds p99{0};
        const LockHistory* history = nullptr;
    };
    std::vector<Rank> ranks;
    ranks.reserve(m_locks.size());
    for (const auto& [path, entry] : m_locks)
        ranks.push_back({entry->history.waits.quantile(0.99), &entry->history});
    std::sort(ranks.begin(), ranks.end(), [](const Rank& a, const Rank& b) {
        if (a.p99 != b.p99)
            return a.p99 > b.p99;
        const auto& one = *a.history;
        const auto& other = *b.history;
        if (one.waits.longest() != other.waits.longest())
            return one.waits.longest() > other.waits.longest();
        const auto events = [](const LockHistory& history) { return history.joined + history.granted + history.left; };
        if (events(one) != events(other))
            return events(one) > events(other);
        return *one.path < *other.path;
    });
    std::vector<const LockHistory*> sorted;
    sorted.reserve(ranks.size());
    for (const auto& rank : ranks)
        sorted.push_back(rank.history);
    return sorted;
}

std::size_t History::bytes() const
{
    constexpr std::size_t node = 4 * sizeof(void*); // of a list or of a hash map
    auto bytes = m_eventBytes;
    for (const auto& [path, entry] : m_locks) {
        bytes += sizeof(Entry) - sizeof(LockHistory) + entry->history.bytes() + 2 * node;
        for (const auto& [name, open] : entry->open)
            bytes += sizeof(Open) + sizeof(std::string) + beyond(name) + node;
    }
    return bytes;
}

} // namespace lockscope::inspect
