// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/WaitFlow.h"

#include "core/model/QueueStates.h"
#include "core/model/Wording.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace lockscope::inspect {

WaitAmount& WaitAmount::operator+=(const WaitAmount& other)
{
    waits += other.waits;
    waitedMs += other.waitedMs;
    undated += other.undated;
    return *this;
}

WaitAmount operator*(const WaitAmount& amount, double share)
{
    return {amount.waits * share, amount.waitedMs * share, amount.undated * share};
}

std::string_view toString(ChainPlace place)
{
    switch (place) {
    case ChainPlace::Head:
        return "head";
    case ChainPlace::Middle:
        return "middle";
    case ChainPlace::Cycle:
        return "cycle";
    case ChainPlace::Unknown:
        return "unknown";
    }
    return {};
}

WaitFlow::WaitFlow(const WaitGraph& graph)
    : m_graph(graph)
    , m_sessions(static_cast<std::uint32_t>(graph.m_sessions.size()))
    , m_points(m_sessions)
    , m_waitOf(m_sessions, none)
    , m_waitCount(m_sessions, 0)
    , m_passesOn(m_sessions)
{
    m_waits.reserve(graph.m_places.size());
    gather();
    pass();
}

std::uint32_t WaitFlow::sessionOf(std::uint32_t contender) const
{
    return m_graph.m_places[contender].session;
}

void WaitFlow::gather()
{
    for (std::uint32_t lock = 0; lock < m_graph.m_firstOf.size(); ++lock) {
        if (WaitGraph::blocks(m_graph.lockAt(lock)))
            gatherLock(lock);
    }
    m_reached.resize(m_points);
    for (auto& wait : m_waits) {
        m_all += wait.own;
        if (wait.arrows.isEmpty())
            m_unattributed += wait.own;
        for (const auto& arrow : arrows(wait.arrows))
            m_reached[arrow.to] += wait.own * arrow.share;
        if (wait.contender == none)
            continue;
        const auto session = sessionOf(wait.contender);
        wait.isPassedOn =
            !wait.arrows.isEmpty() && m_waitCount[session] == 1 && m_graph.m_sessions[session].isSingleMinded();
        if (wait.isPassedOn)
            m_passesOn[session] = wait.arrows;
    }
}

void WaitFlow::gatherLock(std::uint32_t lock)
{
    const auto& queue = m_graph.lockAt(lock).queue;
    const auto& redis = m_graph.lockAt(lock).redis;
    const bool hasListeners = redis && redis->listeners.value_or(0) > 0;
    if (!hasListeners && std::all_of(queue.begin(), queue.end(), [](const auto& contender) { return contender.holds; }))
        return;
    const auto first = m_graph.m_firstOf[lock];
    Holders all;
    Holders exclusive;
    std::unordered_set<std::uint32_t> allSessions;
    std::unordered_set<std::uint32_t> exclusiveSessions;
    for (std::uint32_t i = 0; i < queue.size(); ++i) {
        if (!queue[i].holds)
            continue;
        if (allSessions.insert(sessionOf(first + i)).second)
            all.contenders.push_back(first + i);
        if (isExclusive(queue[i]) && exclusiveSessions.insert(sessionOf(first + i)).second)
            exclusive.contenders.push_back(first + i);
    }
    std::unordered_set<std::uint32_t> waiting;
    for (std::uint32_t i = 0; i < queue.size(); ++i) {
        const auto session = sessionOf(first + i);
        const bool isGone = queue[i].redis && queue[i].redis->alive == Alive::No; // it has left no more than its entry
        if (queue[i].holds || isGone || !waiting.insert(session).second)
            continue;
        Wait wait;
        wait.lock = lock;
        wait.contender = first + i;
        wait.own = amountOf(queue[i]);
        const bool isShared = !isExclusive(queue[i]);
        wait.arrows = addArrows(first + i, isShared ? exclusive : all,
                                (isShared ? exclusiveSessions : allSessions).contains(session));
        m_waitOf[session] = static_cast<std::uint32_t>(m_waits.size());
        ++m_waitCount[session];
        m_waits.push_back(wait);
    }
    if (hasListeners)
        gatherListeners(lock, all);
}

/// On Redis most clients that wait only listen on a channel of the lock. They wait for each holder alike.
void WaitFlow::gatherListeners(std::uint32_t lock, Holders& holders)
{
    Wait wait;
    wait.lock = lock;
    wait.own.waits = *m_graph.lockAt(lock).redis->listeners;
    wait.own.undated = wait.own.waits;
    if (!holders.contenders.empty()) {
        const auto group = groupOf(holders);
        wait.arrows.begin = static_cast<std::uint32_t>(m_arrows.size());
        m_arrows.push_back({group, 1});
        wait.arrows.end = wait.arrows.begin + 1;
    }
    m_waits.push_back(wait);
}

