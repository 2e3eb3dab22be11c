// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The rings of a WaitGraph: among the stuck sessions, those that can be reached from themselves.

#include "core/waits/WaitReduction.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace lockscope::inspect {

/// Stuck sessions that are in somebody's way, and for each whom it waits for. Who is in nobody's way is in no ring.
class WaitRings final {
public:
    WaitRings(const WaitGraph& graph, const WaitReduction& reduction);

    [[nodiscard]] std::vector<WaitRing> find(std::size_t limit) const;

private:
    struct Step {
        int session = -1;
        WaitGraph::Place waiter;
        std::uint32_t blocker = 0; ///< in the same queue
    };

    [[nodiscard]] std::vector<int> knots() const;
    [[nodiscard]] std::vector<Step> shortestThrough(int session, const std::vector<int>& knot) const;
    [[nodiscard]] WaitRing told(const std::vector<Step>& steps) const;
    [[nodiscard]] int sessionAt(std::uint32_t queue, std::uint32_t index) const
    {
        return m_graph.m_sessionOf[m_graph.m_queues[queue].first + index];
    }
    [[nodiscard]] const WaitGraph::Session& session(int index) const
    {
        return m_graph.m_sessions[static_cast<std::size_t>(index)];
    }
    template <typename F> void forEachEdge(int from, F&& visit) const
    {
        for (const auto wait : session(from).waits) {
            for (const auto blocker : m_blockers[wait.queue]) {
                if (const auto to = sessionAt(wait.queue, blocker); to != from)
                    visit(Step{to, wait, blocker});
            }
        }
    }

    const WaitGraph& m_graph;
    std::vector<std::vector<std::uint32_t>> m_blockers; ///< by queue
    std::vector<int> m_stuck;                           ///< in the order of the sessions' numbers
};

WaitRings::WaitRings(const WaitGraph& graph, const WaitReduction& reduction)
    : m_graph(graph)
    , m_blockers(graph.m_queues.size())
{
    std::vector<bool> isInTheWay(graph.m_sessions.size(), false);
    for (std::uint32_t queue = 0; queue < m_blockers.size(); ++queue) {
        m_blockers[queue] = reduction.blockersIn(queue);
        for (const auto blocker : m_blockers[queue])
            isInTheWay[static_cast<std::size_t>(sessionAt(queue, blocker))] = true;
    }
    for (std::size_t i = 0; i < isInTheWay.size(); ++i) {
        if (isInTheWay[i] && reduction.isStuck(static_cast<int>(i)))
            m_stuck.push_back(static_cast<int>(i));
    }
    std::sort(m_stuck.begin(), m_stuck.end(), [&](int a, int b) { return session(a).id < session(b).id; });
}

/// The strongly connected component of each session, by Tarjan's algorithm without recursion; -1 for a session that is
/// in no ring.
std::vector<int> WaitRings::knots() const
{
    const auto count = m_graph.m_sessions.size();
    std::vector<int> knot(count, -1);
    std::vector<int> order(count, -1);
    std::vector<int> lowest(count, 0);
    std::vector<bool> open(count, false);
    std::vector<int> path;
    struct Frame {
        int session;
        std::vector<int> next;
    };
    std::vector<Frame> frames;
    int visited = 0;
    int knotCount = 0;
    const auto at = [](int index) { return static_cast<std::size_t>(index); };
    const auto enter = [&](int index) {
        order[at(index)] = lowest[at(index)] = visited++;
        open[at(index)] = true;
        path.push_back(index);
        Frame frame{index, {}};
        forEachEdge(index, [&](const Step& step) { frame.next.push_back(step.session); });
        frames.push_back(std::move(frame));
    };
    for (const auto root : m_stuck) {
        if (order[at(root)] >= 0)
            continue;
        enter(root);
        while (!frames.empty()) {
            const auto current = frames.back().session;
            if (!frames.back().next.empty()) {
                const auto next = frames.back().next.back();
                frames.back().next.pop_back();
                if (order[at(next)] < 0)
                    enter(next);
                else if (open[at(next)])
                    lowest[at(current)] = std::min(lowest[at(current)], order[at(next)]);
                continue;
            }
            frames.pop_back();
            if (!frames.empty()) {
                auto& above = lowest[at(frames.back().session)];
                above = std::min(above, lowest[at(current)]);
            }
            if (lowest[at(current)] != order[at(current)])
                continue;
            const bool isAlone = path.back() == current;
            for (int member = -1; member != current;) {
                member = path.back();
                path.pop_back();
                open[at(member)] = false;
                knot[at(member)] = isAlone ? -1 : knotCount;
            }
            ++knotCount;
        }
    }
    return knot;
}

std::vector<WaitRings::Step> WaitRings::shortestThrough(int from, const std::vector<int>& knot) const
{
    const auto at = [](int index) { return static_cast<std::size_t>(index); };
    std::vector<std::pair<int, Step>> cameBy(knot.size(), {-1, {}}); // from whom, and how
    std::deque<int> next{from};
    std::vector<bool> seen(knot.size(), false);
    while (!next.empty() && cameBy[at(from)].first < 0) {
        const auto current = next.front();
        next.pop_front();
        forEachEdge(current, [&](const Step& step) {
            if (knot[at(step.session)] != knot[at(from)] || seen[at(step.session)])
                return;
            seen[at(step.session)] = true;
            cameBy[at(step.session)] = {current, step};
            next.push_back(step.session);
        });
    }
    std::vector<Step> steps;
    if (cameBy[at(from)].first < 0)
        return steps;
    auto current = from;
    do {
        const auto& [before, step] = cameBy[at(current)];
        steps.push_back({before, step.waiter, step.blocker});
        current = before;
    } while (current != from);
    std::reverse(steps.begin(), steps.end());
    return steps;
}

WaitRing WaitRings::told(const std::vector<Step>& steps) const
{
    WaitRing ring;
    for (const auto& step : steps) {
        const auto* lock = m_graph.m_queues[step.waiter.queue].lock;
        ring.push_back({session(step.session).id, lock, &lock->queue[step.waiter.index], &lock->queue[step.blocker]});
    }
    return ring;
}

std::vector<WaitRing> WaitRings::find(std::size_t limit) const
{
    const auto knot = knots();
    std::vector<bool> covered(knot.size(), false);
    std::vector<WaitRing> rings;
    for (const auto start : m_stuck) {
        const auto index = static_cast<std::size_t>(start);
        if (rings.size() >= limit)
            break;
        if (knot[index] < 0 || covered[index])
            continue;
        const auto steps = shortestThrough(start, knot);
        for (const auto& step : steps)
            covered[static_cast<std::size_t>(step.session)] = true;
        if (!steps.empty())
            rings.push_back(told(steps));
    }
    return rings;
}

std::vector<WaitRing> WaitGraph::rings(Sessions which, WallTime before, std::size_t limit) const
{
    const WaitReduction reduction(*this, which, before);
    return WaitRings(*this, reduction).find(limit);
}

} // namespace lockscope::inspect
