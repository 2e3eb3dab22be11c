// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/engine/BaseLeaseAttempt.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::locks {

BaseLeaseAttempt::BaseLeaseAttempt(Executor& executor, std::string name, LeaseOptions options)
    : m_executor(executor)
    , m_name(std::move(name))
    , m_options(std::move(options))
{
}

void BaseLeaseAttempt::begin(std::optional<Duration> timeout, Reply<Grant> reply)
{
    m_timeout = timeout;
    m_reply = std::move(reply);
    if (!timeout)
        return;
    m_budget = m_executor.after(onlyLooks() ? Duration(lookTime) : *timeout, [weak = weak_from_this()] {
        const auto me = weak.lock();
        if (!me || !me->isWaiting())
            return;
        const auto& why = me->m_state.detail;
        me->fail(
            me->failed(ErrorCode::TimedOut, why.empty() ? phrase("the lock is still held by another client") : why));
    });
}

void BaseLeaseAttempt::cancel()
{
    if (isWaiting())
        fail(failed(ErrorCode::Cancelled));
}

Error BaseLeaseAttempt::failed(ErrorCode code, std::string detail) const
{
    return {code, "acquire", m_name, std::move(detail)};
}

void BaseLeaseAttempt::hold(std::string owner, std::int64_t token, SteadyTime until)
{
    m_expiry = std::make_shared<Expiry>();
    m_expiry->moveTo(until);
    watchDeadline();
    LockState state;
    state.phase = Phase::Held;
    state.node = std::move(owner);
    state.token = token;
    state.position = 0;
    state.validUntil = until;
    setState(std::move(state));
    answer(Grant{m_state.token, m_state.node, {}});
}

void BaseLeaseAttempt::prolong(SteadyTime until)
{
    m_expiry->moveTo(std::max(m_expiry->validUntil(), until));
    if (now() >= m_expiry->validUntil())
        return; // the reply took too long
    auto state = m_state;
    state.phase = Phase::Held;
    state.validUntil = m_expiry->validUntil();
    setState(std::move(state));
    if (!m_deadline)
        watchDeadline();
}

void BaseLeaseAttempt::watchDeadline()
{
    if (m_expiry->validUntil() == SteadyTime::max())
        return;
    m_deadline = m_executor.after(std::max<Duration>(m_expiry->validUntil() - now(), Duration::zero()),
                                  [weak = weak_from_this()] {
                                      if (const auto me = weak.lock())
                                          me->onDeadline();
                                  });
}

void BaseLeaseAttempt::onDeadline()
{
    m_deadline.reset();
    if (!hasHold() || isEndingHold())
        return;
    const auto alive = shared_from_this();
    if (now() < m_expiry->validUntil()) {
        watchDeadline();
        return;
    }
    noteDeadline();
    if (isRenewing() || !hasHold())
        return; // the next renewal tells
    m_deadline = m_executor.after(std::max<Duration>(m_leaseEnd - now(), Duration::zero()), [weak = weak_from_this()] {
        const auto me = weak.lock();
        if (me && me->hasHold() && !me->isEndingHold())
            me->onLeaseOver();
    });
}

LockState BaseLeaseAttempt::state() const
{
    return hasHold() && m_expiry ? asOf(m_state, m_expiry->validUntil(), now()) : m_state;
}

void BaseLeaseAttempt::noteDeadline()
{
    if (m_state.phase == Phase::Held)
        setState(state());
}

Error BaseLeaseAttempt::notHeld(std::string operation) const
{
    return {ErrorCode::NotHeld, std::move(operation), m_name, std::string(toString(m_state.reason))};
}

bool BaseLeaseAttempt::beginRelease(Reply<void> reply)
{
    if (!hasHold()) {
        if (reply)
            reply(failure(notHeld("release")));
        return false;
    }
    m_released = std::move(reply);
    m_wasCertain = state().phase == Phase::Held;
    return true;
}

void BaseLeaseAttempt::setReleased(bool wasHeld)
{
    if (wasHeld || !hasHold())
        setPhase(Phase::Released);
    else
        setPhase(Phase::Lost, lossBeforeRelease());
}

void BaseLeaseAttempt::answerRelease(bool wasHeld)
{
    const auto reply = takeReleaseReply();
    if (!reply)
        return;
    if (wasHeld)
        reply({});
    else
        reply(failure(notHeld("release")));
}

void BaseLeaseAttempt::endWithClient(const SessionStatus& status, const Task& end)
{
    const auto alive = shared_from_this();
    if (const auto reply = takeReleaseReply())
        reply(failure(ErrorCode::Closed, "release", m_name, status.detail));
    if (hasHold()) {
        setPhase(Phase::Lost, LostReason::ClientClosed);
        end();
        return;
    }
    const auto code = status.state == SessionState::AuthFailed ? ErrorCode::AuthFailed : ErrorCode::Closed;
    setPhase(Phase::Released);
    end();
    answer(failure(failed(code, status.detail)));
}

void BaseLeaseAttempt::setState(LockState state)
{
    if (std::exchange(m_isReported, true) && state == m_state)
        return;
    m_state = std::move(state);
    if (m_onState)
        m_onState(m_state);
}

void BaseLeaseAttempt::setPhase(Phase phase, LostReason reason)
{
    auto state = m_state;
    state.phase = phase;
    state.reason = reason;
    state.detail.clear();
    if (phase == Phase::Released)
        state.position = -1;
    setState(std::move(state));
}

void BaseLeaseAttempt::answer(Result<Grant> result)
{
    m_budget.reset();
    if (auto reply = std::exchange(m_reply, nullptr))
        reply(std::move(result));
}

} // namespace lockscope::locks
