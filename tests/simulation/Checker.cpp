// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/Checker.h"

#include "tests/simulation/ClientView.h"

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

bool isOf(const Hold& hold, const std::string& path)
{
    return std::any_of(hold.nodes.begin(), hold.nodes.end(),
                       [&](const locks::HeldNode& node) { return node.path == path; });
}

/// After a refused release the owner still holds, and no longer waits.
bool wasRefusedARelease(const World& world, const User& user)
{
    const auto isRefused = [&](const std::shared_ptr<Hold>& hold) { return hold && world.mayBeRefused(hold->left); };
    return isRefused(user.yielded) || std::any_of(user.leaving.begin(), user.leaving.end(), isRefused);
}

} // namespace

bool Checker::isThere(const locks::HeldNode& node) const
{
    const auto stat = m_world.ensemble.stat(node.path);
    return stat && stat->czxid == node.token;
}

bool Checker::isThere(const Hold& hold) const
{
    return std::all_of(hold.nodes.begin(), hold.nodes.end(),
                       [&](const locks::HeldNode& node) { return isThere(node); });
}

bool Checker::isInForce(const Process& process, const Hold& hold) const
{
    return hold.isClientView() && m_world.sessionOf(process) == hold.session &&
           std::all_of(hold.nodes.begin(), hold.nodes.end(), [&](const locks::HeldNode& node) {
               return isThere(node) && m_world.ensemble.stat(node.path)->ephemeralOwner == hold.session;
           });
}

const Queue* Checker::queueOf(const std::string& path) const
{
    const auto& queues = m_world.recipe.queues;
    const auto found = std::find_if(queues.begin(), queues.end(),
                                    [&](const Queue& queue) { return queue.directory == parentOf(path); });
    return found == queues.end() ? nullptr : &*found;
}

std::vector<Place> Checker::places(const Queue& queue) const
{
    std::vector<Place> places;
    for (const auto& node : m_world.ensemble.children(std::string(queue.directory))) {
        if (auto place = queue.placeOf(node))
            places.push_back(*std::move(place));
    }
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
        return std::pair(a.number, a.role) < std::pair(b.number, b.role); // a downgrade has two equal numbers
    });
    return places;
}

bool Checker::mayEnter(const Queue& queue, std::span<const Place> places, std::size_t me) const
{
    if (queue.isCounted)
        return static_cast<std::int64_t>(me) < m_number.current().value_or(0);
    return queue.mayEnter && queue.mayEnter(places, me);
}

std::shared_ptr<Hold> Checker::heldBy(const User& user)
{
    const auto isHeld = [](const std::shared_ptr<Hold>& hold) {
        return hold && hold->isClientView() && !hold->releaseHold;
    };
    if (isHeld(user.hold))
        return user.hold;
    if (isHeld(user.yielded))
        return user.yielded;
    const auto found = std::find_if(user.leaving.begin(), user.leaving.end(), isHeld);
    return found == user.leaving.end() ? nullptr : *found;
}

void Checker::notified(const LockObject& object, const User& user, const Ask& ask)
{
    if (ask.answers > 0 || ask.abandoned || ask.closing)
        return;
    const auto twin = user.twin.lock();
    if (twin && object.role == Writes && !ask.deeper && heldBy(*twin))
        m_world.violated("a reader does not become a writer", ask.who + " waits for itself");
    if (object.count && object.number.value_or(ask.leases) < ask.leases)
        m_world.violated("no client waits for more leases than there are", ask.who + " asks for more than it knows of");
}

void Checker::refusedWrite(const Inquiry& inquiry, const Result<void>& result)
{
    if (result)
        return;
    const auto& error = result.error();
    const bool expected = error.code == ErrorCode::NoAuth
                              ? m_world.mayBeRefused(inquiry.at)
                              : error.code == ErrorCode::NoNode || error.code == ErrorCode::System ||
                                    isRetryable(error) || isSessionFatal(error) ||
                                    error.code == ErrorCode::ReadOnlyServer;
    if (!expected)
        m_world.violated("errors have a reason", inquiry.who + ": " + describe(error));
}

