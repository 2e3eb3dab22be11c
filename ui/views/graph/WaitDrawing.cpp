// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/graph/WaitDrawing.h"

#include "core/model/Snapshot.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace lockscope::ui {

using inspect::WaitEdge;
using inspect::WaitSnapshot;

namespace {

class DrawingMaker final {
public:
    DrawingMaker(WaitDrawing& drawing, const inspect::Snapshot& all)
        : m_drawing(drawing)
        , m_all(all)
    {
    }

    void make()
    {
        const auto& edges = m_drawing.snapshot->edges;
        for (std::size_t edge = 0; edge < edges.size(); ++edge)
            addEdge(edge);
        for (auto& lock : m_drawing.locks) {
            const auto* whole = m_all.find(lock.path);
            const auto drawn = std::exchange(lock.waiting, std::size_t{0});
            lock.waiting = std::max(drawn, whole ? static_cast<std::size_t>(whole->waiters()) : 0);
            lock.waitsLeftOut = lock.waiting - drawn;
        }
        for (const auto& cycle : m_drawing.snapshot->cycles)
            addRing(cycle);
    }

private:
    void addEdge(std::size_t index)
    {
        const auto& edge = m_drawing.snapshot->edges[index];
        const auto lock = lockNode(edge.waiter.lock);
        if (edge.cycle)
            m_drawing.locks[lock - m_drawing.snapshot->nodes.size()].isInCycle = true;
        if (auto& wait = add(DrawnArrow::Kind::Waits, edge.from, lock, index); wait.edge == index) {
            wait.place = edge.waiter;
            wait.since = edge.since;
        }
        if (!edge.blockerHolds) {
            if (auto& behind = add(DrawnArrow::Kind::Behind, edge.from, edge.to, index); behind.edge == index)
                behind.place = edge.waiter;
        } else if (auto& hold = add(DrawnArrow::Kind::HeldBy, lock, edge.to, index); hold.edge == index) {
            hold.place = edge.blocker;
            dateHold(hold);
        }
    }

    std::size_t lockNode(const std::string& path)
    {
        const auto [found, isNew] = m_lockAt.emplace(path, m_drawing.locks.size());
        if (isNew)
            m_drawing.locks.push_back({path, 0, 0, false});
        return m_drawing.snapshot->nodes.size() + found->second;
    }

    /// One arrow for all edges with these ends; a step of a cycle has priority.
    DrawnArrow& add(DrawnArrow::Kind kind, std::size_t from, std::size_t to, std::size_t index)
    {
        const auto& edge = m_drawing.snapshot->edges[index];
        const auto lock = m_lockAt.at(edge.waiter.lock);
        const auto [found, isNew] = m_arrowAt.emplace(std::tuple(kind, from, to, lock), m_drawing.arrows.size());
        if (isNew) {
            m_drawing.arrows.push_back({kind, from, to, index, {}, std::nullopt, false, false, edge.cycle});
            if (kind == DrawnArrow::Kind::Waits)
                ++m_drawing.locks[lock].waiting;
        }
        auto& arrow = m_drawing.arrows[found->second];
        if (edge.cycle && !arrow.cycle) {
            arrow.edge = index;
            arrow.cycle = edge.cycle;
        }
        return arrow;
    }

    void dateHold(DrawnArrow& hold) const
    {
        const auto* lock = m_all.find(hold.place.lock);
        const auto* holder = lock ? lock->find(hold.place) : nullptr;
        const auto moment = m_all.moment();
        const auto since = holder ? inspect::sinceOf(*holder, moment) : std::nullopt;
        if (!since)
            return;
        hold.since = moment.nodes - since->duration;
        hold.isAtMost = since->atMost;
        hold.isAtLeast = since->atLeast;
    }

    /// Begins at the session with the lowest key, so that the same cycle is always drawn the same.
    void addRing(const inspect::DrawnCycle& cycle)
    {
        const auto& nodes = m_drawing.snapshot->nodes;
        const auto& edges = m_drawing.snapshot->edges;
        auto steps = cycle.edges;
        const auto first = std::min_element(steps.begin(), steps.end(), [&](auto a, auto b) {
            return nodes[edges[a].from].key < nodes[edges[b].from].key;
        });
        std::rotate(steps.begin(), first, steps.end());
        std::vector<std::size_t> ring;
        for (const auto step : steps) {
            append(ring, edges[step].from);
            append(ring, lockNode(edges[step].waiter.lock));
        }
        auto& rings = m_drawing.rings;
        for (auto other = rings.begin(); other != rings.end();) {
            const bool isShared = std::any_of(ring.begin(), ring.end(), [&](auto node) {
                return std::find(other->begin(), other->end(), node) != other->end();
            });
            if (!isShared) {
                ++other;
                continue;
            }
            auto merged = *other;
            for (const auto node : ring)
                append(merged, node);
            ring = std::move(merged);
            other = rings.erase(other);
        }
        rings.push_back(std::move(ring));
    }

    static void append(std::vector<std::size_t>& ring, std::size_t node)
    {
        if (std::find(ring.begin(), ring.end(), node) == ring.end())
            ring.push_back(node);
    }

    WaitDrawing& m_drawing;
    const inspect::Snapshot& m_all;
    std::map<std::string, std::size_t> m_lockAt;
    std::map<std::tuple<DrawnArrow::Kind, std::size_t, std::size_t, std::size_t>, std::size_t> m_arrowAt;
};

} // namespace

std::string lockNodeKey(const std::string& path)
{
    return "lock " + path;
}

std::string WaitDrawing::keyOf(std::size_t node) const
{
    return isLock(node) ? lockNodeKey(lockAt(node).path) : snapshot->nodes[node].key;
}

std::string WaitDrawing::keyOf(const DrawnArrow& arrow) const
{
    return keyOf(arrow.from) + " > " + keyOf(arrow.to) + " at " + arrow.place.lock;
}

WaitDrawing waitDrawing(std::shared_ptr<const WaitSnapshot> drawn, const inspect::Snapshot& all)
{
    WaitDrawing drawing;
    drawing.snapshot = std::move(drawn);
    DrawingMaker(drawing, all).make();
    return drawing;
}

WaitSnapshot cyclesOnly(const WaitSnapshot& drawn)
{
    auto part = drawn;
    part.nodes.clear();
    part.edges.clear();
    std::map<std::size_t, std::size_t> nodeAt;
    const auto keep = [&](std::size_t node) {
        const auto [found, isNew] = nodeAt.emplace(node, part.nodes.size());
        if (isNew)
            part.nodes.push_back(drawn.nodes[node]);
        return found->second;
    };
    for (auto& cycle : part.cycles) {
        for (auto& step : cycle.edges) {
            auto edge = drawn.edges[step];
            step = part.edges.size();
            edge.from = keep(edge.from);
            edge.to = keep(edge.to);
            part.edges.push_back(std::move(edge));
        }
    }
    part.sessionsLeftOut += drawn.nodes.size() - part.nodes.size();
    for (const auto& edge : drawn.edges) {
        if (const auto found = nodeAt.find(edge.to); found != nodeAt.end() && !nodeAt.contains(edge.from))
            ++part.nodes[found->second].waitersLeftOut;
    }
    return part;
}

} // namespace lockscope::ui
