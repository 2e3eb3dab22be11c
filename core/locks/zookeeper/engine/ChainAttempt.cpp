// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/engine/ChainAttempt.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::locks {

ChainAttempt::ChainAttempt(zk::Client& client, std::string name, std::vector<Link> links)
    : m_client(client.share())
    , m_executor(client.executor())
    , m_name(std::move(name))
    , m_links(std::move(links))
{
}

void ChainAttempt::start(std::optional<Duration> timeout, Reply<Grant> reply)
{
    m_reply = std::move(reply);
    m_onlyLooks = timeout && *timeout <= Duration::zero();
    const auto now = m_executor.clock().now();
    if (timeout)
        m_deadline = now + std::min(*timeout, Duration(SteadyTime::max() - now));
    if (m_onlyLooks)
        m_budget = m_executor.after(lookTime, [weak = weak_from_this()] {
            if (const auto me = weak.lock(); me && me->m_reply)
                me->fail({ErrorCode::TimedOut, "acquire", me->m_name, phrase("the ensemble did not answer")});
        });
    next();
}

std::optional<Duration> ChainAttempt::budgetLeft() const
{
    if (!m_deadline)
        return std::nullopt;
    return m_onlyLooks ? Duration::zero() : *m_deadline - m_executor.clock().now();
}

void ChainAttempt::next()
{
    if (m_members.size() == m_links.size()) {
        complete();
        return;
    }
    const auto budget = budgetLeft();
    if (budget && *budget <= Duration::zero() && !m_onlyLooks) {
        // No request: on a connection that does not respond, its answer would arrive long after the budget.
        fail({ErrorCode::TimedOut, "acquire", m_name,
              phrase("the timeout expired before all parts of the lock were requested")});
        return;
    }
    const auto& link = m_links[m_members.size()];
    const auto attempt = link.make();
    m_asked = attempt;
    m_askedHasQueued = false;
    attempt->onState([weak = weak_from_this(), member = attempt.get()](const LockState& state) {
        if (const auto me = weak.lock())
            me->onMemberState(member, state);
    });
    if (m_onRevoked && !link.isGate)
        attempt->onRevoked(m_onRevoked);
    attempt->start(budget, [me = shared_from_this(), member = attempt.get()](Result<Grant> result) {
        // Otherwise cancelled or restarted meanwhile; this member is already handled.
        if (me->m_reply && me->isAsked(member))
            me->onMember(me->m_asked.lock(), std::move(result));
    });
}

void ChainAttempt::onMember(const std::shared_ptr<NodeAttempt>& member, Result<Grant> result)
{
    m_asked.reset();
    if (!result) {
        fail(std::move(result.error()));
        return;
    }
    m_members.push_back({member, m_links[m_members.size()].isGate});
    if (!m_members.back().isGate) {
        m_grant.token = std::max(m_grant.token, result->token);
        m_grant.node = result->node;
        m_grant.nodes.insert(m_grant.nodes.end(), result->nodes.begin(), result->nodes.end());
    }
    next();
}

/// All members are acquired; grants if all are held now. The first ones may be Lost or Uncertain by now.
void ChainAttempt::complete()
{
    const auto whole = weakest();
    if (whole.phase != Phase::Held) {
        completeOnceCertain();
        return;
    }
    const auto alive = shared_from_this();
    m_kept.reset();
    m_budget.reset();
    for (auto& member : m_members) {
        if (member.isGate)
            member.attempt->release(nullptr);
    }
    std::erase_if(m_members, [](const Member& member) { return member.isGate; });
    auto state = m_state;
    state.phase = Phase::Held;
    state.node = m_grant.node;
    state.token = m_grant.token;
    state.position = 0;
    state.waitsOn.clear();
    setState(std::move(state));
    if (auto reply = std::exchange(m_reply, nullptr))
        reply(m_grant);
    reviewHold(); // contact may have been lost during the last acquisitions
}

/// A Lost member restarts the chain (onMemberState); an Uncertain one leads here again.
void ChainAttempt::completeOnceCertain()
{
    if (!m_kept)
        m_kept = m_client->onSession([me = shared_from_this()](const zk::Session&) {});
    const auto whole = weakest();
    if (whole.phase == Phase::Lost && whole.reason == LostReason::ClientClosed)
        fail({ErrorCode::Closed, "acquire", m_name, {}});
    else if (whole.phase == Phase::Uncertain && m_onlyLooks)
        fail({ErrorCode::NoConnection, "acquire", m_name, phrase("the connection was lost")});
    else if (const auto budget = budgetLeft(); budget && !m_budget)
        m_budget = m_executor.after(*budget, [weak = weak_from_this()] {
            if (const auto me = weak.lock(); me && me->m_reply)
                me->fail({ErrorCode::TimedOut, "acquire", me->m_name, phrase("the connection was lost")});
        });
}

void ChainAttempt::cancel()
{
    if (m_reply)
        fail({ErrorCode::Cancelled, "acquire", m_name, {}});
}

