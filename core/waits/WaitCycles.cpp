// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// Finds the cycles that a reduction leaves in a WaitGraph, and which of them are deadlocks.

#include "core/model/Wording.h"
#include "core/waits/WaitReduction.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <optional>
#include <utility>

namespace lockscope::inspect {

/// The stuck sessions that hold locks with waiters, with the links between them. No other session is in a cycle.
class WaitCycles final {
public:
    WaitCycles(const WaitGraph& graph, const WaitReduction& reduction);

    [[nodiscard]] std::vector<WaitCycle> find(std::size_t limit) const;

private:
    static constexpr int noComponent = -1;

    [[nodiscard]] std::vector<int> components() const;
    [[nodiscard]] WaitCycle shortestThrough(std::uint32_t session, const std::vector<int>& component) const;
    template <typename Visit> void forEachLink(std::uint32_t from, Visit&& visit) const
    {
        for (const auto waiter : m_graph.m_placesOf.of(from)) {
            const auto& place = m_graph.m_places[waiter];
            if (!place.counts)
                continue;
            for (const auto blocker : m_blockers[place.lock]) {
                if (m_graph.m_places[blocker].session != from)
                    visit(WaitLink{waiter, blocker});
            }
        }
    }

    const WaitGraph& m_graph;
    std::vector<std::vector<std::uint32_t>> m_blockers; ///< by lock
    std::vector<std::uint32_t> m_holding;               ///< in the order of the sessions' ids
};

WaitCycles::WaitCycles(const WaitGraph& graph, const WaitReduction& reduction)
    : m_graph(graph)
    , m_blockers(graph.m_firstOf.size())
{
    for (std::uint32_t lock = 0; lock < m_blockers.size(); ++lock) {
        m_blockers[lock] = reduction.blockersIn(lock);
        for (const auto blocker : m_blockers[lock])
            m_holding.push_back(graph.m_places[blocker].session);
    }
    const auto rank = [&](std::uint32_t session) { // of two owners on Redis by their numbers
        return std::pair(graph.m_sessions[session].id, session);
    };
    std::sort(m_holding.begin(), m_holding.end(), [&](auto a, auto b) { return rank(a) < rank(b); });
    m_holding.erase(std::unique(m_holding.begin(), m_holding.end()), m_holding.end());
}

/// The strongly connected component of each session, by Tarjan's algorithm ("Depth-First Search and Linear Graph
/// Algorithms", 1972), without recursion. noComponent for a component of one session.
std::vector<int> WaitCycles::components() const
{
    const auto count = m_graph.m_sessions.size();
    std::vector<int> component(count, noComponent);
    std::vector<int> order(count, -1);
    std::vector<int> lowest(count, 0);
    std::vector<bool> isOpen(count, false);
    std::vector<std::uint32_t> path;
    struct Frame {
        std::uint32_t session;
        std::vector<std::uint32_t> next;
    };
    std::vector<Frame> frames;
    int visited = 0;
    int found = 0;
    const auto enter = [&](std::uint32_t session) {
        order[session] = lowest[session] = visited++;
        isOpen[session] = true;
        path.push_back(session);
        auto& frame = frames.emplace_back(Frame{session, {}});
        forEachLink(session, [&](const WaitLink& link) { frame.next.push_back(m_graph.to(link)); });
    };
    const auto close = [&](std::uint32_t root) {
        const auto first = std::prev(std::find(path.rbegin(), path.rend(), root).base());
        const bool isAlone = path.end() - first == 1;
        for (auto member = first; member != path.end(); ++member) {
            isOpen[*member] = false;
            component[*member] = isAlone ? noComponent : found;
        }
        path.erase(first, path.end());
        ++found;
    };
    for (const auto root : m_holding) {
        if (order[root] < 0)
            enter(root);
        while (!frames.empty()) {
            const auto current = frames.back().session;
            auto& untried = frames.back().next;
            if (!untried.empty()) {
                const auto next = untried.back();
                untried.pop_back();
                if (order[next] < 0)
                    enter(next);
                else if (isOpen[next])
                    lowest[current] = std::min(lowest[current], order[next]);
                continue;
            }
            frames.pop_back();
            if (!frames.empty())
                lowest[frames.back().session] = std::min(lowest[frames.back().session], lowest[current]);
            if (lowest[current] == order[current])
                close(current);
        }
    }
    return component;
}

/// By breadth-first search.
WaitCycle WaitCycles::shortestThrough(std::uint32_t session, const std::vector<int>& component) const
{
    std::vector<std::optional<WaitLink>> cameBy(component.size());
    std::deque<std::uint32_t> next{session};
    while (!cameBy[session]) { // a component of several sessions has a path back
        const auto current = next.front();
        next.pop_front();
        forEachLink(current, [&](const WaitLink& link) {
            const auto to = m_graph.to(link);
            if (component[to] != component[session] || cameBy[to])
                return;
            cameBy[to] = link;
            next.push_back(to);
        });
    }
    WaitCycle steps;
    auto current = session;
    do {
        steps.push_back(*cameBy[current]);
        current = m_graph.from(steps.back());
    } while (current != session);
    std::reverse(steps.begin(), steps.end());
    return steps;
}

std::vector<WaitCycle> WaitCycles::find(std::size_t limit) const
{
    const auto component = components();
    std::vector<bool> isCovered(component.size(), false);
    std::vector<WaitCycle> cycles;
    for (const auto session : m_holding) {
        if (cycles.size() >= limit)
            break;
        if (component[session] == noComponent || isCovered[session])
            continue;
        cycles.push_back(shortestThrough(session, component));
        for (const auto& step : cycles.back())
            isCovered[m_graph.from(step)] = true;
    }
    return cycles;
}

namespace {

/// When Lockscope first saw the last of the waiters, by this machine's clock: the cycle exists since.
WallTime closedAt(const WaitGraph& graph, const WaitCycle& cycle)
{
    WallTime closed{};
    for (const auto& step : cycle)
        closed = std::max(closed, graph.lockOf(step.waiter).seenSince(graph.contenderAt(step.waiter)));
    return closed;
}

/// Until when the lock was certainly as it is here. On Redis, a lock that only ages keeps the time of its first
/// reading.
WallTime certainUntil(const Snapshot& snapshot, const Lock& lock)
{
    if (snapshot.manual || !snapshot.complete)
        return lock.readAt;
    if (!lock.polled)
        return snapshot.lastSeen(lock);
    const auto interval = snapshot.redisWatch ? snapshot.redisWatch->interval : std::chrono::milliseconds(0);
    return interval.count() == 0 ? lock.readAt : std::max(lock.readAt, snapshot.takenAt - 2 * interval);
}

/// maySeeTwoMoments() of owners on Redis, whose locks are read one after another: the cycle does not combine two
/// moments if all its holds and waits, once seen, were still there some time later.
bool mayCombineReadings(const WaitGraph& graph, const WaitCycle& cycle, const FindingSettings& settings)
{
    auto closed = closedAt(graph, cycle);
    for (const auto& step : cycle)
        closed = std::max(closed, graph.lockOf(step.blocker).seenSince(graph.contenderAt(step.blocker)));
    return std::any_of(cycle.begin(), cycle.end(), [&](const WaitLink& step) {
        return certainUntil(*graph.snapshot(), graph.lockOf(step.waiter)) < closed + settings.settle;
    });
}

/// Whether the cycle may combine two moments: a client may have released one lock and queued at another one between two
/// listings. It does not if all its nodes still existed when the last of its waiters had been seen. In a complete
/// snapshot, watched locks are consistent: ZooKeeper delivers a watch event before later data. Without watches, the
/// caller lists everything twice.
bool maySeeTwoMoments(const WaitGraph& graph, const WaitCycle& cycle, const FindingSettings& settings)
{
    const auto& snapshot = *graph.snapshot();
    if (snapshot.backend == Backend::Redis)
        return mayCombineReadings(graph, cycle, settings);
    const auto closed = closedAt(graph, cycle);
    return std::any_of(cycle.begin(), cycle.end(), [&](const WaitLink& step) {
        const auto& lock = graph.lockOf(step.waiter);
        if (lock.polled)
            return lock.readAt < closed;
        return !snapshot.complete && snapshot.takenAt - closed < settings.settle;
    });
}

/// When the first of the contenders with an unknown owner was seen; the end of time if there is none.
WallTime unreadSince(const Snapshot& snapshot)
{
    auto since = WallTime::max();
    for (const auto& lock : snapshot.locks) {
        for (const auto& contender : lock->queue) {
            if (!contender.session() && !contender.redis)
                since = std::min(since, lock->seenSince(contender));
        }
    }
    return since;
}

} // namespace

void WaitGraph::findDeadlocks(const WaitReduction& certain, const WaitReduction& possible,
                              const FindingSettings& settings)
{
    // A contender with an unknown owner may belong to a session that seems to be single-minded. It matters only if it
    // may have existed when the cycle closed: the session is stuck since.
    const auto unread = unreadSince(*m_snapshot);
    const auto isHalfRead = [&](const WaitLink& step) {
        const auto places = m_placesOf.of(from(step));
        return std::any_of(places.begin(), places.end(),
                           [&](auto place) { return !contenderAt(place).details && !contenderAt(place).redis; });
    };
    for (auto& cycle : WaitCycles(*this, certain).find(settings.maxCycles)) {
        const bool isSure = closedAt(*this, cycle) + settings.settle < unread &&
                            std::none_of(cycle.begin(), cycle.end(), isHalfRead) &&
                            !maySeeTwoMoments(*this, cycle, settings);
        if (isSure)
            m_deadlocks.push_back({std::move(cycle), true});
    }
    markCycles();
    const auto before = m_snapshot->serverTime() - settings.stuckFor;
    for (auto& cycle : WaitCycles(*this, possible).find(settings.maxCycles)) {
        const auto isYoungOrKnown = [&](const WaitLink& step) {
            const auto& details = contenderAt(step.waiter).details; // null on Redis: its cycles are certain, or none
            return !details || details->createdAt >= before || m_sessions[from(step)].isInCycle;
        };
        if (std::none_of(cycle.begin(), cycle.end(), isYoungOrKnown) && !maySeeTwoMoments(*this, cycle, settings))
            m_deadlocks.push_back({std::move(cycle), false});
    }
    markCycles();
}

std::vector<WaitCycle> WaitGraph::cycles(Sessions which, WallTime before, std::size_t limit) const
{
    return WaitCycles(*this, WaitReduction(*this, which, before)).find(limit);
}

} // namespace lockscope::inspect