WaitAmount WaitFlow::amountOf(const Contender& waiter) const
{
    const auto now = m_graph.snapshot()->moment();
    if (waiter.details)
        return {1, static_cast<double>(ageOf(*waiter.details, now.nodes).count()), 0};
    const auto seen = waiter.redis ? seenFor(waiter, now.here) : std::nullopt;
    return {1, seen ? static_cast<double>(seen->count()) : 0, 1};
}

/// The point of all these holders.
std::uint32_t WaitFlow::groupOf(Holders& holders)
{
    if (holders.group != none)
        return holders.group;
    holders.group = m_points++;
    Range range{static_cast<std::uint32_t>(m_arrows.size()), 0};
    for (const auto contender : holders.contenders) {
        m_arrows.push_back({sessionOf(contender), 1.0 / static_cast<double>(holders.contenders.size())});
        m_blocks.push_back({sessionOf(contender), contender});
    }
    range.end = static_cast<std::uint32_t>(m_arrows.size());
    m_passesOn.push_back(range); // behind those of the sessions, by the number of the group
    return holders.group;
}

WaitFlow::Range WaitFlow::addArrows(std::uint32_t waiter, Holders& holders, bool holdsToo)
{
    const auto session = sessionOf(waiter);
    const auto others = holders.contenders.size() - (holdsToo ? 1 : 0);
    const bool isForGroup = others > 0 && (!holdsToo || others > mostSingled);
    const auto group = isForGroup ? groupOf(holders) : none; // its own arrows come first
    const auto begin = m_arrows.size();
    const auto add = [&](std::uint32_t contender) {
        m_arrows.push_back({sessionOf(contender), 0});
        m_blocks.push_back({sessionOf(contender), contender});
    };
    if (isForGroup) {
        m_arrows.push_back({group, 0});
    } else if (others > 0) {
        for (const auto contender : holders.contenders) {
            if (sessionOf(contender) != session)
                add(contender);
        }
    } else {
        const auto links =
            std::equal_range(m_graph.m_links.begin(), m_graph.m_links.end(), WaitLink{waiter},
                             [](const WaitLink& one, const WaitLink& other) { return one.waiter < other.waiter; });
        for (auto link = links.first; link != links.second; ++link) {
            if (!m_graph.contenderAt(link->blocker).holds) // else a link that only a deadlock has
                add(link->blocker);
        }
    }
    const auto added = std::span(m_arrows).subspan(begin);
    for (auto& arrow : added)
        arrow.share = 1.0 / static_cast<double>(added.size());
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(m_arrows.size())};
}

/// Strongly connected components, by Tarjan's algorithm ("Depth-First Search and Linear Graph Algorithms", 1972),
/// without recursion. A component gets its number after all components that it leads to.
std::vector<std::uint32_t> WaitFlow::components() const
{
    std::vector<std::uint32_t> component(m_points, none);
    std::vector<std::uint32_t> order(m_points, none);
    std::vector<std::uint32_t> lowest(m_points, 0);
    std::vector<std::uint32_t> path;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> frames; ///< a point, and the next of its arrows
    std::uint32_t visited = 0;
    std::uint32_t found = 0;
    const auto enter = [&](std::uint32_t point) {
        order[point] = lowest[point] = visited++;
        path.push_back(point);
        frames.emplace_back(point, m_passesOn[point].begin);
    };
    for (std::uint32_t root = 0; root < m_points; ++root) {
        if (order[root] == none)
            enter(root);
        while (!frames.empty()) {
            const auto current = frames.back().first;
            if (frames.back().second < m_passesOn[current].end) {
                const auto next = m_arrows[frames.back().second++].to;
                if (order[next] == none)
                    enter(next);
                else if (component[next] == none)
                    lowest[current] = std::min(lowest[current], order[next]);
                continue;
            }
            frames.pop_back();
            if (!frames.empty())
                lowest[frames.back().first] = std::min(lowest[frames.back().first], lowest[current]);
            if (lowest[current] != order[current])
                continue;
            const auto begin = std::prev(std::find(path.rbegin(), path.rend(), current).base());
            for (auto member = begin; member != path.end(); ++member)
                component[*member] = found;
            path.erase(begin, path.end());
            ++found;
        }
    }
    return component;
}

void WaitFlow::pass()
{
    m_component = components();
    m_components.resize(m_points == 0 ? 0 : *std::max_element(m_component.begin(), m_component.end()) + 1);
    const auto points =
        WaitGraph::grouped(m_points, m_components.size(), [this](auto point) { return m_component[point]; });
    for (auto number = m_components.size(); number-- > 0;) {
        auto& component = m_components[number];
        const auto members = points.of(number);
        double shares = 0;
        const auto leavesIt = [&](const Arrow& arrow) { return m_component[arrow.to] != number; };
        for (const auto point : members) {
            component.reached += m_reached[point];
            component.sessions += isSession(point) ? 1 : 0;
            for (const auto& arrow : arrows(m_passesOn[point]))
                shares += leavesIt(arrow) ? arrow.share : 0;
        }
        for (const auto point : members) {
            for (const auto& arrow : arrows(m_passesOn[point])) {
                if (leavesIt(arrow))
                    m_reached[arrow.to] += component.reached * (arrow.share / shares);
            }
        }
    }
}

