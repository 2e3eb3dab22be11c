// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/WaitCut.h"

#include "core/model/Owners.h"

#include <algorithm>
#include <tuple>

namespace lockscope::inspect {

WaitCut::WaitCut(const WaitWeb& web, std::size_t most)
    : m_web(web)
    , m_most(most)
    , m_nodeOf(web.m_persons.size(), -1)
{
}

template <typename F> void WaitCut::forEachOut(std::uint32_t person, F&& visit) const
{
    for (auto i = m_web.m_out.first[person]; i < m_web.m_out.first[person + 1]; ++i)
        visit(m_web.m_links[m_web.m_out.items[i]]);
}

template <typename F> void WaitCut::forEachIn(std::uint32_t person, F&& visit) const
{
    for (auto i = m_web.m_in.first[person]; i < m_web.m_in.first[person + 1]; ++i)
        visit(m_web.m_links[m_web.m_in.items[i]]);
}

bool WaitCut::take(std::uint32_t person)
{
    if (m_nodeOf[person] >= 0 || isFull())
        return false;
    m_nodeOf[person] = static_cast<std::int32_t>(m_taken.size());
    m_taken.push_back(person);
    return true;
}

void WaitCut::takeAhead(std::uint32_t person)
{
    std::vector<std::uint32_t> next{person};
    while (!next.empty() && !isFull()) {
        const auto from = next.back();
        next.pop_back();
        forEachOut(from, [&](const WaitWeb::Link& link) {
            if (take(link.to))
                next.push_back(link.to);
        });
    }
}

/// Those for whom somebody waits in turn first, then as they stand in their queues.
std::vector<std::uint32_t> WaitCut::waitersToDraw(std::uint32_t person) const
{
    std::vector<std::uint32_t> waiters;
    forEachIn(person, [&](const WaitWeb::Link& link) { waiters.push_back(link.from); });
    const auto height = [&](std::uint32_t one) { return m_web.m_persons[one].height; };
    const auto plain = std::stable_partition(waiters.begin(), waiters.end(), [&](auto one) { return height(one) > 0; });
    std::stable_sort(waiters.begin(), plain, [&](auto a, auto b) { return height(a) > height(b); });
    const auto room = std::max<std::ptrdiff_t>(plain - waiters.begin(), WaitWeb::mostWaiters);
    waiters.resize(std::min(waiters.size(), static_cast<std::size_t>(room)));
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

void WaitCut::takeRings()
{
    const auto since = m_taken.size();
    for (const auto& ring : m_web.m_rings) {
        for (const auto link : ring)
            take(m_web.m_links[link].from);
    }
    const auto end = m_taken.size();
    for (auto i = since; i < end; ++i)
        takeAhead(m_taken[i]);
    takeBehind(since);
}

void WaitCut::takeChains()
{
    struct Ranked {
        std::uint32_t person;
        std::uint32_t waiters;
    };
    std::vector<Ranked> ranked;
    for (std::uint32_t person = 0; person < m_web.m_persons.size(); ++person) {
        const auto waiters = m_web.m_in.first[person + 1] - m_web.m_in.first[person];
        const bool isWaiting = m_web.m_out.first[person + 1] > m_web.m_out.first[person];
        if (waiters > 0 && (!isWaiting || m_web.m_persons[person].height == WaitWeb::circular))
            ranked.push_back({person, waiters});
    }
    const auto rank = [&](const Ranked& one) {
        const auto& person = m_web.m_persons[one.person];
        return std::tuple(person.trouble == WaitNode::Trouble::None, -person.height, -std::int64_t{one.waiters},
                          person.session, one.person);
    };
    const auto wanted = std::min(ranked.size(), m_most);
    std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(wanted), ranked.end(),
                      [&](const Ranked& a, const Ranked& b) { return rank(a) < rank(b); });
    for (std::size_t i = 0; i < wanted && !isFull(); ++i) {
        const auto since = m_taken.size();
        if (take(ranked[i].person))
            takeBehind(since);
    }
}

void WaitCut::takeLock(std::uint32_t lock)
{
    const auto& queue = m_web.lockAt(lock).queue;
    const auto first = m_web.m_firstOf[lock];
    const auto isLinked = [&](std::uint32_t person) {
        return m_web.m_in.first[person + 1] + m_web.m_out.first[person + 1] >
               m_web.m_in.first[person] + m_web.m_out.first[person];
    };
    // What keeps the holders comes before who waits for them.
    for (std::uint32_t i = 0; i < queue.size() && queue[i].holds; ++i) {
        const auto person = m_web.m_personOf[first + i];
        if (isLinked(person)) {
            take(person);
            takeAhead(person);
        }
    }
    // Where nobody is seen to hold, those in front keep out the others.
    for (std::uint32_t i = 0; i < queue.size() && m_taken.empty(); ++i) {
        if (isLinked(m_web.m_personOf[first + i]))
            take(m_web.m_personOf[first + i]);
    }
    takeBehind(0);
}

std::size_t WaitCut::sizeOfAll(std::uint32_t lock) const
{
    std::vector<bool> seen(m_web.m_persons.size(), false);
    std::vector<std::uint32_t> next;
    std::size_t count = 0;
    const auto visit = [&](std::uint32_t person) {
        if (seen[person])
            return;
        seen[person] = true;
        ++count;
        next.push_back(person);
    };
    for (std::uint32_t i = 0; i < m_web.lockAt(lock).queue.size(); ++i) {
        const auto person = m_web.m_personOf[m_web.m_firstOf[lock] + i];
        forEachOut(person, [&](const WaitWeb::Link&) { visit(person); });
        forEachIn(person, [&](const WaitWeb::Link&) { visit(person); });
    }
    while (!next.empty()) {
        const auto person = next.back();
        next.pop_back();
        forEachOut(person, [&](const WaitWeb::Link& link) { visit(link.to); });
        forEachIn(person, [&](const WaitWeb::Link& link) { visit(link.from); });
    }
    return count;
}

WaitNode WaitCut::nodeOf(std::uint32_t person) const
{
    const auto& one = m_web.m_persons[person];
    WaitNode node;
    node.session = one.session;
    node.isKnown = one.isKnown;
    node.trouble = one.trouble;
    node.isInRing = one.isInRing;
    node.isStuck = one.isStuck;
    for (auto i = m_web.m_placesOf.first[person]; i < m_web.m_placesOf.first[person + 1]; ++i) {
        const auto& place = m_web.m_places[m_web.m_placesOf.items[i]];
        const auto& lock = m_web.lockAt(place.lock);
        const auto& contender = lock.queue[place.index];
        auto& count = contender.holds ? node.holdCount : node.waitCount;
        auto& places = contender.holds ? node.holds : node.waits;
        if (++count <= WaitSnapshot::mostPlaces)
            places.push_back(lock.keyOf(contender));
        if (node.key.empty())
            node.key = one.session != 0 ? zk::toHex(one.session) : lock.nodePath(contender);
        if (!node.host.empty() && !node.client.empty())
            continue;
        const auto owner = ownerOf(*m_web.m_snapshot, contender);
        if (node.host.empty() && !owner.host.empty()) {
            node.host = owner.host;
            node.hostSource = owner.hostSource;
        }
        if (node.client.empty() && contender.details)
            node.client = contender.details->client;
    }
    forEachIn(person,
              [&](const WaitWeb::Link& link) { node.waitersLeftOut += m_nodeOf[link.from] < 0 ? std::size_t{1} : 0; });
    return node;
}

WaitEdge WaitCut::edgeOf(const WaitWeb::Link& link) const
{
    const auto& lock = m_web.lockAt(link.lock);
    const auto& waiter = lock.queue[link.waiter];
    const auto& blocker = lock.queue[link.blocker];
    WaitEdge edge;
    edge.from = static_cast<std::size_t>(m_nodeOf[link.from]);
    edge.to = static_cast<std::size_t>(m_nodeOf[link.to]);
    edge.lock = lock.path;
    edge.waiter = lock.keyOf(waiter);
    edge.blocker = lock.keyOf(blocker);
    edge.kind = lock.kind;
    edge.mode = waiter.mode;
    edge.blockerHolds = blocker.holds;
    if (waiter.details)
        edge.since = waiter.details->createdAt;
    std::size_t drawn = 0;
    forEachOut(link.from, [&](const WaitWeb::Link& other) {
        drawn += other.lock == link.lock && m_nodeOf[other.to] >= 0 ? std::size_t{1} : 0;
    });
    edge.blockersLeftOut = std::max(std::size_t{link.blockers}, drawn) - drawn;
    return edge;
}

WaitSnapshot WaitCut::snapshot() const
{
    WaitSnapshot snapshot;
    snapshot.sessionsInAll = m_web.m_linked;
    std::vector<std::int32_t> drawnRing(m_web.m_rings.size(), -1);
    for (std::size_t i = 0; i < m_web.m_rings.size(); ++i) {
        const auto& ring = m_web.m_rings[i];
        const bool isDrawn =
            std::all_of(ring.begin(), ring.end(), [&](auto link) { return m_nodeOf[m_web.m_links[link].from] >= 0; });
        if (!isDrawn) {
            ++snapshot.ringsElsewhere;
            continue;
        }
        drawnRing[i] = static_cast<std::int32_t>(snapshot.rings.size());
        snapshot.rings.push_back({std::vector<std::size_t>(ring.size(), 0), m_web.m_isCertain[i]});
    }
    for (const auto person : m_taken) {
        snapshot.nodes.push_back(nodeOf(person));
        for (auto i = m_web.m_out.first[person]; i < m_web.m_out.first[person + 1]; ++i) {
            const auto number = m_web.m_out.items[i];
            const auto& link = m_web.m_links[number];
            if (m_nodeOf[link.to] < 0)
                continue;
            auto edge = edgeOf(link);
            if (link.ring >= 0 && drawnRing[static_cast<std::size_t>(link.ring)] >= 0) {
                edge.ring = static_cast<std::size_t>(drawnRing[static_cast<std::size_t>(link.ring)]);
                edge.step = link.step;
            }
            for (std::size_t ring = 0; ring < m_web.m_rings.size() && m_web.m_persons[person].isInRing; ++ring) {
                const auto& steps = m_web.m_rings[ring];
                const auto step = std::find(steps.begin(), steps.end(), number);
                if (step != steps.end() && drawnRing[ring] >= 0)
                    snapshot.rings[static_cast<std::size_t>(drawnRing[ring])]
                        .edges[static_cast<std::size_t>(step - steps.begin())] = snapshot.edges.size();
            }
            snapshot.edges.push_back(std::move(edge));
        }
    }
    return snapshot;
}

WaitSnapshot WaitWeb::whole(std::size_t most) const
{
    WaitCut cut(*this, most);
    cut.takeRings();
    cut.takeChains();
    auto snapshot = cut.snapshot();
    snapshot.sessionsLeftOut = snapshot.sessionsInAll - snapshot.nodes.size();
    return snapshot;
}

WaitSnapshot WaitWeb::around(std::string_view path, std::size_t most) const
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

} // namespace lockscope::inspect
