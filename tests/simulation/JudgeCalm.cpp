// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of Judge that speaks when nothing is under way: in between, and at the end.

#include "tests/simulation/Judge.h"

#include <algorithm>

namespace lockscope::simulation {

using locks::Phase;

void Judge::holdersAreTrue(const Process& process, const User& user)
{
    if (!user.hold || !m_world.isConnected(process))
        return;
    const Hold& hold = *user.hold;
    if (hold.phase == Phase::Uncertain)
        m_world.violated("contact ends uncertainty", user.name + " is connected, and uncertain all the same");
    if (hold.phase == Phase::Held && !isInForce(process, hold))
        m_world.violated("a holder has its node", user.name + " holds, and " + hold.node + " is not there or not its");
}

void Judge::asksAreAnswered(const Process& process, const LockObject& object, const User& user)
{
    const auto& ask = user.ask;
    if (ask && object.lock && process.client && !process.closing) {
        const bool hasBudget = ask->timeout && *ask->timeout > Duration::zero();
        if (hasBudget && ask->heard && m_world.clock.now() >= *ask->heard + *ask->timeout)
            m_world.violated("budgets are kept", ask->who + " was not answered in time");
        // Silence is only noticed after a while.
        if (ask->timeout && !hasBudget && process.contact != Process::Contact::Silent)
            m_world.violated("a zero budget does not wait", ask->who);
        if (ask->stop.stop_requested())
            m_world.violated("a cancelled ask is answered", ask->who);
    }
    if (m_world.isConnected(process) && !process.closing && !user.leaving.empty())
        m_world.violated("releases are answered", user.leaving.front()->who);
}

void Judge::nodesAreKnown(const Process& process)
{
    if (!m_world.isConnected(process) || process.closing)
        return;
    for (const auto& path : m_world.ensemble.ephemeralsOf(m_world.sessionOf(process))) {
        const auto isKnown = [&](const User& user) {
            return (user.hold && m_world.pathOf(user.hold->node) == path) ||
                   (user.ask && m_world.pathOf(user.waitingNode) == path);
        };
        bool known = false;
        for (const auto& object : process.objects) {
            for (const auto& user : object.users)
                known = known || isKnown(*user);
        }
        if (!known)
            m_world.violated("no node is left behind", process.name + " owns " + path + " and nobody there wants it");
    }
}

void Judge::nextOneHolds()
{
    if (!m_world.recipe.mayEnter)
        return;
    const auto queue = places();
    forEachUser(m_world, [&](const Process& process, const LockObject&, const User& user) {
        if (!user.ask || user.ask->deeper || !m_world.isConnected(process) || process.closing)
            return;
        for (std::size_t i = 0; i < queue.size(); ++i) {
            if (queue[i].node == user.waitingNode && m_world.recipe.mayEnter(queue, i))
                m_world.violated("no wake-up is lost", user.name + " could hold with " + user.waitingNode);
        }
        if (user.waitingNode.empty() ||
            std::none_of(queue.begin(), queue.end(), [&](const Place& p) { return p.node == user.waitingNode; }))
            m_world.violated("who waits has a place", user.name + " waits, and has no node in the queue");
    });
}

void Judge::whenCalm()
{
    forEachUser(m_world, [&](const Process& process, const LockObject& object, const User& user) {
        holdersAreTrue(process, user);
        asksAreAnswered(process, object, user);
    });
    for (const auto& process : m_world.processes)
        nodesAreKnown(*process);
    nextOneHolds();
}

void Judge::atTheEnd()
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
    for (const auto& node : m_world.ensemble.children(std::string(m_world.recipe.directory)))
        m_world.violated("no node is left behind", node);
    if (const auto count = m_world.ensemble.watchCount())
        m_world.violated("no watch is left behind", std::to_string(count) + " on the servers");
    for (const auto& process : m_world.processes) {
        if (process->executor.pendingTimers() != 0)
            m_world.violated("no timer is left behind", process->name);
        if (m_world.ensemble.openRequests(*process->client) != 0)
            m_world.violated("no request is left open", process->name);
    }
}

} // namespace lockscope::simulation
