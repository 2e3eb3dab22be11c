// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/WaitGraph.h"

#include "core/model/QueueStates.h"
#include "core/waits/WaitReduction.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lockscope::inspect {

namespace {

constexpr auto noLock = std::numeric_limits<std::uint32_t>::max();

/// Whether the client of the waiter is known, and that it waits. On Redis, the entry of a client that has stopped
/// stays.
bool isProvenWait(const Contender& waiter)
{
    return waiter.details || (waiter.redis && waiter.redis->alive == Alive::Yes);
}

bool mayShare(const Contender& one, const Contender& other)
{
    return !isExclusive(one) && !isExclusive(other);
}

} // namespace

bool WaitGraph::blocks(const Lock& lock)
{
    return !lock.isElection && !lock.isPossible() && undecided(lock) == 0;
}

WaitGraph::WaitGraph(SnapshotPtr snapshot, const FindingSettings& settings)
    : m_snapshot(std::move(snapshot))
{
    gather();
    linkWaiters();
    const WaitReduction certain(*this, Sessions::SingleMinded, {});
    const WaitReduction possible(*this, Sessions::All, m_snapshot->serverTime() - settings.stuckFor);
    findDeadlocks(certain, possible, settings);
    m_out = grouped(m_links.size(), m_sessions.size(), [this](std::uint32_t i) { return from(m_links[i]); });
    m_in = grouped(m_links.size(), m_sessions.size(), [this](std::uint32_t i) { return to(m_links[i]); });
    markStuck(certain);
    if (!m_deadlocks.empty() && !m_deadlocks.back().isCertain)
        markStuck(possible);
    measureChains();
}

std::size_t WaitGraph::roomIn(const Lock& lock)
{
    if (lock.kind == LockKind::ReadWrite)
        return 1;
    if (lock.kind == LockKind::Unrecognised || lock.leasesKnown == Confidence::Unknown || lock.leases <= 0)
        return std::numeric_limits<std::size_t>::max();
    return static_cast<std::size_t>(lock.leases);
}

void WaitGraph::gather()
{
    std::unordered_map<std::int64_t, std::uint32_t> numbers;
    std::unordered_map<std::string_view, std::uint32_t> numbersOfOwners;
    std::size_t contenders = 0;
    for (const auto& lock : m_snapshot->locks)
        contenders += lock->queue.size();
    m_places.reserve(contenders);
    m_sessions.reserve(contenders); // at most
    m_firstOf.reserve(m_snapshot->locks.size());
    for (std::uint32_t lock = 0; lock < m_snapshot->locks.size(); ++lock) {
        m_firstOf.push_back(static_cast<std::uint32_t>(m_places.size()));
        const auto& queue = lockAt(lock).queue;
        for (std::uint32_t i = 0; i < queue.size(); ++i) {
            const auto id = queue[i].session();
            auto number = static_cast<std::uint32_t>(m_sessions.size());
            const auto owner = queue[i].redis ? std::string_view(queue[i].redis->owner) : std::string_view();
            if (id && *id != 0)
                number = numbers.try_emplace(*id, number).first->second;
            else if (!owner.empty())
                number = numbersOfOwners.try_emplace(owner, number).first->second;
            if (number == m_sessions.size()) {
                auto& session = m_sessions.emplace_back();
                session.id = id.value_or(0);
                session.owner = owner;
                session.isKnown = id.has_value();
                session.trouble = id == 0 ? WaitNode::Trouble::NoSession : WaitNode::Trouble::None;
            }
            if (queue[i].details)
                m_sessions[number].newest = std::max(m_sessions[number].newest, queue[i].details->creationId);
            m_places.push_back({lock, i, number});
        }
    }
    m_placesOf = grouped(m_places.size(), m_sessions.size(), [this](std::uint32_t i) { return m_places[i].session; });
    markTroubles(numbers);
}

