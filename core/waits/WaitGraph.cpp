// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/WaitGraph.h"

#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/waits/WaitReduction.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lockscope::inspect {

namespace {

constexpr auto noLimit = std::numeric_limits<std::size_t>::max();

bool sharesByMode(const LockQueue& lock, const DialectCatalogue* dialects)
{
    const auto* dialect = dialects ? dialects->find(lock.dialect) : nullptr;
    return lock.kind == LockKind::ReadWrite || (dialect && dialect->queue.scheme.rule == &queue::readWriteRule);
}

std::size_t roomIn(const LockQueue& lock)
{
    if (lock.kind == LockKind::Unrecognised || lock.leasesKnown == Confidence::Unknown || lock.leases <= 0)
        return noLimit;
    return static_cast<std::size_t>(std::max(lock.leases, 1));
}

} // namespace

WaitGraph::WaitGraph(const Snapshot& snapshot)
{
    for (const auto& lock : snapshot.locks)
        add(*lock, snapshot.dialects.get());
}

int WaitGraph::indexOf(std::int64_t session)
{
    const auto [entry, isNew] = m_index.try_emplace(session, static_cast<int>(m_sessions.size()));
    if (isNew)
        m_sessions.emplace_back().id = session;
    return entry->second;
}

void WaitGraph::add(const LockQueue& lock, const DialectCatalogue* dialects)
{
    const bool hasWaiters =
        std::any_of(lock.queue.begin(), lock.queue.end(), [](const auto& one) { return !one.holds; });
    const auto number = static_cast<std::uint32_t>(m_queues.size());
    if (hasWaiters)
        m_queues.push_back({&lock, m_sessionOf.size(), roomIn(lock), sharesByMode(lock, dialects)});
    for (std::size_t i = 0; i < lock.queue.size(); ++i) {
        const auto& details = lock.queue[i].details;
        auto session = unknownSession;
        if (details && details->session == 0) {
            session = noSession;
        } else if (details) {
            session = indexOf(details->session);
            auto& known = m_sessions[static_cast<std::size_t>(session)];
            known.newest = std::max(known.newest, details->czxid);
            if (hasWaiters)
                known.places.push_back({number, static_cast<std::uint32_t>(i)});
        }
        if (hasWaiters)
            m_sessionOf.push_back(session);
    }
    if (hasWaiters)
        addWaits(m_queues.back(), number);
}

void WaitGraph::addWaits(const Queue& queue, std::uint32_t number)
{
    const auto& contenders = queue.lock->queue;
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        const auto index = m_sessionOf[queue.first + i];
        if (contenders[i].holds || index < 0)
            continue;
        auto& session = m_sessions[static_cast<std::size_t>(index)];
        ++session.waiters;
        session.waitCzxid = contenders[i].details->czxid;
        session.lastWait = std::max(session.lastWait, contenders[i].details->createdAt);
        if (std::exchange(session.waitsIn, number) == number)
            continue; // who stands behind itself is let in later
        // Its places in this queue are the last that were added; of these, those in front of its first waiter hold.
        std::size_t held = 0;
        for (auto place = session.places.rbegin(); place != session.places.rend() && place->queue == number; ++place)
            held += contenders[place->index].holds ? 1 : 0;
        if (held < (queue.readWrite ? 1 : queue.room))
            session.waits.push_back({number, static_cast<std::uint32_t>(i)});
    }
}

std::vector<std::int64_t> WaitGraph::stuck(Sessions which, WallTime before) const
{
    const WaitReduction reduction(*this, which, before);
    std::vector<std::int64_t> sessions;
    for (std::size_t i = 0; i < m_sessions.size(); ++i) {
        if (reduction.isStuck(static_cast<int>(i)))
            sessions.push_back(m_sessions[i].id);
    }
    std::sort(sessions.begin(), sessions.end());
    return sessions;
}

} // namespace lockscope::inspect
