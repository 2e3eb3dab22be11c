// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/Judge.h"

#include <algorithm>
#include <array>

namespace lockscope::simulation {

using locks::Phase;

namespace {

bool mayFollow(Phase before, Phase after)
{
    switch (before) {
    case Phase::Waiting:
        return after == Phase::Waiting || after == Phase::Held || after == Phase::Released;
    case Phase::Held:
        return after == Phase::Uncertain || after == Phase::Lost || after == Phase::Released;
    case Phase::Uncertain:
        return after == Phase::Held || after == Phase::Lost || after == Phase::Released || after == Phase::Uncertain;
    case Phase::Lost:
    case Phase::Released:
        return false;
    }
    return false;
}

bool believes(const Hold& hold)
{
    return hold.phase == Phase::Held || hold.phase == Phase::Uncertain;
}

} // namespace

bool Judge::isInForce(const Process& process, const Hold& hold) const
{
    if (!believes(hold) || m_world.sessionOf(process) != hold.session)
        return false;
    const auto stat = m_world.ensemble.stat(m_world.pathOf(hold.node));
    return stat && stat->czxid == hold.token && stat->ephemeralOwner == hold.session;
}

std::vector<Place> Judge::places() const
{
    std::vector<Place> places;
    for (const auto& node : m_world.ensemble.children(std::string(m_world.recipe.directory))) {
        if (auto place = m_world.recipe.placeOf(node))
            places.push_back(*std::move(place));
    }
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.number < b.number; });
    return places;
}

void Judge::stateChanged(const Process& process, const User& user, const locks::LockState& before,
                         const locks::LockState& after)
{
    if (after.phase == Phase::Held && process.client->session().state != zk::SessionState::Connected)
        m_world.violated("held without contact", user.name + " " + locks::toString(after) + " while " +
                                                     std::string(zk::toString(process.client->session().state)));
    // Only of one and the same hold: a user who asks again has two attempts for a while.
    if (!before.node.empty() && before.node == after.node && before.token == after.token &&
        before.phase != after.phase && !mayFollow(before.phase, after.phase))
        m_world.violated("states in order",
                         user.name + ": " + locks::toString(before) + " became " + locks::toString(after));
}

void Judge::granted(const Process& process, const User& user, const Ask& ask, const locks::Grant& grant)
{
    if (ask.abandoned)
        m_world.violated("nothing after destruction", ask.who + " was granted after its lock object was destroyed");
    if (ask.deeper) {
        if (user.hold && (user.hold->token != grant.token || user.hold->node != grant.node))
            m_world.violated("re-entrance keeps the hold", ask.who + " was granted another node than it held");
        return;
    }
    noteEntitled();
    if (m_world.recipe.mayEnter && !m_entitled.contains({grant.node, grant.token}))
        m_world.violated("first come, first served",
                         ask.who + " was let in with " + grant.node + ", which was never the one to be");
    const auto stat = m_world.ensemble.stat(m_world.pathOf(grant.node));
    if (!stat || stat->czxid != grant.token)
        return; // deleted meanwhile, and the event is on the way
    if (stat->ephemeralOwner != m_world.sessionOf(process)) {
        // Kept in sight after its session's end, of which the client does not know yet.
        return;
    }
    // Who may hold together is granted in any order.
    const int role = process.objects[user.object].role;
    for (const auto& [other, token] : m_lastTokens) {
        if (grant.token <= token && !m_world.recipe.mayHoldTogether(std::array{role, other}))
            m_world.violated("fencing tokens grow",
                             ask.who + " got " + zk::toHex(grant.token) + " after " + zk::toHex(token));
    }
    m_lastTokens[role] = std::max(m_lastTokens[role], grant.token);
    if (!m_world.recipe.mayEnter)
        return;
    const auto queue = places();
    for (std::size_t i = 0; i < queue.size(); ++i) {
        if (queue[i].node == grant.node && !m_world.recipe.mayEnter(queue, i))
            m_world.violated("first come, first served",
                             ask.who + " was let in with " + grant.node + " before " + queue.front().node);
    }
}

