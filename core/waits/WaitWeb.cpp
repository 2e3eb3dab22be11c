// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/WaitWeb.h"

#include "core/model/NodeIndex.h"
#include "core/waits/Deadlocks.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>

namespace lockscope::inspect {

namespace {

constexpr auto noLock = std::numeric_limits<std::uint32_t>::max();

std::uint32_t asIndex(std::size_t number)
{
    return static_cast<std::uint32_t>(number);
}

bool mayShare(const Contender& one, const Contender& other)
{
    return one.mode == queue::Mode::Shared && other.mode == queue::Mode::Shared;
}

} // namespace

WaitWeb::WaitWeb(SnapshotPtr snapshot, const FindingSettings& settings)
    : m_snapshot(std::move(snapshot))
{
    gather();
    linkAll();
    markTroubles();
    markRings(settings);
    m_out = grouped(m_links.size(), [this](std::uint32_t i) { return m_links[i].from; });
    m_in = grouped(m_links.size(), [this](std::uint32_t i) { return m_links[i].to; });
    measure();
}

template <typename Key> WaitWeb::Groups WaitWeb::grouped(std::size_t count, Key key) const
{
    Groups groups;
    groups.first.assign(m_persons.size() + 1, 0);
    groups.items.resize(count);
    for (std::uint32_t i = 0; i < count; ++i)
        ++groups.first[key(i) + 1];
    for (std::size_t i = 1; i < groups.first.size(); ++i)
        groups.first[i] += groups.first[i - 1];
    auto next = groups.first;
    for (std::uint32_t i = 0; i < count; ++i)
        groups.items[next[key(i)]++] = i;
    return groups;
}

void WaitWeb::gather()
{
    std::unordered_map<std::int64_t, std::uint32_t> bySession;
    for (std::uint32_t lock = 0; lock < m_snapshot->locks.size(); ++lock) {
        m_firstOf.push_back(asIndex(m_personOf.size()));
        const auto& queue = lockAt(lock).queue;
        for (std::uint32_t i = 0; i < queue.size(); ++i) {
            const auto session = queue[i].session();
            auto person = asIndex(m_persons.size());
            if (session && *session != 0)
                person = bySession.try_emplace(*session, person).first->second;
            if (person == m_persons.size())
                m_persons.push_back({session.value_or(0), session.has_value()});
            m_personOf.push_back(person);
            m_places.push_back({lock, i});
        }
    }
    m_placesOf = grouped(m_places.size(), [this](std::uint32_t i) { return m_personOf[i]; });
}

void WaitWeb::linkAll()
{
    std::vector<std::uint32_t> lastLock(m_persons.size(), noLock);
    for (std::uint32_t lock = 0; lock < m_snapshot->locks.size(); ++lock)
        link(lock, lastLock);
}

void WaitWeb::link(std::uint32_t lock, std::vector<std::uint32_t>& lastLock)
{
    const auto& queue = lockAt(lock).queue;
    std::vector<std::uint32_t> holders;
    for (std::uint32_t i = 0; i < queue.size(); ++i) {
        if (queue[i].holds)
            holders.push_back(i);
    }
    if (holders.size() == queue.size())
        return;
    std::optional<NodeIndex> index; // made when it is wanted
    const auto find = [&](const Contender& waiter, std::string_view node) {
        if (!index)
            index.emplace(lockAt(lock));
        const auto* found = index->waitedFor(waiter, node);
        return found ? std::optional(asIndex(static_cast<std::size_t>(found - queue.data()))) : std::nullopt;
    };
    const auto personAt = [&](std::uint32_t i) { return m_personOf[m_firstOf[lock] + i]; };
    for (std::uint32_t waiter = 0; waiter < queue.size(); ++waiter) {
        // Whoever stands behind itself is let in later.
        if (queue[waiter].holds || std::exchange(lastLock[personAt(waiter)], lock) == lock)
            continue;
        const auto begin = m_links.size();
        std::uint32_t blockers = 0;
        const auto add = [&](std::uint32_t blocker) {
            const auto from = personAt(waiter);
            const auto to = personAt(blocker);
            const bool isThere = from == to || std::any_of(m_links.begin() + static_cast<std::ptrdiff_t>(begin),
                                                           m_links.end(), [&](const Link& l) { return l.to == to; });
            if (isThere)
                return;
            ++blockers;
            m_links.push_back({from, to, lock, waiter, blocker});
        };
        for (std::size_t k = 0; k < holders.size(); ++k) {
            if (m_links.size() == begin + mostBlockers) {
                blockers += asIndex(holders.size() - k);
                break;
            }
            if (!mayShare(queue[waiter], queue[holders[k]]))
                add(holders[k]);
        }
        if (blockers == 0) {
            for (const auto& node : queue[waiter].waitsOn) {
                if (const auto blocker = find(queue[waiter], node); blocker && m_links.size() < begin + mostBlockers)
                    add(*blocker);
            }
        }
        for (auto i = begin; i < m_links.size(); ++i)
            m_links[i].blockers = blockers;
    }
}

void WaitWeb::markTroubles()
{
    using Trouble = WaitNode::Trouble;
    std::unordered_map<std::int64_t, Trouble> troubles;
    for (const auto& finding : m_snapshot->findings) {
        const auto trouble = finding.kind == FindingKind::DeadOwner           ? Trouble::Dead
                             : finding.kind == FindingKind::DisconnectedOwner ? Trouble::Disconnected
                             : finding.kind == FindingKind::SilentHolder      ? Trouble::Silent
                                                                              : Trouble::None;
        for (const auto session : finding.sessions) {
            if (trouble != Trouble::None)
                troubles.try_emplace(session, trouble); // worst first
        }
    }
    for (auto& person : m_persons) {
        if (person.session == 0)
            person.trouble = person.isKnown ? Trouble::NoSession : Trouble::None;
        else if (const auto found = troubles.find(person.session); found != troubles.end())
            person.trouble = found->second;
    }
}

void WaitWeb::markRings(const FindingSettings& settings)
{
    const WaitGraph graph(*m_snapshot);
    const auto deadlocks = deadlocksIn(graph, *m_snapshot, settings);
    if (!deadlocks.empty()) {
        std::unordered_map<const LockQueue*, std::uint32_t> lockOf;
        for (std::uint32_t lock = 0; lock < m_snapshot->locks.size(); ++lock)
            lockOf.emplace(m_snapshot->locks[lock].get(), lock);
        std::unordered_map<std::uint64_t, std::uint32_t> linkOf; // between those in rings
        const auto keyOf = [](std::uint32_t from, std::uint32_t to) { return std::uint64_t{from} << 32 | to; };
        for (const auto& deadlock : deadlocks) {
            for (const auto& step : deadlock.ring) {
                const auto at = m_firstOf[lockOf.at(step.lock)];
                m_persons[m_personOf[at + static_cast<std::size_t>(step.waiter - step.lock->queue.data())]].isInRing =
                    true;
            }
        }
        for (std::uint32_t i = 0; i < m_links.size(); ++i) {
            if (m_persons[m_links[i].from].isInRing && m_persons[m_links[i].to].isInRing)
                linkOf.emplace(keyOf(m_links[i].from, m_links[i].to), i);
        }
        for (const auto& deadlock : deadlocks) {
            auto& ring = m_rings.emplace_back();
            m_isCertain.push_back(deadlock.isCertain);
            for (const auto& step : deadlock.ring) {
                const auto lock = lockOf.at(step.lock);
                const auto waiter = asIndex(static_cast<std::size_t>(step.waiter - step.lock->queue.data()));
                const auto blocker = asIndex(static_cast<std::size_t>(step.blocker - step.lock->queue.data()));
                const auto from = m_personOf[m_firstOf[lock] + waiter];
                const auto to = m_personOf[m_firstOf[lock] + blocker];
                auto found = linkOf.find(keyOf(from, to));
                if (found == linkOf.end() || m_links[found->second].lock != lock) {
                    found = linkOf.insert_or_assign(keyOf(from, to), asIndex(m_links.size())).first;
                    m_links.push_back({from, to, lock, waiter, blocker, 1});
                }
                auto& link = m_links[found->second];
                ring.push_back(found->second);
                if (link.ring < 0) {
                    link.ring = static_cast<std::int32_t>(m_rings.size() - 1);
                    link.step = asIndex(ring.size());
                }
            }
        }
    }
    const bool mayBeStuck = !deadlocks.empty() || std::any_of(m_links.begin(), m_links.end(), [&](const Link& link) {
        return m_persons[link.to].trouble == WaitNode::Trouble::NoSession;
    });
    if (mayBeStuck)
        markStuck(graph.stuck(WaitGraph::Sessions::SingleMinded));
    if (std::find(m_isCertain.begin(), m_isCertain.end(), false) != m_isCertain.end())
        markStuck(graph.stuck(WaitGraph::Sessions::All, m_snapshot->takenAt - settings.stuckFor));
}

/// Only those that wait for somebody who is in a told ring or has no session, or for others that do.
void WaitWeb::markStuck(const std::vector<std::int64_t>& sessions)
{
    const auto in = grouped(m_links.size(), [this](std::uint32_t i) { return m_links[i].to; });
    std::vector<std::uint32_t> reached;
    for (std::uint32_t person = 0; person < m_persons.size(); ++person) {
        const auto& one = m_persons[person];
        if (one.isInRing || one.isStuck || one.trouble == WaitNode::Trouble::NoSession)
            reached.push_back(person);
    }
    while (!reached.empty()) {
        const auto person = reached.back();
        reached.pop_back();
        for (auto i = in.first[person]; i < in.first[person + 1]; ++i) {
            auto& waiter = m_persons[m_links[in.items[i]].from];
            if (waiter.isInRing || waiter.isStuck ||
                !std::binary_search(sessions.begin(), sessions.end(), waiter.session))
                continue;
            waiter.isStuck = true;
            reached.push_back(m_links[in.items[i]].from);
        }
    }
}

/// Heights, by letting go of whom nobody waits for. Who is never let go is in a circle or ahead of one: be it that the
/// findings do not tell of it (yet), that is what people look for first.
void WaitWeb::measure()
{
    std::vector<std::uint32_t> waiters(m_persons.size());
    std::vector<std::uint32_t> next;
    for (std::uint32_t person = 0; person < m_persons.size(); ++person) {
        waiters[person] = m_in.first[person + 1] - m_in.first[person];
        const auto blockers = m_out.first[person + 1] - m_out.first[person];
        m_linked += waiters[person] + blockers > 0 ? 1 : 0;
        if (waiters[person] == 0 && blockers > 0)
            next.push_back(person);
    }
    while (!next.empty()) {
        const auto person = next.back();
        next.pop_back();
        for (auto i = m_out.first[person]; i < m_out.first[person + 1]; ++i) {
            const auto to = m_links[m_out.items[i]].to;
            m_persons[to].height = std::max(m_persons[to].height, m_persons[person].height + 1);
            if (--waiters[to] == 0)
                next.push_back(to);
        }
    }
    for (std::uint32_t person = 0; person < m_persons.size(); ++person) {
        if (waiters[person] > 0)
            m_persons[person].height = circular;
    }
}

} // namespace lockscope::inspect
