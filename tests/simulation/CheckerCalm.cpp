// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of Checker that checks when nothing is in flight: during the run, and at its end.

#include "tests/simulation/Checker.h"

#include <algorithm>
#include <map>

namespace lockscope::simulation {

using locks::Phase;

void Checker::holdersAreTrue(const Process& process, const User& user)
{
    if (!user.hold || !m_world.isConnected(process))
        return;
    const Hold& hold = *user.hold;
    if (hold.phase == Phase::Uncertain && m_world.isCertain(process))
        m_world.violated("contact ends uncertainty", user.name + " is connected, and uncertain all the same");
    if (hold.phase == Phase::Held && !isInForce(process, hold))
        m_world.violated("a holder has its node", user.name + " holds, and " + hold.node + " is not there or not its");
}

void Checker::asksAreAnswered(const Process& process, const LockObject& object, const User& user)
{
    const auto& ask = user.ask;
    if (ask && object.lock && process.client && !process.closing) {
        const bool hasBudget = ask->timeout && *ask->timeout > Duration::zero();
        if (hasBudget && ask->notified && m_world.clock.now() >= *ask->notified + *ask->timeout)
            m_world.violated("budgets are kept", ask->who + " was not answered in time");
        // Silence is detected after a while, and an unconfirmed session is waited for up to a second.
        const bool mayLook = !m_world.isCertain(process) &&
                             (!ask->notified || m_world.clock.now() < *ask->notified + std::chrono::seconds(1));
        if (ask->timeout && !hasBudget && !mayLook && process.contact != Process::Contact::Silent)
            m_world.violated("a zero budget does not wait", ask->who);
        if (ask->stop.stop_requested())
            m_world.violated("a cancelled ask is answered", ask->who);
    }
    if (m_world.isConnected(process) && !process.closing && !user.leaving.empty() && !m_world.hasRefused())
        m_world.violated("releases are answered", user.leaving.front()->who);
}

void Checker::nodesAreKnown(const Process& process)
{
    if (!m_world.isConnected(process) || process.closing || m_world.hasRefused())
        return;
    for (const auto& path : m_world.ensemble.ephemeralsOf(m_world.sessionOf(process))) {
        const auto isKnown = [&](const User& user) {
            return m_world.isAskedWith(user, path) ||
                   (user.hold && std::any_of(user.hold->nodes.begin(), user.hold->nodes.end(),
                                             [&](const locks::HeldNode& node) { return node.path == path; }));
        };
        bool known = false;
        for (const auto& object : process.objects) {
            for (const auto& user : object.users)
                known = known || isKnown(*user);
        }
        if (!known)
            m_world.violated("no node is left behind",
                             process.name + " owns " + path + " and no lock of it needs the node");
    }
}

/// A waiter has a node, and at most one per directory. Only a waiter that does not know the number of leases has none.
void Checker::hasAPlace(const Process& process, const LockObject& object, const User& user)
{
    std::map<std::string, int> own;
    for (const auto& path : m_world.ensemble.ephemeralsOf(m_world.sessionOf(process))) {
        if (m_world.isAskedWith(user, path) && ++own[parentOf(path)] > user.ask->leases && !m_world.hasRefused())
            m_world.violated("no node is left behind", user.name + " waits with " + path + " besides another");
    }
    const bool mayQueue = !object.count || object.number;
    if (own.empty() && mayQueue)
        m_world.violated("a waiter has a node in the queue", user.name + " waits, and has no node in the queue");
    if (!own.empty() && !mayQueue)
        m_world.violated("a client without a number of leases blocks no other client",
                         user.name + " queues, and knows no number of leases");
}

/// Of several acquisitions that form one, none is missing: after losing one it starts again with the first.
void Checker::hasItsParts(const Process& process, const User& user)
{
    const auto& parts = user.parts;
    if (parts.empty() || m_world.hasRefused() || std::find(parts.begin(), parts.end(), "") != parts.end())
        return;
    const auto own = m_world.ensemble.ephemeralsOf(m_world.sessionOf(process));
    const auto isThere = [&](const std::string& path) { return std::find(own.begin(), own.end(), path) != own.end(); };
    const auto first = std::find_if(parts.begin(), parts.end(), isThere);
    if (first == parts.end())
        return;
    if (parentOf(*first) != parentOf(parts.front()))
        m_world.violated("no client continues without a part", user.name + " waits without " + parts.front());
    for (auto part = first; part != parts.end(); ++part) {
        const auto* queue = queueOf(*part);
        const bool isPassed = queue->isGate && (queueOf(parts.back()) != queue + 1 ||
                                                std::any_of(part + 1, parts.end(), [&](const std::string& later) {
                                                    return queueOf(later) == queue; // started again within
                                                }));
        if (!isPassed && !isThere(*part))
            m_world.violated("no client continues without a part", user.name + " waits without " + *part);
    }
}

/// A writer does not wait to read as well.
void Checker::readsAtOnce(const Process& process, const User& user)
{
    const auto twin = user.twin.lock();
    const auto& conferred = user.ask->conferred;
    if (conferred && conferred == twin->hold && isInForce(process, *conferred) && !m_world.hasRefused())
        m_world.violated("a downgrade does not wait", user.name);
}

void Checker::isNotNext(const User& user, const Queue& queue)
{
    const auto now = places(queue);
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (now[i].node == user.waitingNode && mayEnter(queue, now, i))
            m_world.violated("no wake-up is lost", user.name + " could hold with " + user.waitingNode);
    }
}

