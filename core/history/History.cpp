// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/History.h"

#include "core/model/QueueStates.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

/// Heap memory of a string.
std::size_t beyond(const std::string& text)
{
    return text.capacity() > 15 ? text.capacity() + 1 : 0;
}

/// On Redis, where most waiters have no entry, at least as many as there are clients that listen.
int waitersOf(const Lock& lock)
{
    return waitingClients(lock).value_or(lock.waiters());
}

/// Between the times of a reading and of its snapshot.
constexpr auto oneMoment = std::chrono::milliseconds(100);

/// Redis: since it was seen to acquire the lock, it may have released it and acquired it again.
bool mayBeAnotherHold(const Contender& contender, WallTime grantedAt)
{
    return contender.redis && !contender.grantedAt && contender.redis->trace.since > grantedAt + oneMoment;
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

std::chrono::milliseconds LockDurations::worstWait() const
{
    return std::max(waits.quantile(0.99), openWaits.longest());
}

History::History(HistoryLimits limits, EventStream::Report reported, FindingHistory::Report findingReported)
    : m_limits(limits)
    , m_reported(std::move(reported))
    , m_stream([this](const LockEvent& event) { take(event); })
    , m_findings(limits.findings, std::move(findingReported))
{
}

void History::see(const SnapshotPtr& snapshot)
{
    const bool isFirst = !m_stream.hasBegun();
    if (m_stream.see(snapshot))
        seeRest(*snapshot, isFirst);
}

void History::see(const SnapshotStep& step)
{
    const bool isFirst = !m_stream.hasBegun();
    if (m_stream.see(step))
        seeRest(*step.rest, isFirst);
}

void History::seeRest(const Snapshot& rest, bool isFirst)
{
    if (isFirst)
        m_since = rest.takenAt;
    m_nodesAhead = rest.moment().nodes - rest.takenAt;
    seeLengths(rest.takenAt);
    m_findings.see(rest, m_stream.isAfterGap());
}

void History::seeLengths(WallTime at)
{
    for (const auto& [was, is] : m_stream.changed()) {
        if (!is) {
            if (!m_stream.isHidden(was->path)) // else its length is not known
                entryOf(was->path).history.lengths.add(at, 0);
        } else if (!was || waitersOf(*was) != waitersOf(*is) || was->certainty != is->certainty) {
            auto& history = entryOf(is->path).history;
            history.certainty = is->certainty;
            history.lengths.add(at, waitersOf(*is));
        }
    }
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
    const bool isCounted = event.atKnown != Confidence::Unknown;
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
        history.joined += isCounted ? 1 : 0;
        closeContender(entry, key); // an earlier node of this name
        // A client that passes the gate gives no Left event: its wait counts from joining the queue.
        if (isExact && !contender.atGate && m_open < m_limits.openContenders) {
            entry.open[key].joinedAt = event.at;
            ++m_open;
        }
        return std::nullopt;
    case Change::Type::Granted: {
        history.granted += isCounted ? 1 : 0;
        const auto took = measure(&Open::joinedAt, history.waits, history.inferredWaits);
        remember(&Open::grantedAt);
        return took;
    }
    case Change::Type::Left: {
        history.left += isCounted ? 1 : 0;
        std::optional<std::chrono::milliseconds> took;
        if (contender.holds) {
            if (auto* known = open == entry.open.end() ? nullptr : &open->second;
                known && known->grantedAt && mayBeAnotherHold(contender, *known->grantedAt))
                known->grantedAt.reset();
            took = measure(&Open::grantedAt, history.holds, history.inferredHolds);
        } else if (event.change.mayHaveHeld) {
            ++history.inferredWaits;
        } else if (isCounted) {
            ++history.gaveUp;
            if (isExact && open != entry.open.end() && open->second.joinedAt)
                history.waits.addAtLeast(event.at - *open->second.joinedAt);
        }
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
    case Change::Type::Unseen:
        history.unseen += static_cast<std::uint64_t>(event.change.unseen);
        return std::nullopt;
    case Change::Type::Deleted: // the deletion is counted as `left`
    case Change::Type::Gap:
    case Change::Type::Other:
        return std::nullopt;
    }
    return std::nullopt;
}

/// What began before the gap has no known length any more.
void History::takeGap(const LockEvent& event)
{
    const auto& path = event.change.lockPath;
    if (event.atKnown != Confidence::Unknown)
        m_gaps.push_back({*event.from, event.at, path});
    if (m_gaps.size() > m_limits.gaps)
        m_gaps.pop_front();
    for (auto& [lock, entry] : m_locks) {
        if (!path.empty() && lock != path)
            continue;
        m_open -= entry->open.size();
        entry->open.clear();
    }
    auto line = lineOf(event);
    line.lockPath = std::make_shared<const std::string>(path);
    log(std::move(line));
    if (m_reported)
        m_reported(event);
}

HistoryEvent History::lineOf(const LockEvent& event) const
{
    const auto& contender = event.change.contender;
    HistoryEvent line;
    line.type = event.change.type;
    line.otherType = event.change.otherType;
    line.atKnown = event.atKnown;
    line.isShared = contender.mode == LockMode::Shared;
    line.position = contender.position;
    line.at = event.at;
    line.from = event.from;
    line.node = contender.node;
    if (contender.details) {
        line.client = contender.details->client;
        line.host = contender.details->host;
        line.session = contender.details->session;
        line.creationId = contender.details->creationId;
        const auto created = contender.details->createdAt;
        line.createdAt = last() && created != WallTime() ? last()->hereAt(created) : created;
    }
    line.holds = contender.holds;
    line.isStateKnown = contender.isStateKnown;
    line.mayHaveHeld = event.change.mayHaveHeld;
    line.ending = event.change.ending;
    line.isFirstSeen = event.change.isFirstSeen;
    line.unseen = event.change.unseen;
    line.atGate = contender.atGate;
    line.grantedAt = contender.grantedAt;
    line.by = event.by;
    return line;
}

void History::take(const LockEvent& event)
{
    if (event.change.type == Change::Type::Gap && event.from) {
        takeGap(event);
        return;
    }
    auto& entry = entryOf(event.change.lockPath);
    auto line = lineOf(event);
    entry.history.certainty = event.change.certainty;
    line.took = count(entry, event);
    line.lockPath = entry.history.path;
    auto reported = event;
    reported.took = line.took;
    log(std::move(line));
    if (m_reported)
        m_reported(reported);
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

LockDurations History::durationsOf(const LockHistory& lock, WallTime now) const
{
    LockDurations durations{lock.waits, lock.holds, {}, 0};
    const auto& entry = *m_locks.find(*lock.path)->second;
    const auto* present = m_stream.find(*lock.path);
    if (!present)
        return durations;
    durations.undecided = undecided(*present);
    const bool hasGap = std::any_of(m_gaps.begin(), m_gaps.end(),
                                    [&](const Gap& gap) { return gap.path.empty() || gap.path == *lock.path; });
    for (const auto& contender : present->queue) {
        const auto open = entry.open.find(toString(contender.ref()));
        const auto began = open == entry.open.end() ? std::nullopt
                           : contender.holds        ? open->second.grantedAt
                                                    : open->second.joinedAt;
        if (contender.holds) {
            if (began && mayBeAnotherHold(contender, *began))
                durations.holds.addAtLeast(now - contender.redis->trace.since);
            else if (began)
                durations.holds.addAtLeast(now - *began);
            continue;
        }
        if (!contender.waits())
            continue;
        // It was there before the first snapshot: the age of its node, else the time since then.
        const auto age = sinceOf(contender, {now, now + m_nodesAhead});
        const auto waited = began ? now - *began : age ? age->duration : now - m_since;
        durations.openWaits.add(waited);
        if (began || !hasGap)
            durations.waits.addAtLeast(waited);
    }
    return durations;
}

std::vector<Gap> History::gapsOf(std::string_view path) const
{
    std::vector<Gap> gaps;
    const auto add = [&](const Gap& gap) {
        if (gap.path.empty() || gap.path == path)
            gaps.push_back(gap);
    };
    std::for_each(m_gaps.begin(), m_gaps.end(), add);
    const auto open = m_stream.openGaps();
    std::for_each(open.begin(), open.end(), add);
    return gaps;
}

std::vector<const LockHistory*> History::locks() const
{
    std::vector<const LockHistory*> all;
    all.reserve(m_locks.size());
    for (const auto& [path, entry] : m_locks)
        all.push_back(&entry->history);
    return all;
}

std::vector<const LockHistory*> History::worstFirst(WallTime now) const
{
    struct Rank {
        bool isPossible = false;
        std::chrono::milliseconds worst{0};
        std::chrono::milliseconds longest{0};
        const LockHistory* history = nullptr;
    };
    std::vector<Rank> ranks;
    ranks.reserve(m_locks.size());
    for (const auto& [path, entry] : m_locks) {
        const auto durations = durationsOf(entry->history, now);
        ranks.push_back({entry->history.certainty == Certainty::Possible, durations.worstWait(),
                         durations.waits.longest(), &entry->history});
    }
    std::sort(ranks.begin(), ranks.end(), [](const Rank& a, const Rank& b) {
        if (a.isPossible != b.isPossible)
            return b.isPossible;
        if (a.worst != b.worst)
            return a.worst > b.worst;
        if (a.longest != b.longest)
            return a.longest > b.longest;
        const auto& one = *a.history;
        const auto& other = *b.history;
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
