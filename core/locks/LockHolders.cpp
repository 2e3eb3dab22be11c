// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/LockHolders.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::locks {

Error LockHolders::goneError() const
{
    return {ErrorCode::Cancelled, "acquire", m_name, phrase("the lock object was destroyed")};
}

Error LockHolders::notHeld(std::string operation) const
{
    return {ErrorCode::NotHeld, std::move(operation), m_name, phrase("this owner does not hold it")};
}

bool LockHolders::Entry::isHeld() const
{
    return holds > 0 && isHold(held->state().phase);
}

LockHolders::LockHolders(zk::Client& client, std::string name, OwnerRule rule, MakeAttempt makeAttempt)
    : m_client(client)
    , m_name(std::move(name))
    , m_rule(rule)
    , m_makeAttempt(std::move(makeAttempt))
{
}

/// Where any may release, a thread that names nobody means one that holds.
LockHolders::Entries::iterator LockHolders::find(Owner owner)
{
    const auto found = m_entries.find(owner);
    if (found != m_entries.end() || m_rule != OwnerRule::AnyReleases || owner.thread == std::thread::id())
        return found;
    return std::find_if(m_entries.begin(), m_entries.end(), [](const auto& entry) { return entry.second.holds > 0; });
}

// --- acquire -------------------------------------------------------------------------------------------------------

void LockHolders::acquire(Owner owner, std::optional<Duration> timeout, const std::stop_token& stop,
                          const MakeAttempt& makeAttempt, zk::Reply<Grant> reply)
{
    if (m_closed) {
        reply(failure(goneError()));
        return;
    }
    if (const auto found = m_entries.find(owner); found != m_entries.end()) {
        acquireAgain(found->second, reply);
        return;
    }
    auto attempt = makeAttempt ? makeAttempt(owner) : m_makeAttempt(owner);
    if (!attempt) {
        reply(failure(std::move(attempt.error())));
        return;
    }
    replaceLeaving(owner, **attempt);
    begin(owner, *attempt, timeout, stop, std::move(reply));
}

/// Released and asked for again in one breath: one transaction does both, where the recipe can.
void LockHolders::replaceLeaving(Owner owner, Attempt& next)
{
    const auto found = std::find_if(m_leaving.begin(), m_leaving.end(), [&](const auto& weak) {
        const auto one = weak.lock();
        return one && one->owner == owner;
    });
    if (found == m_leaving.end())
        return;
    const auto leaving = found->lock();
    m_leaving.erase(found);
    const auto held = leaving->held;
    auto released = puttingBack(*leaving);
    if (!next.replace(held, released)) {
        held->release(std::move(released));
        return;
    }
    held->onState({}); // from here on the owner's state is the next one's
    auto state = held->state();
    state.phase = Phase::Released;
    publish(owner, state);
}

void LockHolders::begin(Owner owner, const std::shared_ptr<Attempt>& attempt, std::optional<Duration> timeout,
                        const std::stop_token& stop, zk::Reply<Grant> reply)
{
    auto& entry = m_entries[owner];
    entry.asked = attempt;
    observe(owner, *attempt);
    if (!m_revokedObservers.isEmpty())
        heedRevocation(owner, attempt);
    if (stop.stop_possible()) {
        // The token may be triggered on any thread, also right here.
        entry.stop =
            std::make_shared<StopCallback>(stop, [&executor = m_client.executor(), weak = std::weak_ptr(attempt)] {
                executor.post([weak] {
                    if (const auto waiting = weak.lock())
                        waiting->cancel();
                });
            });
    }
    attempt->start(timeout, [me = shared_from_this(), owner, asked = std::weak_ptr(attempt), reply = std::move(reply)](
                                Result<Grant> result) { me->onAnswer(owner, asked.lock(), std::move(result), reply); });
}

void LockHolders::observe(Owner owner, Attempt& attempt)
{
    attempt.onState([weak = weak_from_this(), owner](const LockState& state) {
        if (const auto me = weak.lock())
            me->publish(owner, state);
    });
}

void LockHolders::onAnswer(Owner owner, const std::shared_ptr<Attempt>& attempt, Result<Grant> result,
                           const zk::Reply<Grant>& reply)
{
    if (m_closed && result) { // granted to nobody
        attempt->release(nullptr);
        reply(failure(goneError()));
        return;
    }
    const auto mine = m_entries.find(owner);
    if (mine != m_entries.end() && mine->second.attempt() == attempt) {
        mine->second.stop.reset();
        if (result) {
            mine->second.held = attempt;
            mine->second.holds = 1;
            mine->second.grant = *result;
        } else {
            m_entries.erase(mine);
        }
    }
    reply(std::move(result));
}