WaitAmount WaitFlow::behind(std::uint32_t session) const
{
    const auto& component = m_components[m_component[session]];
    if (component.sessions == 1)
        return m_reached[session];
    const auto& own = m_waits[m_waitOf[session]].own;
    return {std::max(component.reached.waits - own.waits, 0.0),
            std::max(component.reached.waitedMs - own.waitedMs, 0.0),
            std::max(component.reached.undated - own.undated, 0.0)};
}

ChainPlace WaitFlow::placeOf(std::uint32_t session) const
{
    if (m_components[m_component[session]].sessions > 1)
        return ChainPlace::Cycle;
    if (m_waitCount[session] == 0)
        return m_graph.m_sessions[session].mayWaitElsewhere ? ChainPlace::Unknown : ChainPlace::Head;
    return m_waits[m_waitOf[session]].isPassedOn ? ChainPlace::Middle : ChainPlace::Unknown;
}

WaitRanking WaitFlow::ranking() const
{
    WaitRanking ranking;
    ranking.all = m_all;
    ranking.unattributed = m_unattributed;
    ranking.undecidedLocks = m_graph.undecidedLocks();
    for (const auto& wait : m_waits) {
        if (wait.contender == none)
            continue;
        if (const auto& details = m_graph.contenderAt(wait.contender).details)
            ranking.ages.push_back(ageOf(*details, m_graph.snapshot()->moment().nodes));
    }
    const auto keyOf = [&](std::uint32_t contender) {
        return m_graph.lockOf(contender).keyOf(m_graph.contenderAt(contender));
    };
    auto blocks = m_blocks; // by session, then lock by lock
    std::sort(blocks.begin(), blocks.end());
    blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
    for (auto block = blocks.begin(); block != blocks.end();) {
        const auto session = block->session;
        WaitBlocker blocker;
        blocker.node = m_graph.nodeOf(session);
        blocker.place = placeOf(session);
        blocker.amount = behind(session);
        for (; block != blocks.end() && block->session == session; ++block) {
            if (blocker.blocks.size() < WaitSnapshot::mostPlaces)
                blocker.blocks.push_back(keyOf(block->contender));
        }
        for (const auto link : m_graph.m_out.of(session)) {
            if (blocker.waitsFor.size() == WaitSnapshot::mostPlaces)
                break;
            auto key = m_graph.keyOf(m_graph.to(m_graph.m_links[link]));
            if (std::find(blocker.waitsFor.begin(), blocker.waitsFor.end(), key) == blocker.waitsFor.end())
                blocker.waitsFor.push_back(std::move(key));
        }
        ranking.blockers.push_back(std::move(blocker));
    }
    const auto rank = [](const WaitBlocker& one) {
        return std::tuple(one.place == ChainPlace::Middle, -one.amount.waitedMs, -one.amount.waits,
                          std::string_view(one.node.key));
    };
    std::sort(ranking.blockers.begin(), ranking.blockers.end(),
              [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    return ranking;
}

/// Through a waiter in a cycle, all waits that reach the cycle count, once: also those of the lock's other waiters.
LockWaits WaitFlow::byLock() const
{
    LockWaits waits;
    for (auto wait = m_waits.begin(); wait != m_waits.end();) {
        const auto lock = wait->lock;
        const auto end = std::find_if(wait, m_waits.end(), [lock](const Wait& other) { return other.lock != lock; });
        std::set<std::uint32_t> cycles;
        WaitAmount amount;
        for (auto each = wait; each != end; ++each) {
            if (each->contender == none)
                continue;
            const auto number = m_component[sessionOf(each->contender)];
            if (m_components[number].sessions > 1 && cycles.insert(number).second)
                amount += m_components[number].reached;
        }
        for (; wait != end; ++wait) {
            const auto to = arrows(wait->arrows);
            const bool isCounted = std::any_of(
                to.begin(), to.end(), [&](const Arrow& arrow) { return cycles.contains(m_component[arrow.to]); });
            if (isCounted)
                continue;
            amount += wait->own;
            if (wait->isPassedOn)
                amount += behind(sessionOf(wait->contender));
        }
        if (amount.waits > amount.undated)
            waits.emplace(m_graph.lockAt(lock).path, std::chrono::milliseconds(std::llround(amount.waitedMs)));
    }
    return waits;
}

WaitRanking rankBlockers(const WaitGraph& graph)
{
    return WaitFlow(graph).ranking();
}

LockWaits lockWaits(const WaitGraph& graph)
{
    return WaitFlow(graph).byLock();
}

} // namespace lockscope::inspect
