// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/WaitReduction.h"

namespace lockscope::inspect {

WaitReduction::WaitReduction(const WaitGraph& graph, WaitGraph::Sessions which, WallTime before)
    : m_graph(graph)
    , m_free(graph.m_sessions.size(), false)
    , m_gone(graph.m_sessionOf.size(), false)
    , m_fronts(graph.m_queues.size())
{
    for (std::size_t i = 0; i < m_gone.size(); ++i)
        m_gone[i] = graph.m_sessionOf[i] == WaitGraph::unknownSession;
    for (std::size_t i = 0; i < m_free.size(); ++i) {
        if (canGoOn(graph.m_sessions[i], which, before))
            letGo(static_cast<int>(i));
    }
    for (std::uint32_t queue = 0; queue < m_fronts.size(); ++queue)
        advance(queue);
    while (!m_leaving.empty()) {
        const auto session = m_leaving.back();
        m_leaving.pop_back();
        for (const auto place : graph.m_sessions[static_cast<std::size_t>(session)].places)
            leave(place);
    }
}

bool WaitReduction::canGoOn(const WaitGraph::Session& session, WaitGraph::Sessions which, WallTime before) const
{
    if (session.waits.empty())
        return true;
    if (session.isSingleMinded())
        return false;
    return which == WaitGraph::Sessions::SingleMinded || session.lastWait >= before;
}

void WaitReduction::letGo(int session)
{
    if (m_free[static_cast<std::size_t>(session)])
        return;
    m_free[static_cast<std::size_t>(session)] = true;
    m_leaving.push_back(session);
}

void WaitReduction::leave(WaitGraph::Place place)
{
    const auto& queue = m_graph.m_queues[place.queue];
    auto& front = m_fronts[place.queue];
    m_gone[queue.first + place.index] = true;
    if (place.index > front.reach)
        return;
    if (place.index < front.reach) {
        --front.present;
        if (queue.lock->queue[place.index].mode == queue::Mode::Exclusive)
            --front.writers;
    }
    advance(place.queue);
}

void WaitReduction::advance(std::uint32_t number)
{
    const auto& queue = m_graph.m_queues[number];
    const auto& contenders = queue.lock->queue;
    auto& front = m_fronts[number];
    for (; front.reach < contenders.size(); ++front.reach) {
        if (m_gone[queue.first + front.reach])
            continue;
        const auto& contender = contenders[front.reach];
        const bool isShared = contender.mode == queue::Mode::Shared;
        const bool fits = !queue.readWrite ? front.present < queue.room
                          : isShared       ? front.writers == 0
                                           : front.present == 0;
        if (!contender.holds && !fits)
            return; // nobody behind it is let in before it
        ++front.present;
        front.writers += isShared ? 0 : 1;
        const auto session = m_graph.m_sessionOf[queue.first + front.reach];
        if (!contender.holds && session >= 0)
            letGo(session);
    }
}

std::vector<std::uint32_t> WaitReduction::blockersIn(std::uint32_t number) const
{
    const auto& queue = m_graph.m_queues[number];
    std::vector<std::uint32_t> blockers;
    for (std::uint32_t i = 0; i < m_fronts[number].reach; ++i) {
        if (!m_gone[queue.first + i] && m_graph.m_sessionOf[queue.first + i] >= 0)
            blockers.push_back(i);
    }
    return blockers;
}

} // namespace lockscope::inspect