void LockHolders::acquireAgain(Entry& entry, const zk::Reply<Grant>& reply) const
{
    const auto phase = entry.held ? entry.held->state().phase : Phase::Waiting;
    if (phase == Phase::Lost)
        reply(failure(ErrorCode::NotHeld, "acquire", m_name, phrase("the lock was lost, release it first")));
    else if (entry.holds == 0)
        reply(
            failure(ErrorCode::BadArguments, "acquire", m_name, phrase("this owner is waiting for the lock already")));
    else if (m_rule != OwnerRule::Reentrant)
        reply(failure(ErrorCode::BadArguments, "acquire", m_name,
                      phrase("this owner holds the lock already, and it is not re-entrant")));
    else if (phase == Phase::Uncertain)
        reply(failure(ErrorCode::ConnectionLoss, "acquire", m_name,
                      phrase("nobody knows whether the lock is still held")));
    else {
        ++entry.holds;
        reply(entry.grant);
    }
}

// --- release -------------------------------------------------------------------------------------------------------

void LockHolders::release(Owner owner, zk::Reply<void> reply)
{
    const auto entry = find(owner);
    if (entry == m_entries.end() || entry->second.holds == 0) {
        if (reply)
            reply(failure(notHeld("release")));
        return;
    }
    if (entry->second.holds > 1) {
        --entry->second.holds;
        if (reply)
            reply({});
        return;
    }
    // Forgotten before the answer, so that the owner can queue again at once.
    const bool isHeld = entry->second.isHeld();
    const auto leaving = std::make_shared<Leaving>(
        Leaving{entry->first, std::move(entry->second.held), std::move(entry->second.grant), std::move(reply)});
    m_entries.erase(entry);
    if (!isHeld) {
        letGo(*leaving);
        return;
    }
    m_leaving.push_back(leaving);
    m_client.executor().post([me = shared_from_this(), leaving] {
        if (me->takeLeaving(*leaving)) // else it went with the owner's next request
            me->letGo(*leaving);
    });
}

bool LockHolders::takeLeaving(const Leaving& leaving)
{
    return std::erase_if(m_leaving, [&](const auto& weak) { return weak.lock().get() == &leaving; }) > 0;
}

void LockHolders::letGo(Leaving& leaving)
{
    leaving.held->release(puttingBack(leaving));
}

/// The reply that tells the owner, and puts the hold back if the server refused to delete.
zk::Reply<void> LockHolders::puttingBack(Leaving& leaving)
{
    return [me = shared_from_this(), owner = leaving.owner, asked = std::weak_ptr(leaving.held),
            grant = std::move(leaving.grant), released = std::move(leaving.released)](Result<void> result) {
        if (const auto held = asked.lock(); held && !result && result.error().code != ErrorCode::NotHeld) {
            if (released)
                me->putBack(owner, held, grant);
            else
                me->abandon(owner, *held);
        }
        if (released)
            released(std::move(result));
    };
}

/// The server refused to delete: the owner still holds. If it has queued again meanwhile, it waits behind itself; if it
/// has been let in again, as a semaphore can, that is its hold now. Nobody is left for one that it does not know of.
void LockHolders::putBack(Owner owner, const std::shared_ptr<Attempt>& held, const Grant& grant)
{
    const auto again = m_entries.find(owner);
    if (m_closed || (again != m_entries.end() && again->second.holds > 0)) {
        held->release(nullptr);
        return;
    }
    if (again != m_entries.end()) {
        const auto attempt = again->second.attempt();
        if (attempt)
            attempt->cancel();
        m_entries.erase(owner);
    }
    auto& entry = m_entries[owner];
    entry.held = held;
    entry.holds = 1;
    entry.grant = grant;
    observe(owner, *held); // a hand-over had taken that away
    publish(owner, held->state());
    if (m_revokedObservers.isEmpty())
        return;
    // What was wished meanwhile is told behind the answer to the release.
    m_client.executor().post([weak = weak_from_this(), owner, asked = std::weak_ptr(held)] {
        const auto me = weak.lock();
        const auto kept = asked.lock();
        if (me && kept)
            me->heedRevocation(owner, kept);
    });
}

/// The server refused to delete, and nobody is left to keep what is held: the attempt goes on by itself.
void LockHolders::abandon(Owner owner, Attempt& held)
{
    held.onState({});
    if (!m_entries.contains(owner)) { // else its state is the next one's
        auto state = held.state();
        state.phase = Phase::Released;
        publish(owner, state);
    }
    held.release(nullptr);
}

void LockHolders::yield(Owner owner, std::optional<Duration> timeout, const std::stop_token& stop,
                        zk::Reply<Grant> reply)
{
    const auto entry = find(owner);
    if (entry == m_entries.end() || !entry->second.isHeld()) {
        reply(failure(notHeld("yield")));
        return;
    }
    if (entry->second.holds > 1) {
        reply(failure(ErrorCode::BadArguments, "yield", m_name,
                      phrase("it is held more than once: nobody would be let in")));
        return;
    }
    const auto holder = entry->first;
    auto next = m_makeAttempt(holder); // first: if there can be none, nothing is given back
    if (!next) {
        next.error().operation = "yield";
        reply(failure(std::move(next.error())));
        return;
    }
    release(holder, [](const Result<void>&) {}); // a refusal puts the hold back, which cancels what follows
    replaceLeaving(holder, **next);
    begin(holder, *next, timeout, stop, std::move(reply));
}

