// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/engine/LeaseAttempt.h"

#include "core/base/Phrase.h"
#include "core/locks/redis/engine/Eviction.h"

#include <algorithm>
#include <utility>

/// The acquisition from the grant to its end.

namespace lockscope::locks {

namespace {

/// Between two requests to release what the server did not answer or refused.
constexpr auto releasePause = std::chrono::milliseconds(200);
constexpr auto refusalPause = std::chrono::seconds(5);

} // namespace

// --- holding -------------------------------------------------------------------------------------------------------

void LeaseAttempt::confirmReplicas(const TryAnswer& answer, SteadyTime sentAt)
{
    m_step = Step::Confirming;
    m_client->waitForReplicas(
        name(), options().replicas, options().replicaTimeout,
        [me = self(), answer, sentAt](const Result<int>& replicas) {
            if (me->m_step == Step::Over)
                return;
            me->m_step = Step::None;
            if (me->m_use->isEnding) {
                me->sendRelease();
            } else if (replicas && *replicas >= me->options().replicas) {
                me->holdNow(answer, sentAt);
            } else {
                const auto error = replicas
                                       ? me->failed(ErrorCode::Throttled, phrase("only %1 of %2 replicas have the lock",
                                                                                 *replicas, me->options().replicas))
                                       : replicas.error();
                me->m_afterRelease = [me = me.get(), error] { me->retryOrFail(error, [me] { me->tryNow(); }); };
                me->sendRelease();
            }
        });
}

void LeaseAttempt::holdNow(const TryAnswer& answer, SteadyTime sentAt)
{
    m_waiter.reset();
    m_retry.reset();
    m_contact.reset();
    renew();
    hold(m_rules->owner(), answer.token, m_rules->hasLease() ? options().validUntil(sentAt) : SteadyTime::max());
}

void LeaseAttempt::renew()
{
    auto renewal = m_rules->renewal();
    if (!renewal || !options().isRenewed())
        return;
    m_renewal = m_locks->renewals().add(*std::move(renewal), options().requested(),
                                        [weak = weakSelf()](bool isRenewed, SteadyTime sentAt) {
                                            if (const auto me = weak.lock())
                                                me->onRenewed(isRenewed, sentAt);
                                        });
}

void LeaseAttempt::onRenewed(bool isRenewed, SteadyTime sentAt)
{
    if (!hasHold() || isEndingHold())
        return;
    const auto alive = shared_from_this();
    if (!isRenewed) {
        lose(now() >= expiry()->validUntil() ? LostReason::LeaseExpired : LostReason::KeyDeleted);
        return;
    }
    noteSent(sentAt);
    prolong(options().validUntil(sentAt));
}

void LeaseAttempt::onLeaseOver()
{
    lose(LostReason::LeaseExpired);
}

void LeaseAttempt::verify(Reply<void> reply)
{
    if (!hasHold()) {
        reply(failure(notHeld("verify")));
        return;
    }
    const auto call = m_rules->inspect();
    if (!call) {
        reply(failure(ErrorCode::Unimplemented, "verify", name(),
                      phrase("the server does not record the holders of this lock")));
        return;
    }
    run(*call, redis::Access::Read, [me = self(), reply](const Result<redis::Value>& read) {
        const auto isHeld = read ? me->m_rules->isHeld(*read) : Result<bool>(failure(read.error()));
        if (!isHeld) {
            reply(failure(isHeld.error()));
            return;
        }
        if (!*isHeld && me->hasHold() && me->m_step == Step::None)
            me->lose(me->state().phase == Phase::Held ? LostReason::KeyDeleted : LostReason::LeaseExpired);
        if (*isHeld && me->state().phase == Phase::Held)
            reply({});
        else
            reply(failure(ErrorCode::NotHeld, "verify", me->name(),
                          *isHeld ? phrase("the lease was not renewed in time: another client may have held the lock")
                                  : std::string(toString(me->reported().reason))));
    });
}

void LeaseAttempt::lose(LostReason reason)
{
    const auto alive = shared_from_this();
    m_renewal.reset();
    setPhase(Phase::Lost, reason);
    end();
}

// --- release -------------------------------------------------------------------------------------------------------

void LeaseAttempt::release(Reply<void> reply)
{
    const auto alive = shared_from_this();
    if (!beginRelease(std::move(reply)))
        return;
    m_use->isEnding = true;
    sendRelease();
}

void LeaseAttempt::sendRelease()
{
    m_step = Step::Releasing;
    m_whenConnected = nullptr;
    m_renewal.reset(); // a renewal after the release would find no owner
    dropDeadline();
    m_retry.reset();
    run(m_rules->release(options().requested()), redis::Access::Write,
        [me = self()](const Result<redis::Value>& reply) { me->onReleased(reply); });
}

void LeaseAttempt::onReleased(const Result<redis::Value>& reply)
{
    noteUnknown(reply);
    if (!reply && isOutcomeUnknown(reply.error())) {
        m_use->mayBeReleasedLate = true;
        noteNext();
    }
    if (m_step != Step::Releasing)
        return;
    const auto released = reply ? m_rules->released(*reply) : Result<ReleaseAnswer>(failure(reply.error()));
    if (released && *released == ReleaseAnswer::Remains) {
        sendRelease();
        return;
    }
    if (released) {
        if (const auto head = m_rules->unheardHead(*reply); !head.empty())
            evictLater(m_locks, m_client, *m_rules, head);
        // A lost reply may have been that of the release that was executed.
        finishRelease(*released == ReleaseAnswer::Released || (m_mayBeReleased && wasCertain()));
        return;
    }
    const auto& error = released.error();
    if (error.code == ErrorCode::Closed || error.code == ErrorCode::AuthFailed)
        return; // the status reports it
    m_mayBeReleased = m_mayBeReleased || isOutcomeUnknown(error);
    if (isOutcomeUnknown(error) && !m_rules->inspect()) {
        // The server records no owner: a second request could return what another client holds.
        options().log.write(LogLevel::Warning, "locks",
                            "It is unknown whether " + name() + " was released: " + describe(error));
        finishRelease(true);
        return;
    }
    if (m_rules->hasLease() && now() >= leaseEnd()) {
        finishRelease(false); // the server has deleted it by now
        return;
    }
    const bool isPassingError = isRetryable(error) || isPassing(error) || error.code == ErrorCode::NoConnection;
    if (!isPassingError) {
        onReleaseRefused(error);
        return;
    }
    auto again = [this] { sendRelease(); };
    if (error.code == ErrorCode::NoConnection)
        m_whenConnected = again;
    retryAfter(releasePause, again);
}

/// The server refuses the release: the owner still holds. Without a caller who can keep the hold, it is tried again.
void LeaseAttempt::onReleaseRefused(const Error& error)
{
    if (!hasReleaseReply() || !hasHold()) {
        options().log.write(LogLevel::Warning, "locks", "Cannot release: " + describe(error));
        retryAfter(refusalPause, [this] { sendRelease(); });
        return;
    }
    m_step = Step::None;
    m_use->isEnding = false;
    m_use->isLeaving = false;
    noteNext();
    renew();
    watchDeadline();
    takeReleaseReply()(failure(error));
}

void LeaseAttempt::finishRelease(bool wasHeld)
{
    const auto alive = shared_from_this();
    m_step = Step::None;
    const bool mayBeReleasedLate = std::exchange(m_mayBeReleased, false);
    m_retry.reset();
    m_whenConnected = nullptr;
    if (auto next = std::exchange(m_afterRelease, nullptr); next && !m_use->isEnding) {
        if (mayBeReleasedLate && !changeOwner()) // it would end the next grant of the same owner
            fail(failed(ErrorCode::NoConnection, phrase("a grant was not used, and its release was not answered")));
        else
            next();
        return;
    }
    setReleased(wasHeld);
    end();
    answerRelease(wasHeld);
}

/// The acquisition has ended without a grant. `cause`: the last error.
void LeaseAttempt::leaveServer(const Error& cause)
{
    if (m_mayBeThere)
        findOutcome(cause);
    else
        leaveQueue();
}

/// Only after the outcome of each request for the lock is known.
void LeaseAttempt::leaveQueue()
{
    const auto call = m_isQueued ? m_rules->leave() : std::nullopt;
    if (!call) {
        end();
        return;
    }
    m_step = Step::Leaving;
    run(*call, redis::Access::Write, [me = self()](const Result<redis::Value>& reply) {
        me->noteUnknown(reply);
        if (me->m_step == Step::Over)
            return;
        if (reply && !reply->isError())
            me->end();
        else
            me->retryAfter(reply ? Duration(refusalPause) : Duration(releasePause),
                           [me = me.get()] { me->leaveQueue(); });
    });
}

// --- the end -------------------------------------------------------------------------------------------------------

void LeaseAttempt::fail(Error error)
{
    const auto alive = shared_from_this();
    m_use->isEnding = true;
    m_contact.reset();
    m_afterRelease = nullptr;
    setPhase(Phase::Released);
    if (m_step == Step::None) { // otherwise the reply that is under way decides
        m_waiter.reset();
        m_retry.reset();
        m_whenConnected = nullptr;
        leaveServer(error);
    }
    answer(failure(std::move(error)));
}

void LeaseAttempt::clientOver(const redis::Status& status)
{
    if (m_step != Step::Over)
        endWithClient(status, [this] { end(); });
}

void LeaseAttempt::end()
{
    if (std::exchange(m_step, Step::Over) == Step::Over)
        return;
    m_use->isOver = true;
    m_locks->endUse(name(), m_rules->owner(), *this);
    noteNext();
    m_waiter.reset();
    m_retry.reset();
    m_contact.reset();
    dropDeadline();
    m_renewal.reset();
    m_whenConnected = nullptr;
    m_afterRelease = nullptr;
    const auto last = std::move(m_status); // its end may destroy this
}

} // namespace lockscope::locks