/// Where waiters behind the gate have no node: the first one at the gate has found no free lease.
void Checker::hasNoRoom(const Process& process, const User& user)
{
    const auto& queues = m_world.recipe.queues;
    for (std::size_t i = 1; i < queues.size(); ++i) {
        const auto gate = places(queues[i - 1]);
        if (queues[i].room == 0 || gate.empty())
            continue;
        const auto first = World::pathOf(queues[i - 1], gate.front().node);
        if (!m_world.isAskedWith(user, first) ||
            m_world.ensemble.stat(first)->ephemeralOwner != m_world.sessionOf(process))
            continue;
        if (m_world.ensemble.children(std::string(queues[i].directory)).size() < queues[i].room)
            m_world.violated("no wake-up is lost", user.name + " could enter " + std::string(queues[i].directory));
    }
}

void Checker::nextOneHolds()
{
    forEachUser(m_world, [&](const Process& process, const LockObject& object, const User& user) {
        if (!user.ask || user.ask->deeper || !m_world.isCertain(process) || process.closing ||
            m_world.recipe.sharesName)
            return;
        for (const auto& queue : m_world.recipe.queues)
            isNotNext(user, queue);
        hasAPlace(process, object, user);
        hasItsParts(process, user);
        readsAtOnce(process, user);
        hasNoRoom(process, user);
    });
}

void Checker::whenCalm()
{
    forEachUser(m_world, [&](const Process& process, const LockObject& object, const User& user) {
        holdersAreTrue(process, user);
        asksAreAnswered(process, object, user);
    });
    for (const auto& process : m_world.processes) {
        if (m_world.recipe.make)
            nodesAreKnown(*process);
    }
    nextOneHolds();
    m_requests.whenCalm();
    m_number.whenCalm();
}

void Checker::atTheEnd()
{
    for (const auto& ask : m_world.asks) {
        if (ask->answers != 1)
            m_world.violated("every ask is answered once", ask->who + ": " + std::to_string(ask->answers) + " answers");
    }
    for (const auto& hold : m_world.releases) {
        if (hold->answers != 1)
            m_world.violated("every release is answered once",
                             hold->who + ": " + std::to_string(hold->answers) + " answers");
    }
    for (const auto& inquiry : m_world.inquiries) {
        if (inquiry->answers != 1)
            m_world.violated("every question is answered once",
                             inquiry->who + ": " + std::to_string(inquiry->answers) + " answers");
    }
    for (const auto& queue : m_world.recipe.queues) {
        for (const auto& node : m_world.ensemble.children(std::string(queue.directory)))
            m_world.violated("no node is left behind", World::pathOf(queue, node));
    }
    if (const auto count = m_world.ensemble.watchCount())
        m_world.violated("no watch is left behind", std::to_string(count) + " on the servers");
    for (const auto& process : m_world.processes) {
        if (process->executor.pendingTimers() > clientTimers)
            m_world.violated("no timer is left behind", process->name);
        if (m_world.ensemble.openRequests(*process->client) != 0)
            m_world.violated("no request is left open", process->name);
    }
}

} // namespace lockscope::simulation