/// Ends with an error; releases all members.
void ChainAttempt::fail(Error error)
{
    const auto alive = shared_from_this();
    m_budget.reset();
    m_kept.reset();
    const auto reply = std::exchange(m_reply, nullptr);
    giveBackAll();
    auto state = m_state;
    state.phase = Phase::Released;
    state.position = -1;
    state.waitsOn.clear();
    state.detail.clear();
    setState(std::move(state));
    reply(failure(std::move(error)));
}

void ChainAttempt::giveBackAll()
{
    const auto members = std::exchange(m_members, {});
    if (const auto asked = std::exchange(m_asked, {}).lock()) {
        asked->cancel(); // no effect if it holds by now
        asked->release(nullptr);
    }
    std::for_each(members.rbegin(), members.rend(), [](const Member& member) { member.attempt->release(nullptr); });
}

/// The other members are useless without the lost one: releases all and starts again at the end of the first queue.
void ChainAttempt::beginAnew()
{
    const auto alive = shared_from_this();
    m_kept.reset();
    giveBackAll();
    if (!m_onlyLooks)
        m_budget.reset();
    m_grant = {};
    auto state = m_state;
    state.node.clear();
    state.token = 0;
    state.position = -1;
    state.waitsOn.clear();
    setState(std::move(state));
    next();
}

// --- state changes of the members ----------------------------------------------------------------------------------

bool ChainAttempt::isKept(const Attempt* member) const
{
    const auto isIt = [&](const Member& one) { return one.attempt.get() == member; };
    return isAsked(member) || std::any_of(m_members.begin(), m_members.end(), isIt) ||
           std::any_of(m_refused.begin(), m_refused.end(), isIt);
}

std::weak_ptr<NodeAttempt> ChainAttempt::kept(const Attempt* member) const
{
    const auto found = std::find_if(m_members.begin(), m_members.end(),
                                    [&](const Member& one) { return one.attempt.get() == member; });
    return found == m_members.end() ? m_asked : std::weak_ptr(found->attempt);
}

void ChainAttempt::onMemberState(const Attempt* member, const LockState& memberState)
{
    if (!isKept(member))
        return;
    if (hasHold()) {
        reviewHold();
        return;
    }
    if (m_state.phase != Phase::Waiting)
        return;
    if (memberState.phase == Phase::Lost) {
        // The session has ended, or a node was deleted. Posted: this member's callbacks end first, and also those of
        // other members on the same session. By then this member may have been released because another was lost, and a
        // new object may have its address.
        m_executor.post([me = shared_from_this(), lost = kept(member), reason = memberState.reason] {
            const auto part = lost.lock();
            if (part && me->m_reply && me->isKept(part.get()) && reason != LostReason::ClientClosed)
                me->beginAnew();
        });
    } else if (isAsked(member) && memberState.phase == Phase::Waiting) {
        auto state = m_state;
        state.detail = memberState.detail;
        const bool hasPlace = !memberState.node.empty() || !memberState.waitsOn.empty() || memberState.position >= 0;
        m_askedHasQueued = m_askedHasQueued || hasPlace;
        if (m_askedHasQueued) { // until then the node is the previous member's
            state.node = memberState.node;
            state.token = memberState.token;
            state.position = memberState.position;
            state.waitsOn = memberState.waitsOn;
        }
        setState(std::move(state));
    } else if (memberState.phase == Phase::Held && m_reply && m_members.size() == m_links.size()) {
        complete(); // it was Uncertain
    }
}

LockState ChainAttempt::state() const
{
    if (!hasHold())
        return m_state;
    const auto whole = weakest();
    return m_released && whole.phase == Phase::Held ? m_state : whole;
}

void ChainAttempt::noteDeadline()
{
    const auto members = m_members; // a callback may end a member
    for (const auto& member : members)
        member.attempt->noteDeadline();
    const auto refused = m_refused;
    for (const auto& member : refused)
        member.attempt->noteDeadline();
}

/// The state of the whole is that of its weakest member.
LockState ChainAttempt::weakest() const
{
    auto state = m_state;
    state.phase = Phase::Held;
    state.validUntil = {};
    const auto consider = [&state](const LockState& one) {
        if (one.phase == Phase::Held)
            state.validUntil = one.validUntil;
        if (state.phase == Phase::Lost || (one.phase != Phase::Lost && one.phase != Phase::Uncertain))
            return;
        state.phase = one.phase;
        state.reason = one.reason;
        state.validUntil = one.validUntil;
    };
    for (const auto& member : m_members)
        consider(member.attempt->state());
    for (const auto& member : m_refused)
        consider(member.attempt->state());
    if (const auto asked = m_asked.lock())
        consider(asked->state());
    return state;
}

/// After release() the state never returns to Held.
void ChainAttempt::reviewHold()
{
    if (!hasHold())
        return;
    auto state = weakest();
    if (state.phase == Phase::Held)
        state.validUntil = {};
    else if (state.phase == Phase::Uncertain && m_state.phase == Phase::Uncertain)
        return; // already reported; its deadline moves when one member is confirmed before another
    if (!m_released || state.phase != Phase::Held)
        setState(std::move(state));
}