void Checker::stateChanged(const Process& process, const User& user, const locks::LockState& before,
                           const locks::LockState& after)
{
    if (after.phase == Phase::Held && process.client->session().state != SessionState::Connected)
        m_world.violated("held without contact", user.name + " " + locks::toString(after) + " while " +
                                                     std::string(toString(process.client->session().state)));
    // Applies to one hold only: after another ask a user has two attempts for a while.
    if (!before.node.empty() && before.node == after.node && before.token == after.token &&
        before.phase != after.phase && !mayFollow(before.phase, after.phase) &&
        !(before.phase == Phase::Released && m_world.mayBeRefused(SteadyTime::min())))
        m_world.violated("states in order",
                         user.name + ": " + locks::toString(before) + " became " + locks::toString(after));
}

void Checker::granted(const Process& process, const User& user, const Ask& ask, const locks::Grant& grant)
{
    if (ask.abandoned)
        m_world.violated("nothing after destruction", ask.who + " was granted after its lock object was destroyed");
    if (ask.deeper) {
        if (user.hold && (user.hold->token != grant.token || user.hold->node != grant.node))
            m_world.violated("re-entrance keeps the hold", ask.who + " was granted another node than it held");
        return;
    }
    noteEntitled();
    for (const auto& node : grant.nodes)
        isLetInInTurn(ask, node);
    isConferred(user, ask, grant);
    const bool areThere = std::all_of(grant.nodes.begin(), grant.nodes.end(), [&](const locks::HeldNode& node) {
        // Otherwise deleted meanwhile, with the event in flight; or still visible after the session's end, unknown to
        // the client.
        return isThere(node) && m_world.ensemble.stat(node.path)->ephemeralOwner == m_world.sessionOf(process);
    });
    if (areThere)
        tokensGrow(user, ask, process.objects[user.object].role, grant);
}

void Checker::isLetInInTurn(const Ask& ask, const locks::HeldNode& node)
{
    const auto* queue = queueOf(node.path);
    if (!queue) {
        m_world.violated("a lock keeps to its directories", ask.who + " was let in with " + node.path);
        return;
    }
    if (queue->isCounted) {
        const auto best = m_ranks.find({node.path, node.token});
        if (best == m_ranks.end() || static_cast<std::int64_t>(best->second) >= ask.number)
            m_world.violated("no more leases than there are",
                             ask.who + " was let in with " + node.path + ", of " + std::to_string(ask.number));
    }
    if (!queue->mayEnter)
        return;
    if (!m_entitled.contains({node.path, node.token}))
        m_world.violated("first come, first served",
                         ask.who + " was let in with " + node.path + ", which was never the one to be");
    if (!isThere(node))
        return;
    const auto now = places(*queue);
    for (std::size_t i = 0; i < now.size(); ++i) {
        if (World::pathOf(*queue, now[i].node) == node.path && !queue->mayEnter(now, i))
            m_world.violated("first come, first served",
                             ask.who + " was let in with " + node.path + " before " + now.front().node);
    }
}

/// Per directory, and per lock between users of one role. Compatible holders may be granted in any order.
void Checker::tokensGrow(const User& user, const Ask& ask, int role, const locks::Grant& grant)
{
    // A reader that also writes has its writer's token; an older waiting writer has a larger one.
    const bool isConferred = grant.token != grant.nodes.back().token && !user.twin.expired();
    const auto check = [&](const std::string& where, std::int64_t token) {
        for (int other = 0; other < m_world.recipe.roles; ++other) {
            const auto last = m_lastTokens.find({where, other});
            if (last == m_lastTokens.end() || token > last->second || (isConferred && token == last->second) ||
                (where.empty() && other != role) || m_world.recipe.mayHoldTogether(std::array{role, other}))
                continue;
            m_world.violated("fencing tokens grow", ask.who + " got " + toHex(token) + " after " + toHex(last->second));
        }
        auto& last = m_lastTokens[{where, role}];
        last = std::max(last, token);
    };
    for (const auto& node : grant.nodes)
        check(parentOf(node.path), isConferred ? grant.token : node.token);
    check({}, grant.token);
}

/// A reader has the number and the token of the hold its owner has as a writer.
void Checker::isConferred(const User& user, const Ask& ask, const locks::Grant& grant)
{
    const auto twin = user.twin.lock();
    if (!twin)
        return;
    const auto numberOf = [](const std::string& node) { return node.size() > 10 ? node.substr(node.size() - 10) : ""; };
    const auto writer = twin->tokens.find(grant.token);
    if (grant.token != grant.nodes.back().token &&
        (writer == twin->tokens.end() || numberOf(writer->second) != numberOf(grant.node)))
        m_world.violated("a downgrade is the writer's", ask.who + " got a token that is not its owner's");
    if (ask.conferred && heldBy(*twin) == ask.conferred && grant.token != ask.conferred->token)
        m_world.violated("a downgrade is the writer's", ask.who + " got a token of its own beside its owner's");
}