void WaitGraph::markTroubles(const std::unordered_map<std::int64_t, std::uint32_t>& numbers)
{
    using Trouble = WaitNode::Trouble;
    for (const auto& finding : m_snapshot->findings) { // worst first
        const auto trouble = finding.kind == FindingKind::DeadOwner           ? Trouble::Dead
                             : finding.kind == FindingKind::DisconnectedOwner ? Trouble::Disconnected
                             : finding.kind == FindingKind::SilentHolder      ? Trouble::Silent
                                                                              : Trouble::None;
        for (const auto id : finding.sessions) {
            const auto found = numbers.find(id);
            if (found != numbers.end() && m_sessions[found->second].trouble == Trouble::None)
                m_sessions[found->second].trouble = trouble;
        }
    }
}

/// Only the first wait of a session at a lock counts: its later nodes acquire the lock later.
void WaitGraph::linkWaiters()
{
    struct AtLock {
        std::uint32_t lock = noLock;
        std::size_t held = 0;
        bool waits = false;
    };
    std::vector<AtLock> seen(m_sessions.size());
    std::vector<std::uint32_t> holders;
    for (std::uint32_t lock = 0; lock < m_firstOf.size(); ++lock) {
        const auto& queue = lockAt(lock).queue;
        const auto first = m_firstOf[lock];
        if (!blocks(lockAt(lock))) {
            noteWithoutLinks(lock);
            continue;
        }
        const auto room = roomIn(lockAt(lock));
        const auto sessionHere = [&](std::uint32_t contender) -> AtLock& {
            auto& here = seen[m_places[contender].session];
            if (here.lock != lock)
                here = {lock};
            return here;
        };
        holders.clear();
        for (std::uint32_t i = 0; i < queue.size(); ++i) {
            if (queue[i].holds) {
                holders.push_back(first + i);
                ++sessionHere(first + i).held;
            }
        }
        if (holders.size() == queue.size())
            continue;
        std::optional<NodeIndex> index; // created on first use
        for (std::uint32_t i = 0; i < queue.size(); ++i) {
            if (queue[i].holds)
                continue;
            auto& session = m_sessions[m_places[first + i].session];
            const auto& details = queue[i].details;
            session.waiters += details || queue[i].redis ? 1 : 0;
            if (details) {
                session.waitCreationId = details->creationId;
                session.lastWait = std::max(session.lastWait, details->createdAt);
            }
            auto& here = sessionHere(first + i);
            if (std::exchange(here.waits, true))
                continue;
            m_places[first + i].counts = isProvenWait(queue[i]) && here.held < room;
            session.counting += m_places[first + i].counts ? 1 : 0;
            linkWaiter(first + i, holders, index);
        }
    }
}

/// What the contenders of a queue without links do besides.
void WaitGraph::noteWithoutLinks(std::uint32_t lock)
{
    const auto& queue = lockAt(lock).queue;
    const bool isElection = lockAt(lock).isElection;
    m_undecidedLocks += !isElection && !lockAt(lock).isPossible() ? 1 : 0;
    for (std::uint32_t i = 0; i < queue.size(); ++i) {
        auto& session = m_sessions[m_places[m_firstOf[lock] + i].session];
        // A candidate goes on with other work, so its session does more than one thing at a time.
        if (isElection)
            session.waiters += queue[i].holds ? 0 : 1;
        if (!lockAt(lock).isPossible() && !queue[i].holds && !(isElection && queue[i].isStateKnown))
            session.mayWaitElsewhere = true;
    }
}