void ChainAttempt::setState(LockState state)
{
    if (state == m_state)
        return;
    m_state = std::move(state);
    if (m_onState)
        m_onState(m_state);
}

// --- the holder's calls --------------------------------------------------------------------------------------------

void ChainAttempt::release(Reply<void> reply)
{
    if (!reply) {
        giveBackAll();
        return;
    }
    if (m_state.phase == Phase::Waiting || m_state.phase == Phase::Released || m_released) {
        m_executor.post(
            [reply = std::move(reply), path = m_name] { reply(failure(ErrorCode::NotHeld, "release", path)); });
        return;
    }
    m_released = std::move(reply);
    if (m_state.phase == Phase::Lost && m_state.reason != LostReason::None)
        releaseNext(failure(ErrorCode::NotHeld, "release", m_name, std::string(toString(m_state.reason))));
    else
        releaseNext({});
}

/// In reverse order; continues after an error, and reports the first.
void ChainAttempt::releaseNext(Result<void> soFar)
{
    if (!m_members.empty()) {
        const auto last = m_members.back().attempt;
        m_members.pop_back();
        m_asked = last;
        const bool wasHeld = isHold(last->state().phase);
        last->release([me = shared_from_this(), soFar = std::move(soFar), wasHeld](Result<void> released) {
            const auto asked = std::exchange(me->m_asked, {}).lock();
            const auto phase = asked ? asked->state().phase : Phase::Released; // an ended one has no owner
            if (isHold(phase))                                                 // the server refused
                me->m_refused.insert(me->m_refused.begin(), {asked, false});
            if (!released && released.error().code == ErrorCode::NotHeld && !wasHeld)
                released = {}; // lost since release() was called: it is released
            if (soFar)
                me->releaseNext(std::move(released));
            else
                me->releaseNext(soFar);
        });
        return;
    }
    const auto reply = std::exchange(m_released, nullptr);
    m_members = std::exchange(m_refused, {});
    if (!soFar && soFar.error().code == ErrorCode::NotHeld) {
        // The owner does not call release() again after NotHeld: retries refused deletions without it.
        giveBackAll();
        reply(std::move(soFar));
        return;
    }
    const auto isKept = [](const Link& link) { return !link.isGate; };
    if (std::count_if(m_links.begin(), m_links.end(), isKept) == std::ssize(m_members)) {
        reviewHold();
    } else if (!m_members.empty() && m_state.phase != Phase::Lost) {
        // A part is not a hold: other clients may hold the rest. The owner releases it when the server allows.
        auto state = m_state;
        state.phase = Phase::Lost;
        setState(std::move(state));
    } else if (m_state.phase != Phase::Lost) {
        auto state = m_state;
        state.phase = Phase::Released;
        setState(std::move(state));
    }
    reply(std::move(soFar));
}

void ChainAttempt::onRevoked(RevokedHandler handler)
{
    m_onRevoked = std::move(handler);
    for (const auto& member : m_members) {
        if (!member.isGate)
            member.attempt->onRevoked(m_onRevoked);
    }
    const auto asked = m_asked.lock();
    if (asked && (m_released || !m_links[m_members.size()].isGate))
        asked->onRevoked(m_onRevoked);
}

void ChainAttempt::verify(Reply<void> reply)
{
    // All members that are held now: a release removes them one after the other.
    std::vector<std::shared_ptr<Attempt>> parts;
    parts.reserve(m_links.size());
    if (auto leaving = m_asked.lock())
        parts.push_back(std::move(leaving));
    for (const auto* const some : {&m_refused, &m_members})
        for (const auto& member : *some)
            parts.push_back(member.attempt);
    verifyNext(std::move(parts), std::move(reply));
}

void ChainAttempt::verifyNext(std::vector<std::shared_ptr<Attempt>> parts, Reply<void> reply)
{
    if (parts.empty() || !hasHold()) {
        m_executor.post([holds = hasHold(), name = m_name, reply = std::move(reply)] {
            if (holds)
                reply({});
            else
                reply(failure(ErrorCode::NotHeld, "verify", name));
        });
        return;
    }
    const auto part = parts.back();
    parts.pop_back();
    part->verify([me = shared_from_this(), parts = std::move(parts), reply = std::move(reply)](Result<void> valid) {
        if (valid)
            me->verifyNext(parts, reply);
        else
            reply(std::move(valid));
    });
}

std::shared_ptr<const Expiry> ChainAttempt::expiry() const
{
    return m_members.empty() ? nullptr : m_members.back().attempt->expiry();
}

std::vector<zk::Op> ChainAttempt::checks() const
{
    std::vector<zk::Op> all;
    for (const auto& member : m_members) {
        const auto steps = member.attempt->checks();
        if (steps.empty())
            return {};
        all.insert(all.end(), steps.begin(), steps.end());
    }
    return all;
}

} // namespace lockscope::locks