void Checker::refused(const User& user, const Ask& ask, const Error& error)
{
    // Released, but the server refused to delete.
    const bool isHeldAgain = user.hold && m_world.mayBeRefused(user.hold->left);
    // Also after a failed yield: the checker is notified of that later than the lock.
    const auto hasLostWriter = [&] {
        const auto twin = user.twin.lock();
        return twin && m_world.processes[user.process]->objects[user.object].role == Reads && twin->hold &&
               !isThere(*twin->hold);
    };
    const auto expected = [&] {
        switch (error.code) {
        case ErrorCode::TimedOut:
            return ask.timeout && m_world.clock.now() >= ask.at + *ask.timeout;
        case ErrorCode::Cancelled:
            return ask.stop.stop_requested() || ask.abandoned || wasRefusedARelease(m_world, user);
        case ErrorCode::NoConnection:
            return ask.timeout && *ask.timeout == Duration::zero();
        case ErrorCode::Closed:
            return ask.closing;
        case ErrorCode::NotHeld:
            return ask.deeper || ask.abandoned || isHeldAgain || (user.yielded && user.yielded->phase == Phase::Lost) ||
                   (ask.conferred && !isThere(*ask.conferred)) || hasLostWriter();
        case ErrorCode::ConnectionLoss:
            return ask.deeper || ask.limited || isHeldAgain;
        case ErrorCode::OperationTimeout:
        case ErrorCode::Throttled:
        case ErrorCode::SessionMoved:
        case ErrorCode::SessionExpired:
        case ErrorCode::ReadOnlyServer:
        case ErrorCode::System:
            return ask.limited;
        case ErrorCode::NoAuth:
            return m_world.mayBeRefused(ask.at);
        case ErrorCode::BadArguments: { // it holds, not re-entrantly; or it reads; or there are fewer leases
            const auto& object = m_world.processes[user.process]->objects[user.object];
            const auto twin = user.twin.lock();
            return isHeldAgain ||
                   (twin && object.role == Writes &&
                    (heldBy(*twin) || m_world.mayBeRefused(ask.at) || wasRefusedARelease(m_world, *twin))) ||
                   (object.count && object.number && *object.number < ask.leases);
        }
        default:
            return false;
        }
    }();
    if (!expected)
        m_world.violated("errors have a reason", ask.who + ": " + describe(error));
}

void Checker::deniedHold(const Process& process, const User& user, const Inquiry& inquiry, const Error& error)
{
    const auto expected = [&] {
        switch (error.code) {
        case ErrorCode::NotHeld:
            return user.hold != inquiry.hold || !isInForce(process, *inquiry.hold) || inquiry.hold->mayEnd;
        case ErrorCode::NoAuth:
            return m_world.mayBeRefused(inquiry.at);
        case ErrorCode::Unimplemented:
            return m_world.recipe.sharesName;
        default:
            return isRetryable(error) || isSessionFatal(error) || error.code == ErrorCode::ReadOnlyServer ||
                   error.code == ErrorCode::System;
        }
    }();
    if (!expected)
        m_world.violated("errors have a reason", inquiry.who + ": " + describe(error));
}

void Checker::released(const Process& process, const Hold& hold, const Result<void>& result)
{
    if (!result && result.error().code == ErrorCode::NoAuth && m_world.mayBeRefused(hold.left))
        return;
    if (!result) {
        if (result.error().code != ErrorCode::NotHeld || (hold.isClientView() && !hold.mayEnd))
            m_world.violated("a hold can be released", hold.who + ": " + describe(result.error()));
        return;
    }
    for (const auto& node : hold.nodes) {
        if (isThere(node) && m_world.sessionOf(process) == hold.session && m_world.isConnected(process))
            m_world.violated("released means deleted", hold.who + ": " + node.path + " is still there");
    }
}

