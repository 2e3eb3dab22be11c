// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of Checker about holders: at every step, those that are certain are alone.

#include "tests/simulation/Checker.h"
#include "tests/simulation/ClientView.h"

#include <algorithm>
#include <map>

namespace lockscope::simulation {

using locks::Phase;

/// A reader whose owner still holds as a writer: both are one hold.
bool Checker::isConferredBy(const Process& process, const User& user, const Hold& hold) const
{
    const auto twin = hold.role == Reads ? user.twin.lock() : nullptr;
    if (!twin)
        return false;
    const auto isIt = [&](const std::shared_ptr<Hold>& writer) {
        return writer && writer->token == hold.token && isInForce(process, *writer);
    };
    return isIt(twin->hold) || std::any_of(twin->leaving.begin(), twin->leaving.end(), isIt);
}

/// Only an administrator ends a session before its client's validUntil.
void Checker::sessionsLastAsSaid()
{
    for (const auto& process : m_world.processes) {
        if (!process->client || process->closing)
            continue;
        const auto& session = process->client->session();
        const bool isAlive = session.state == SessionState::Connected || session.state == SessionState::Suspended ||
                             session.state == SessionState::ReadOnly;
        if (isAlive && m_world.clock.now() < session.validUntil && !m_world.ensemble.hasSession(session.id) &&
            !m_world.endedByOthers.contains(session.id))
            m_world.violated("a session lasts until validUntil", process->name + " relied on " + toHex(session.id));
    }
}

Checker::Believed& Checker::believed(const std::shared_ptr<Hold>& hold)
{
    auto& one = m_clientView[hold];
    if (!one.isTakenAway && !isThere(*hold))
        one.isTakenAway =
            m_world.ensemble.hasSession(hold->session) || hold->mayEnd || m_world.endedByOthers.contains(hold->session);
    return one;
}

/// A holder is exclusive until validUntil, whatever the servers do: no other client is granted before, unless the hold
/// was taken away. After validUntil no holder is reported as holding.
void Checker::certainHoldersAreAlone()
{
    std::vector<int> roles;
    std::string names;
    int number = 0;
    std::map<std::shared_ptr<const Hold>, Believed> present;
    forEachUser(m_world, [&](const Process& process, const LockObject&, const User& user) {
        if (!user.hold)
            return;
        const auto& hold = *user.hold;
        const auto& known = believed(user.hold);
        present.emplace(user.hold, known);
        const auto clientView = clientViewOf(hold);
        if (!clientView || clientView->phase != Phase::Held)
            return;
        if (m_world.clock.now() >= clientView->validUntil)
            m_world.violated("held past the end of the session", user.name);
        if (known.isTakenAway || isConferredBy(process, user, hold))
            return;
        number = std::max(number, hold.number);
        roles.insert(roles.end(), m_world.recipe.mostLeases > 1 ? hold.nodes.size() : 1, hold.role);
        names += " " + user.name + "=" + hold.node;
    });
    m_clientView = std::move(present);
    if (!m_world.recipe.mayHoldTogether(roles) ||
        (m_world.recipe.makeCounted && static_cast<int>(roles.size()) > number))
        m_world.violated("no lock is granted before validUntil", "these are certain together:" + names);
}

} // namespace lockscope::simulation