void Judge::refused(const Ask& ask, const Error& error)
{
    const auto expected = [&] {
        switch (error.code) {
        case ErrorCode::TimedOut:
            return ask.timeout && m_world.clock.now() >= ask.at + *ask.timeout;
        case ErrorCode::Cancelled:
            return ask.stop.stop_requested() || ask.abandoned;
        case ErrorCode::NoConnection:
            return ask.timeout && *ask.timeout == Duration::zero();
        case ErrorCode::Closed:
            return ask.closing;
        case ErrorCode::ConnectionLoss:
        case ErrorCode::NotHeld:
            return ask.deeper;
        default:
            return false;
        }
    }();
    if (!expected)
        m_world.violated("errors have a reason", ask.who + ": " + describe(error));
}

void Judge::released(const Process& process, const Hold& hold, const Result<void>& result)
{
    if (!result) {
        if (result.error().code != ErrorCode::NotHeld || (believes(hold) && !hold.mayEnd))
            m_world.violated("a hold can be released", hold.who + ": " + describe(result.error()));
        return;
    }
    const auto stat = m_world.ensemble.stat(m_world.pathOf(hold.node));
    if (stat && stat->czxid == hold.token && m_world.sessionOf(process) == hold.session && m_world.isConnected(process))
        m_world.violated("released means deleted", hold.who + ": " + hold.node + " is still there");
}

/// What the tree says changes with its transactions, of which a task makes one at most.
void Judge::noteEntitled()
{
    if (!m_world.recipe.mayEnter || std::exchange(m_seenZxid, m_world.ensemble.zxid()) == m_world.ensemble.zxid())
        return;
    const auto queue = places();
    for (std::size_t i = 0; i < queue.size(); ++i) {
        if (m_world.recipe.mayEnter(queue, i))
            m_entitled.emplace(queue[i].node, m_world.ensemble.stat(m_world.pathOf(queue[i].node))->czxid);
    }
}

void Judge::executing(zk::SessionId session, const test::FakeRequest& request)
{
    if (request.op != test::FakeOp::Remove)
        return;
    const auto& path = request.paths.front();
    const auto stat = m_world.ensemble.stat(path);
    if (!stat || (m_world.recipe.sharesName && stat->version > 0))
        return;
    if (stat->ephemeralOwner != session && isWanted(path, *stat))
        m_aims.push_back({path, stat->czxid, session});
}

/// Does anybody rely on that node? Whoever is about to delete it himself does not.
bool Judge::isWanted(const std::string& path, const zk::Stat& stat) const
{
    bool isOurs = false;
    bool wanted = false;
    for (const auto& process : m_world.processes) {
        if (m_world.sessionOf(*process) != stat.ephemeralOwner)
            continue;
        isOurs = true;
        for (const auto& object : process->objects) {
            for (const auto& user : object.users)
                wanted = wanted || (user->hold && user->hold->token == stat.czxid) ||
                         (user->ask && m_world.pathOf(user->waitingNode) == path);
        }
    }
    return wanted || !isOurs;
}

/// Whoever aimed at somebody else's node must have missed.
void Judge::strangersLive()
{
    for (const auto& [path, czxid, session] : std::exchange(m_aims, {})) {
        const auto stat = m_world.ensemble.stat(path);
        if (!stat || stat->czxid != czxid)
            m_world.violated("nobody deletes a stranger's node", path + " was not " + zk::toHex(session) + "'s");
    }
}

void Judge::afterStep()
{
    noteEntitled();
    strangersLive();
    std::vector<int> roles;
    std::string names;
    const bool serverIsIdle = m_world.server.nextTimer().value_or(SteadyTime::max()) > m_world.clock.now();
    forEachUser(m_world, [&](const Process& process, const LockObject&, const User& user) {
        const auto note = [&](const Hold& hold) {
            if (isInForce(process, hold)) {
                roles.push_back(hold.role);
                names += " " + user.name + "=" + hold.node;
            }
        };
        for (const auto& hold : user.leaving)
            note(*hold);
        if (!user.hold)
            return;
        note(*user.hold);
        if (user.hold->phase != Phase::Held || !process.client)
            return;
        const auto& session = process.client->session();
        if (session.state != zk::SessionState::Connected)
            m_world.violated("held without contact", user.name + " while " + std::string(zk::toString(session.state)));
        const bool isIdle = process.executor.pendingTasks() == 0 &&
                            process.executor.nextTimer().value_or(SteadyTime::max()) > m_world.clock.now();
        if (isIdle && serverIsIdle && m_world.clock.now() >= session.validUntil)
            m_world.violated("held past the end of the session", user.name);
    });
    if (!m_world.recipe.mayHoldTogether(roles))
        m_world.violated("mutual exclusion", "these hold together:" + names);
}

} // namespace lockscope::simulation
