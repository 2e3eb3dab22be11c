// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/WaitReduction.h"

#include "core/model/QueueStates.h"

namespace lockscope::inspect {

WaitReduction::WaitReduction(const WaitGraph& graph, WaitGraph::Sessions which, WallTime before)
    : m_graph(graph)
    , m_trustsInferred(which == WaitGraph::Sessions::All)
    , m_free(graph.m_sessions.size(), false)
    , m_gone(graph.m_places.size(), false)
    , m_fronts(graph.m_firstOf.size())
{
    for (std::uint32_t contender = 0; contender < m_gone.size(); ++contender)
        m_gone[contender] = !graph.contenderAt(contender).details && !graph.contenderAt(contender).redis;
    for (std::uint32_t session = 0; session < m_free.size(); ++session) {
        if (canGoOn(graph.m_sessions[session], which, before))
            release(session);
    }
    for (std::uint32_t lock = 0; lock < m_fronts.size(); ++lock)
        advance(lock);
    while (!m_leaving.empty()) {
        const auto session = m_leaving.back();
        m_leaving.pop_back();
        for (const auto contender : graph.m_placesOf.of(session))
            leave(contender);
    }
}

bool WaitReduction::canGoOn(const WaitGraph::Session& session, WaitGraph::Sessions which, WallTime before) const
{
    if (session.counting == 0)
        return true;
    if (session.isSingleMinded())
        return false;
    return which == WaitGraph::Sessions::SingleMinded || session.id == 0 || session.lastWait >= before;
}

void WaitReduction::release(std::uint32_t session)
{
    if (!isStuck(session))
        return;
    m_free[session] = true;
    m_leaving.push_back(session);
}

void WaitReduction::leave(std::uint32_t contender)
{
    if (m_gone[contender])
        return;
    m_gone[contender] = true;
    const auto& place = m_graph.m_places[contender];
    auto& front = m_fronts[place.lock];
    if (place.index > front.reach)
        return;
    if (place.index < front.reach) {
        --front.present;
        if (isExclusive(m_graph.contenderAt(contender)))
            --front.writers;
    }
    advance(place.lock);
}

void WaitReduction::advance(std::uint32_t lock)
{
    const auto& queue = m_graph.lockAt(lock).queue;
    const bool isUnlimited = !m_trustsInferred && m_graph.lockAt(lock).leasesKnown == Confidence::Inferred;
    const auto room = isUnlimited ? queue.size() : WaitGraph::roomIn(m_graph.lockAt(lock));
    const auto first = m_graph.m_firstOf[lock];
    auto& front = m_fronts[lock];
    for (; front.reach < queue.size(); ++front.reach) {
        const auto number = first + static_cast<std::uint32_t>(front.reach);
        if (m_gone[number])
            continue;
        const auto& contender = queue[front.reach];
        const bool isShared = !isExclusive(contender); // of an unknown mode: it may be
        const bool fits = isShared ? front.writers == 0 : front.present < room;
        if (!contender.holds && !fits)
            return; // no contender behind it acquires before it
        ++front.present;
        front.writers += isShared ? 0 : 1;
        if (!contender.holds)
            release(m_graph.m_places[number].session);
    }
}

std::vector<std::uint32_t> WaitReduction::blockersIn(std::uint32_t lock) const
{
    std::vector<std::uint32_t> blockers;
    const auto first = m_graph.m_firstOf[lock];
    for (auto contender = first; contender < first + m_fronts[lock].reach; ++contender) {
        if (!m_gone[contender] && m_graph.m_sessions[m_graph.m_places[contender].session].isClient())
            blockers.push_back(contender);
    }
    return blockers;
}

} // namespace lockscope::inspect