/// Evaluated per transaction of the tree; a task makes one at most.
void Checker::noteEntitled()
{
    if (std::exchange(m_seenZxid, m_world.ensemble.zxid()) == m_world.ensemble.zxid())
        return;
    m_number.look();
    for (const auto& queue : m_world.recipe.queues) {
        if (!queue.mayEnter && !queue.isCounted)
            continue;
        const auto now = places(queue);
        m_longestQueue = std::max(m_longestQueue, now.size());
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (queue.isCounted) {
                const auto path = World::pathOf(queue, now[i].node);
                auto& best = m_ranks.try_emplace({path, m_world.ensemble.stat(path)->czxid}, i).first->second;
                best = std::min(best, i);
                continue;
            }
            if (!queue.mayEnter(now, i))
                continue;
            const auto path = World::pathOf(queue, now[i].node);
            m_entitled.emplace(path, m_world.ensemble.stat(path)->czxid);
        }
    }
}

void Checker::executing(SessionId session, const test::FakeRequest& request)
{
    m_number.look(); // closing a client executes all its sent requests in one task
    if (request.op == test::FakeOp::Set && queueOf(request.paths.front()))
        m_world.written.push_back(request.paths.front());
    if (request.op == test::FakeOp::Multi)
        forEachUser(m_world, [&](const Process&, const LockObject&, const User& user) {
            const auto& guarded = user.guarded;
            if (guarded && request.paths.back() == guarded->path && !isThere(*guarded->hold))
                m_written[guarded->path] = m_world.ensemble.stat(guarded->path)->mzxid;
        });
    // The holder's transaction deletes a single node last.
    if (request.op != test::FakeOp::Remove && !(request.op == test::FakeOp::Multi && m_world.recipe.sharesName))
        return;
    const auto& path = request.paths.back();
    const auto stat = m_world.ensemble.stat(path);
    if (!stat || !queueOf(path))
        return;
    if (stat->ephemeralOwner != session && isWanted(path, *stat))
        m_aims.push_back({path, stat->czxid, session});
}

/// True if a user relies on that node. A user that is about to delete the node does not.
bool Checker::isWanted(const std::string& path, const zk::Stat& stat) const
{
    bool isOurs = false;
    bool wanted = false;
    for (const auto& process : m_world.processes) {
        if (m_world.sessionOf(*process) != stat.ephemeralOwner)
            continue;
        isOurs = true;
        for (const auto& object : process->objects) {
            for (const auto& user : object.users)
                wanted = wanted || (user->hold && isOf(*user->hold, path)) || m_world.isAskedWith(*user, path);
        }
    }
    return wanted || !isOurs;
}

/// A deletion aimed at another client's node must not have deleted it.
void Checker::strangersLive()
{
    for (const auto& [path, czxid, session] : std::exchange(m_aims, {})) {
        const auto stat = m_world.ensemble.stat(path);
        if (!stat || stat->czxid != czxid)
            m_world.violated("no client deletes the node of another session",
                             path + " was not " + toHex(session) + "'s");
    }
}

/// Nothing was written on behalf of a hold that was gone.
void Checker::guardsAreKept()
{
    for (const auto& [path, mzxid] : std::exchange(m_written, {})) {
        if (m_world.ensemble.stat(path)->mzxid != mzxid)
            m_world.violated("a guarded write needs its hold", path + " was written to");
    }
}

void Checker::afterStep()
{
    sessionsLastAsSaid();
    certainHoldersAreAlone();
    guardsAreKept();
    m_requests.takeNote();
    noteEntitled();
    strangersLive();
    std::vector<int> roles;
    std::string names;
    int number = 0;
    forEachUser(m_world, [&](const Process& process, const LockObject&, const User& user) {
        const auto note = [&](const Hold& hold) {
            if (isInForce(process, hold) && !isConferredBy(process, user, hold)) {
                number = std::max(number, hold.number);
                roles.insert(roles.end(), m_world.recipe.mostLeases > 1 ? hold.nodes.size() : 1, hold.role);
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
        // A closing client is notified of its closing in a separate task.
        if (session.state != SessionState::Connected && !process.closing)
            m_world.violated("held without contact", user.name + " while " + std::string(toString(session.state)));
    });
    if (!m_world.recipe.mayHoldTogether(roles) ||
        (m_world.recipe.makeCounted && static_cast<int>(roles.size()) > number))
        m_world.violated("mutual exclusion", "these hold together:" + names);
}

} // namespace lockscope::simulation
