// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/engine/MultiLeaseAttempt.h"

#include <algorithm>
#include <utility>

namespace lockscope::locks {

MultiLeaseAttempt::MultiLeaseAttempt(Executor& executor, std::string name, LeaseOptions options,
                                     std::vector<Make> members)
    : BaseLeaseAttempt(executor, std::move(name), std::move(options))
    , m_make(std::move(members))
{
}

MultiLeaseAttempt::~MultiLeaseAttempt() = default;

std::shared_ptr<MultiLeaseAttempt> MultiLeaseAttempt::self()
{
    return std::static_pointer_cast<MultiLeaseAttempt>(shared_from_this());
}

// --- acquire -------------------------------------------------------------------------------------------------------

void MultiLeaseAttempt::start(std::optional<Duration> timeout, Reply<Grant> reply)
{
    begin(timeout, std::move(reply));
    if (timeout && !onlyLooks())
        m_deadlineOfAll = now() + *timeout;
    acquireNext();
}

void MultiLeaseAttempt::acquireNext()
{
    if (!isWaiting())
        return;
    const auto member = m_make[m_held.size()]();
    m_asked = member;
    observe(*member);
    std::optional<Duration> left;
    if (onlyLooks())
        left = Duration::zero();
    else if (m_deadlineOfAll) // at least a moment: zero means one check
        left = std::max<Duration>(*m_deadlineOfAll - now(), std::chrono::milliseconds(1));
    member->start(left, [me = self(), weak = std::weak_ptr(member)](const Result<Grant>& result) {
        if (const auto answered = weak.lock())
            me->onMember(answered, result);
    });
}

void MultiLeaseAttempt::observe(LeaseAttempt& member)
{
    member.onState([weak = std::weak_ptr(self())](const LockState& state) {
        if (const auto me = weak.lock())
            me->onMemberState(state);
    });
}

void MultiLeaseAttempt::onMember(const std::shared_ptr<LeaseAttempt>& member, const Result<Grant>& result)
{
    m_asked.reset();
    if (result)
        m_held.push_back(member);
    if (!isWaiting()) {
        releaseAll();
    } else if (!result) {
        fail({result.error().code, "acquire", name(), describe(result.error())});
    } else if (m_held.size() < m_make.size()) {
        acquireNext();
    } else if (const auto until = earliestEnd(); until > now()) {
        setLeaseEnd(until + (options().endsBefore(now()) - options().validUntil(now())));
        std::string owners;
        for (const auto& one : m_held)
            owners += (owners.empty() ? "" : ",") + one->state().node;
        hold(std::move(owners), 0, until);
    } else { // the first leases have ended while the last one was waited for
        releaseAll();
        acquireNext();
    }
}

SteadyTime MultiLeaseAttempt::earliestEnd() const
{
    auto end = SteadyTime::max();
    for (const auto& member : m_held) {
        const auto state = member->state();
        end = std::min(end, state.phase == Phase::Held ? state.validUntil : SteadyTime());
    }
    return end;
}

// --- hold ----------------------------------------------------------------------------------------------------------

void MultiLeaseAttempt::onMemberState(const LockState& state)
{
    if (m_isOver)
        return;
    const auto alive = self();
    if (isWaiting()) {
        if (state.phase == Phase::Waiting) {
            auto waiting = reported();
            waiting.detail = state.detail;
            setState(std::move(waiting));
        }
        return;
    }
    if (!hasHold())
        return;
    if (state.phase == Phase::Lost) {
        m_isOver = true;
        dropDeadline();
        setPhase(Phase::Lost, state.reason);
        releaseAll();
    } else if (const auto until = earliestEnd(); until > expiry()->validUntil()) {
        prolong(until);
    }
}

void MultiLeaseAttempt::onLeaseOver()
{
    m_isOver = true;
    setPhase(Phase::Lost, LostReason::LeaseExpired);
    releaseAll();
}

void MultiLeaseAttempt::verify(Reply<void> reply)
{
    struct Answers {
        std::size_t open;
        Result<void> result;
    };
    const auto answers = std::make_shared<Answers>(Answers{m_held.size(), {}});
    if (m_held.empty()) {
        reply(failure(notHeld("verify")));
        return;
    }
    for (const auto& member : m_held) {
        member->verify([answers, reply](const Result<void>& result) {
            if (!result)
                answers->result = result;
            if (--answers->open == 0)
                reply(answers->result);
        });
    }
}

// --- the end -------------------------------------------------------------------------------------------------------

void MultiLeaseAttempt::release(Reply<void> reply)
{
    const auto alive = self();
    if (!beginRelease(std::move(reply)))
        return;
    m_isOver = true;
    dropDeadline();
    if (!hasReleaseReply()) {
        setPhase(Phase::Released);
        releaseAll();
        return;
    }
    const auto members = std::exchange(m_held, {});
    const auto releases = std::make_shared<Releases>();
    releases->open = members.size();
    for (auto member = members.rbegin(); member != members.rend(); ++member) {
        (*member)->onState({});
        (*member)->release([me = alive, releases, weak = std::weak_ptr(*member)](const Result<void>& result) {
            const auto answered = weak.lock();
            if (!result && answered && isHold(answered->state().phase)) {
                releases->refusal = result.error();
                releases->refused.push_back(answered);
            } else if (!result) {
                releases->loss = result.error();
            }
            if (--releases->open == 0)
                me->finishRelease(*releases);
        });
    }
}

/// If the server has refused to release any of them, the owner still holds them all. If some are released, it holds
/// none: the others are released when the server allows it.
void MultiLeaseAttempt::finishRelease(Releases& releases)
{
    const auto reply = takeReleaseReply();
    if (releases.refused.size() == m_make.size()) {
        m_held = {releases.refused.rbegin(), releases.refused.rend()};
        m_isOver = false;
        for (const auto& member : m_held)
            observe(*member);
        watchDeadline();
        reply(failure(*releases.refusal));
        return;
    }
    for (const auto& member : releases.refused)
        member->release(nullptr);
    if (releases.refusal) {
        setPhase(Phase::Lost);
        reply(failure(*releases.refusal));
    } else if (releases.loss) {
        const bool isClosed = releases.loss->code == ErrorCode::Closed;
        setPhase(Phase::Lost, isClosed ? LostReason::ClientClosed : lossBeforeRelease());
        reply(failure(*releases.loss));
    } else {
        setPhase(Phase::Released);
        reply({});
    }
}

void MultiLeaseAttempt::releaseAll()
{
    const auto members = std::exchange(m_held, {});
    for (auto member = members.rbegin(); member != members.rend(); ++member) {
        (*member)->onState({});
        (*member)->release(nullptr);
    }
}

void MultiLeaseAttempt::fail(Error error)
{
    const auto alive = self();
    m_isOver = true;
    setPhase(Phase::Released);
    if (const auto asked = m_asked.lock())
        asked->cancel();
    releaseAll();
    answer(failure(std::move(error)));
}

} // namespace lockscope::locks
