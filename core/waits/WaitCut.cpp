// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/WaitCut.h"

#include "core/base/Path.h"
#include "core/model/Owners.h"

#include <algorithm>
#include <tuple>

namespace lockscope::inspect {

namespace {

/// Maximum number of a blocker's waiters to draw that have no waiters themselves.
constexpr std::size_t mostWaiters = 6;

} // namespace

WaitCut::WaitCut(const WaitGraph& graph, std::size_t most)
    : m_graph(graph)
    , m_most(most)
    , m_nodeOf(graph.m_sessions.size(), -1)
{
}

bool WaitCut::take(std::uint32_t session)
{
    if (isTaken(session) || isFull())
        return false;
    m_nodeOf[session] = static_cast<std::int32_t>(m_taken.size());
    m_taken.push_back(session);
    return true;
}

void WaitCut::takeAhead(std::uint32_t session)
{
    std::vector<std::uint32_t> next{session};
    while (!next.empty() && !isFull()) {
        const auto from = next.back();
        next.pop_back();
        for (const auto link : m_graph.m_out.of(from)) {
            const auto to = m_graph.to(m_graph.m_links[link]);
            if (take(to))
                next.push_back(to);
        }
    }
}

/// First the waiters that have waiters, by descending length of their chains; then the others in queue order.
std::vector<std::uint32_t> WaitCut::waitersToDraw(std::uint32_t session) const
{
    const auto height = [&](std::uint32_t one) { return m_graph.m_sessions[one].height; };
    std::vector<std::uint32_t> waiters;
    for (const auto link : m_graph.m_in.of(session))
        waiters.push_back(m_graph.from(m_graph.m_links[link]));
    std::stable_sort(waiters.begin(), waiters.end(), [&](auto a, auto b) { return height(a) > height(b); });
    const auto plain = std::find_if(waiters.begin(), waiters.end(), [&](auto one) { return height(one) == 0; });
    const auto room = std::max(static_cast<std::size_t>(plain - waiters.begin()), mostWaiters);
    waiters.resize(std::min(waiters.size(), room));
    return waiters;
}

void WaitCut::takeBehind(std::size_t since)
{
    for (auto i = since; i < m_taken.size() && !isFull(); ++i) {
        for (const auto waiter : waitersToDraw(m_taken[i])) {
            if (take(waiter))
                takeAhead(waiter);
        }
    }
}

void WaitCut::takeDeadlocks()
{
    for (const auto& deadlock : m_graph.m_deadlocks) {
        for (const auto& step : deadlock.cycle)
            take(m_graph.from(step));
    }
    const auto end = m_taken.size();
    for (std::size_t i = 0; i < end; ++i)
        takeAhead(m_taken[i]);
    takeBehind(0);
}

void WaitCut::takeChains()
{
    std::vector<std::uint32_t> ranked;
    for (std::uint32_t session = 0; session < m_graph.m_sessions.size(); ++session) {
        const bool isCircular = m_graph.m_sessions[session].height == WaitGraph::circular;
        if (!m_graph.m_in.of(session).empty() && (m_graph.m_out.of(session).empty() || isCircular))
            ranked.push_back(session);
    }
    const auto rank = [&](std::uint32_t number) {
        const auto& session = m_graph.m_sessions[number];
        return std::tuple(session.trouble == WaitNode::Trouble::None, -session.height,
                          -static_cast<std::int64_t>(m_graph.m_in.of(number).size()), session.id, number);
    };
    const auto end = ranked.begin() + static_cast<std::ptrdiff_t>(std::min(ranked.size(), m_most));
    std::partial_sort(ranked.begin(), end, ranked.end(), [&](auto a, auto b) { return rank(a) < rank(b); });
    for (auto session = ranked.begin(); session != end && !isFull(); ++session) {
        const auto since = m_taken.size();
        if (take(*session))
            takeBehind(since);
    }
}

void WaitCut::takeLock(std::uint32_t lock)
{
    const auto& queue = m_graph.lockAt(lock).queue;
    const auto sessionOf = [&](std::size_t i) { return m_graph.m_places[m_graph.m_firstOf[lock] + i].session; };
    // The sessions that block the holders come before the holders' waiters.
    for (std::size_t i = 0; i < queue.size() && queue[i].holds; ++i) {
        if (m_graph.isLinked(sessionOf(i))) {
            take(sessionOf(i));
            takeAhead(sessionOf(i));
        }
    }
    // Without a visible holder, the first sessions of the queue block the others.
    for (std::size_t i = 0; i < queue.size() && m_taken.empty(); ++i) {
        if (m_graph.isLinked(sessionOf(i)))
            take(sessionOf(i));
    }
    takeBehind(0);
}

void WaitCut::takeContenders(const std::vector<std::uint32_t>& contenders)
{
    for (const auto contender : contenders) {
        const auto session = m_graph.m_places[contender].session;
        if (take(session))
            takeAhead(session);
    }
    takeBehind(0);
}

std::size_t WaitCut::sizeOfAll(std::uint32_t lock) const
{
    std::vector<bool> isSeen(m_graph.m_sessions.size(), false);
    std::vector<std::uint32_t> reached;
    const auto reach = [&](std::uint32_t session) {
        if (!isSeen[session])
            reached.push_back(session);
        isSeen[session] = true;
    };
    const auto reachNeighbours = [&](std::uint32_t session) {
        for (const auto link : m_graph.m_out.of(session))
            reach(m_graph.to(m_graph.m_links[link]));
        for (const auto link : m_graph.m_in.of(session))
            reach(m_graph.from(m_graph.m_links[link]));
    };
    const auto first = m_graph.m_firstOf[lock];
    for (auto contender = first; contender < first + m_graph.lockAt(lock).queue.size(); ++contender)
        reachNeighbours(m_graph.m_places[contender].session);
    for (std::size_t done = 0; done < reached.size();)
        reachNeighbours(reached[done++]);
    return reached.size();
}

WaitNode WaitCut::nodeOf(std::uint32_t session) const
{
    auto node = m_graph.nodeOf(session);
    for (const auto link : m_graph.m_in.of(session))
        node.waitersLeftOut += isTaken(m_graph.from(m_graph.m_links[link])) ? 0 : 1;
    return node;
}

WaitEdge WaitCut::edgeOf(const WaitLink& link) const
{
    const auto& lock = m_graph.lockOf(link.waiter);
    const auto& waiter = m_graph.contenderAt(link.waiter);
    const auto& blocker = m_graph.contenderAt(link.blocker);
    WaitEdge edge;
    edge.from = static_cast<std::size_t>(m_nodeOf[m_graph.from(link)]);
    edge.to = static_cast<std::size_t>(m_nodeOf[m_graph.to(link)]);
    edge.waiter = lock.keyOf(waiter);
    edge.blocker = lock.keyOf(blocker);
    edge.mode = waiter.mode;
    edge.blockerHolds = blocker.holds;
    if (waiter.details)
        edge.since = waiter.details->createdAt;
    std::size_t drawn = 0;
    for (const auto number : m_graph.m_out.of(m_graph.from(link))) {
        const auto& other = m_graph.m_links[number];
        drawn += other.waiter == link.waiter && isTaken(m_graph.to(other)) ? 1 : 0;
    }
    edge.blockersLeftOut = std::max(std::size_t{link.blockers}, drawn) - drawn;
    return edge;
}

WaitSnapshot WaitCut::snapshot() const
{
    WaitSnapshot snapshot;
    std::unordered_map<std::uint32_t, std::size_t> edgeOfLink;
    for (const auto session : m_taken) {
        snapshot.nodes.push_back(nodeOf(session));
        for (const auto link : m_graph.m_out.of(session)) {
            if (!isTaken(m_graph.to(m_graph.m_links[link])))
                continue;
            edgeOfLink.emplace(link, snapshot.edges.size());
            snapshot.edges.push_back(edgeOf(m_graph.m_links[link]));
        }
    }
    for (const auto& deadlock : m_graph.m_deadlocks) {
        const auto& cycle = deadlock.cycle;
        if (!std::all_of(cycle.begin(), cycle.end(), [&](const auto& step) { return isTaken(m_graph.from(step)); })) {
            ++snapshot.cyclesElsewhere;
            continue;
        }
        DrawnCycle drawn{{}, deadlock.isCertain};
        for (const auto& step : cycle) {
            const auto link = static_cast<std::uint32_t>(m_graph.find(step) - m_graph.m_links.begin());
            drawn.edges.push_back(edgeOfLink.at(link));
            auto& edge = snapshot.edges[drawn.edges.back()];
            if (!edge.cycle) {
                edge.cycle = snapshot.cycles.size();
                edge.step = drawn.edges.size();
            }
        }
        snapshot.cycles.push_back(std::move(drawn));
    }
    snapshot.undecidedLocks = m_graph.undecidedLocks();
    return snapshot;
}

namespace {

/// A possible lock proves nothing, and a candidate of an election does not wait.
void addPlace(WaitNode& node, const Lock& lock, const Contender& contender)
{
    if (lock.isPossible() || (lock.isElection && contender.waits()))
        return;
    auto& count = contender.holds ? node.holdCount : contender.waits() ? node.waitCount : node.undecidedCount;
    auto& places = contender.holds ? node.holds : contender.waits() ? node.waits : node.undecided;
    if (++count <= WaitSnapshot::mostPlaces)
        places.push_back(lock.keyOf(contender));
}

} // namespace

std::string WaitGraph::keyOf(std::uint32_t session) const
{
    if (m_sessions[session].id != 0)
        return toHex(m_sessions[session].id);
    if (!m_sessions[session].owner.empty())
        return std::string(m_sessions[session].owner);
    const auto place = m_placesOf.of(session).front();
    return lockOf(place).nodePath(contenderAt(place));
}

WaitNode WaitGraph::nodeOf(std::uint32_t number) const
{
    const auto& session = m_sessions[number];
    WaitNode node;
    node.key = keyOf(number);
    node.session = session.id;
    node.isKnown = session.isKnown;
    node.owner = session.owner;
    node.trouble = session.trouble;
    node.isInCycle = session.isInCycle;
    node.isStuck = session.isStuck;
    for (const auto place : m_placesOf.of(number)) {
        const auto& lock = lockOf(place);
        const auto& contender = contenderAt(place);
        addPlace(node, lock, contender);
        if (!node.host.empty() && !node.client.empty())
            continue;
        const auto owner = ownerOf(*m_snapshot, contender);
        if (node.host.empty() && !owner.host.empty()) {
            node.host = owner.host;
            node.hostSource = owner.hostSource;
        }
        if (node.client.empty())
            node.client = contender.details ? contender.details->client : owner.client;
    }
    return node;
}

std::optional<std::uint32_t> WaitGraph::numberAt(std::string_view nodePath, std::string_view lock) const
{
    const auto directory = parentOf(nodePath);
    for (const auto& path : {directory, parentOf(directory), std::string(lock), std::string(nodePath)}) {
        const auto index = m_snapshot->indexOf(path);
        if (!index)
            continue;
        const auto& queue = m_snapshot->locks[*index]->queue;
        const auto found = std::find_if(queue.begin(), queue.end(), [&](const Contender& contender) {
            return m_snapshot->locks[*index]->nodePath(contender) == nodePath;
        });
        if (found != queue.end())
            return m_firstOf[*index] + static_cast<std::uint32_t>(found - queue.begin());
    }
    return std::nullopt;
}

WaitSnapshot WaitGraph::whole(std::size_t most) const
{
    WaitCut cut(*this, most);
    cut.takeDeadlocks();
    cut.takeChains();
    auto snapshot = cut.snapshot();
    std::size_t linked = 0;
    for (std::uint32_t session = 0; session < m_sessions.size(); ++session)
        linked += isLinked(session) ? 1 : 0;
    snapshot.sessionsLeftOut = linked - snapshot.nodes.size();
    return snapshot;
}

WaitSnapshot WaitGraph::around(std::string_view path, std::size_t most) const
{
    WaitCut cut(*this, most);
    const auto index = m_snapshot->indexOf(path);
    if (!index)
        return cut.snapshot();
    const auto lock = static_cast<std::uint32_t>(*index);
    cut.takeLock(lock);
    auto snapshot = cut.snapshot();
    snapshot.sessionsLeftOut = cut.sizeOfAll(lock) - snapshot.nodes.size();
    return snapshot;
}

WaitSnapshot WaitGraph::chainsOf(const Finding& finding, std::size_t most) const
{
    std::vector<std::uint32_t> contenders;
    for (const auto& node : finding.nodes) {
        if (const auto contender = numberAt(node, finding.path))
            contenders.push_back(*contender);
        if (contenders.size() == most)
            break;
    }
    if (contenders.empty())
        return around(finding.path, most);
    WaitCut cut(*this, most);
    cut.takeContenders(contenders);
    return cut.snapshot();
}

} // namespace lockscope::inspect