void LockHolders::leaveAll()
{
    m_closed = true;
    m_observers.clear();
    m_revokedObservers.clear();
    for (const auto& weak : std::exchange(m_leaving, {})) {
        if (const auto leaving = weak.lock())
            letGo(*leaving);
    }
    for (auto& [owner, entry] : std::exchange(m_entries, {})) {
        if (entry.holds > 0)
            entry.held->release(nullptr); // nobody is left to tell; the attempt logs what fails
        else if (const auto waiting = entry.attempt())
            waiting->cancel();
    }
}

// --- what a holder can rely on -------------------------------------------------------------------------------------

void LockHolders::verify(Owner owner, const zk::Reply<void>& reply)
{
    const auto entry = find(owner);
    if (entry == m_entries.end() || entry->second.holds == 0)
        reply(failure(notHeld("verify")));
    else
        entry->second.held->verify(reply);
}

void LockHolders::guard(Owner owner, std::vector<zk::Op> operations, const zk::Reply<std::vector<zk::OpResult>>& reply)
{
    const auto entry = find(owner);
    if (entry == m_entries.end() || !entry->second.isHeld()) {
        reply(failure(notHeld("guard")));
        return;
    }
    const auto attempt = entry->second.held;
    auto steps = attempt->checks();
    if (steps.empty()) {
        reply(failure(
            ErrorCode::Unimplemented, "guard", m_name,
            phrase("the node of this lock has the same name whoever holds it, so no check can tell; let the resource "
                   "check the fencing token")));
        return;
    }
    std::vector<std::string> own;
    own.reserve(steps.size());
    for (const auto& step : steps)
        own.push_back(std::get<zk::CheckOp>(step).path);
    steps.insert(steps.end(), std::make_move_iterator(operations.begin()), std::make_move_iterator(operations.end()));
    m_client.multi(std::move(steps), [attempt, own, reply](Result<std::vector<zk::OpResult>> done) {
        if (done) {
            done->erase(done->begin(), done->begin() + static_cast<std::ptrdiff_t>(own.size()));
            reply(std::move(done));
            return;
        }
        const auto& error = done.error();
        if (error.code == ErrorCode::NoNode && std::find(own.begin(), own.end(), error.path) != own.end()) {
            // Its own watch may not have told yet.
            attempt->verify([reply, error](const Result<void>&) {
                reply(
                    failure(ErrorCode::NotHeld, "guard", error.path, phrase("the node by which it was held is gone")));
            });
            return;
        }
        reply(std::move(done));
    });
}

LockState LockHolders::state(Owner owner) const
{
    const auto entry = const_cast<LockHolders*>(this)->find(owner);
    const auto attempt = entry == m_entries.end() ? nullptr : entry->second.attempt();
    if (!attempt) {
        LockState none;
        none.phase = Phase::Released;
        return none;
    }
    auto state = attempt->state();
    if (state.phase == Phase::Held)
        state.validUntil = m_client.session().validUntil;
    return state;
}

std::optional<HeldNode> LockHolders::heldNode(Owner owner) const
{
    const auto entry = m_entries.find(owner);
    if (entry == m_entries.end() || !entry->second.isHeld())
        return std::nullopt;
    return entry->second.grant.nodes.back();
}

// --- observers -----------------------------------------------------------------------------------------------------

std::uint64_t LockHolders::addObserver(Lock::StateHandler handler)
{
    m_observers.add(++m_lastObserver, std::move(handler));
    return m_lastObserver;
}

std::uint64_t LockHolders::addRevokedObserver(Lock::RevokedHandler handler)
{
    m_revokedObservers.add(++m_lastObserver, std::move(handler));
    for (auto& [owner, entry] : m_entries) {
        if (const auto attempt = entry.attempt())
            heedRevocation(owner, attempt);
    }
    return m_lastObserver;
}

void LockHolders::removeObserver(std::uint64_t id)
{
    m_observers.remove(id);
    m_revokedObservers.remove(id);
}

void LockHolders::heedRevocation(Owner owner, const std::shared_ptr<Attempt>& attempt)
{
    attempt->onRevoked([weak = weak_from_this(), owner, asked = std::weak_ptr(attempt)] {
        const auto me = weak.lock();
        return !me || me->publishRevoked(owner, asked.lock());
    });
}

void LockHolders::publish(Owner owner, const LockState& state)
{
    m_observers.tell(owner, state);
}

bool LockHolders::publishRevoked(Owner owner, const std::shared_ptr<Attempt>& asked)
{
    const auto entry = m_entries.find(owner);
    if (!asked || entry == m_entries.end() || entry->second.attempt() != asked)
        return false; // let go already; what the owner may hold or wait for by now is another
    m_revokedObservers.tell(owner);
    return true;
}

} // namespace lockscope::locks