void WaitGraph::linkWaiter(std::uint32_t waiter, std::span<const std::uint32_t> holders,
                           std::optional<NodeIndex>& index)
{
    const auto& lock = lockOf(waiter);
    const auto& contender = contenderAt(waiter);
    const auto begin = m_links.size();
    std::uint32_t blockers = 0;
    const auto isFull = [&] { return m_links.size() == begin + mostBlockers; };
    const auto add = [&](const WaitLink& link) {
        const bool isThere = std::any_of(m_links.begin() + static_cast<std::ptrdiff_t>(begin), m_links.end(),
                                         [&](const WaitLink& other) { return to(other) == to(link); });
        if (from(link) == to(link) || isThere)
            return;
        ++blockers;
        m_links.push_back(link);
    };
    for (std::size_t i = 0; i < holders.size(); ++i) {
        if (isFull()) {
            blockers += static_cast<std::uint32_t>(holders.size() - i);
            break;
        }
        if (!mayShare(contender, contenderAt(holders[i])))
            add({waiter, holders[i]});
    }
    if (blockers == 0) {
        if (!index)
            index.emplace(lock);
        for (const auto& node : contender.waitsOn) {
            const auto* blocker = index->waitedFor(contender, node);
            if (blocker && !isFull())
                add({waiter,
                     m_firstOf[m_places[waiter].lock] + static_cast<std::uint32_t>(blocker - lock.queue.data())});
        }
    }
    for (auto i = begin; i < m_links.size(); ++i)
        m_links[i].blockers = blockers;
}

std::vector<WaitLink>::const_iterator WaitGraph::find(const WaitLink& step) const
{
    auto link = std::lower_bound(m_links.begin(), m_links.end(), step.waiter,
                                 [](const WaitLink& one, std::uint32_t waiter) { return one.waiter < waiter; });
    while (link != m_links.end() && link->waiter == step.waiter && to(*link) != to(step))
        ++link;
    return link;
}

/// A step may lack a link: from a reader that waits behind a writer, to a reader that the writer waits for.
void WaitGraph::markCycles()
{
    for (const auto& deadlock : m_deadlocks) {
        for (const auto& step : deadlock.cycle) {
            m_sessions[from(step)].isInCycle = true;
            const auto link = find(step);
            if (link == m_links.end() || link->waiter != step.waiter)
                m_links.insert(link, step);
        }
    }
}

/// Marks stuck sessions that wait, directly or indirectly, for a session in a deadlock or for a node without a session.
void WaitGraph::markStuck(const WaitReduction& reduction)
{
    std::vector<std::uint32_t> reached;
    for (std::uint32_t number = 0; number < m_sessions.size(); ++number) {
        const auto& session = m_sessions[number];
        if (session.isInCycle || session.isStuck || session.trouble == WaitNode::Trouble::NoSession)
            reached.push_back(number);
    }
    while (!reached.empty()) {
        const auto number = reached.back();
        reached.pop_back();
        for (const auto link : m_in.of(number)) {
            auto& waiter = m_sessions[from(m_links[link])];
            if (waiter.isInCycle || waiter.isStuck || !reduction.isStuck(from(m_links[link])))
                continue;
            waiter.isStuck = true;
            reached.push_back(from(m_links[link]));
        }
    }
}

/// The longest path that leads to each session, by topological sorting (Kahn, "Topological Sorting of Large Networks",
/// 1962). The sessions that remain are in a cycle of links, or have one among their waiters. They rank first even if no
/// finding reports the cycle (yet).
void WaitGraph::measureChains()
{
    std::vector<std::size_t> waiters(m_sessions.size());
    std::vector<std::uint32_t> next;
    for (std::uint32_t session = 0; session < m_sessions.size(); ++session) {
        waiters[session] = m_in.of(session).size();
        if (waiters[session] == 0)
            next.push_back(session);
    }
    while (!next.empty()) {
        const auto session = next.back();
        next.pop_back();
        for (const auto link : m_out.of(session)) {
            const auto blocker = to(m_links[link]);
            m_sessions[blocker].height = std::max(m_sessions[blocker].height, m_sessions[session].height + 1);
            if (--waiters[blocker] == 0)
                next.push_back(blocker);
        }
    }
    for (std::uint32_t session = 0; session < m_sessions.size(); ++session) {
        if (waiters[session] > 0)
            m_sessions[session].height = circular;
    }
}

std::vector<std::int64_t> WaitGraph::stuck(Sessions which, WallTime before) const
{
    const WaitReduction reduction(*this, which, before);
    std::vector<std::int64_t> ids;
    for (std::uint32_t session = 0; session < m_sessions.size(); ++session) {
        if (reduction.isStuck(session))
            ids.push_back(m_sessions[session].id);
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

} // namespace lockscope::inspect
