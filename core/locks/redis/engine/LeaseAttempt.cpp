// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/engine/LeaseAttempt.h"

#include "core/base/Phrase.h"
#include "core/locks/redis/engine/Eviction.h"
#include "core/locks/redis/engine/LeaseRecipe.h"

#include <algorithm>
#include <utility>

/// The acquisition until the grant: requests for the lock, waiting, lost replies, contact. The rest is in
/// LeaseAttemptHold.cpp.

namespace lockscope::locks {

namespace {

/// After this time without contact, the reason is reported.
constexpr auto contactLimit = std::chrono::seconds(5);
/// Without contact to the server of the key, while others are connected.
constexpr auto noConnectionPause = std::chrono::seconds(1);

} // namespace

LeaseAttempt::LeaseAttempt(redis::Client& client, std::unique_ptr<const LeaseRules> rules, MakeOtherRules otherRules,
                           LeaseOptions options)
    : BaseLeaseAttempt(client.executor(), rules->name(), std::move(options))
    , m_client(client.share())
    , m_rules(std::move(rules))
    , m_otherRules(std::move(otherRules))
    , m_locks(ClientLocks::of(client))
{
}

LeaseAttempt::~LeaseAttempt() = default;

std::shared_ptr<LeaseAttempt> LeaseAttempt::self()
{
    return std::static_pointer_cast<LeaseAttempt>(shared_from_this());
}

std::weak_ptr<LeaseAttempt> LeaseAttempt::weakSelf()
{
    return self();
}

void LeaseAttempt::start(std::optional<Duration> timeout, Reply<Grant> reply)
{
    begin(timeout, std::move(reply));
    m_status = m_client->onStatus([me = self()](const redis::Status& status) { me->onStatus(status); });
    const auto& status = m_client->status();
    if (status.state == SessionState::AuthFailed || status.state == SessionState::Closed) {
        clientOver(status);
        return;
    }
    noteContact(status);
    if (!followsLast())
        proceed();
}

void LeaseAttempt::proceed()
{
    if (const auto channel = m_rules->channel(); channel && m_locks->wakeUps().isConfirmed(channel->name))
        listen(); // then the first request follows the subscription
    tryNow();
}

/// The last acquisition of this owner may be ending. The server knows the owner only: its release would end or shorten
/// what this one acquires.
bool LeaseAttempt::followsLast()
{
    if (m_rules->owner().empty())
        return false; // the server does not record owners
    const auto last = m_locks->use(name(), m_rules->owner(), self());
    if (!last || !(last->m_use->isEnding || last->m_use->isLeaving))
        return false;
    m_step = Step::Following;
    last->m_next = weakSelf();
    if (last->m_use->mayBeReleasedLate)
        last->noteNext();
    return true;
}

/// In a later task. The next acquisition may go on: this one is over, or holds again; or it has to fail.
void LeaseAttempt::noteNext()
{
    if (const auto next = std::exchange(m_next, {}).lock())
        executor().post([next, late = m_use->mayBeReleasedLate] { next->onLastOver(late); });
}

void LeaseAttempt::onLastOver(bool mayBeReleasedLate)
{
    if (m_step != Step::Following)
        return;
    m_step = Step::None;
    m_use->mayBeReleasedLate = mayBeReleasedLate;
    if (m_use->isEnding)
        end();
    else if (mayBeReleasedLate)
        fail(failed(ErrorCode::NoConnection, lateReleaseText()));
    else
        proceed();
}

void LeaseAttempt::noteSent(SteadyTime sentAt)
{
    const auto end = options().endsBefore(sentAt);
    setLeaseEnd(leaseEnd() == SteadyTime::max() ? end : std::max(leaseEnd(), end));
}

void LeaseAttempt::noteUnknown(const Result<redis::Value>& reply)
{
    if (!reply && isOutcomeUnknown(reply.error()))
        m_use->isCertain = false;
}

void LeaseAttempt::run(ScriptCall call, redis::Access access, Reply<redis::Value> reply)
{
    m_client->run(*call.script, std::move(call.keys), std::move(call.arguments), access, std::move(reply));
}

// --- requests for the lock -----------------------------------------------------------------------------------------

void LeaseAttempt::tryNow()
{
    if (!isWaiting() || m_step != Step::None)
        return;
    m_step = Step::Trying;
    m_isWoken = false;
    m_retry.reset();
    m_whenConnected = nullptr;
    if (m_waiter)
        m_waiter->tried();
    const auto sentAt = now();
    run(m_rules->acquire(options().requested()), redis::Access::Write,
        [me = self(), sentAt](const Result<redis::Value>& reply) { me->onTried(sentAt, reply); });
}

/// The server may still execute a release by the present owner. False: there is no other one.
bool LeaseAttempt::changeOwner()
{
    auto rules = m_otherRules(m_use);
    if (!rules)
        return false;
    m_locks->endUse(name(), m_rules->owner(), *this);
    m_waiter.reset();
    m_isQueued = false;
    m_rules = std::move(rules);
    m_use->mayBeReleasedLate = false;                     // not by the new name
    (void)m_locks->use(name(), m_rules->owner(), self()); // the name is new
    return true;
}

void LeaseAttempt::onTried(SteadyTime sentAt, const Result<redis::Value>& reply)
{
    noteUnknown(reply);
    if (m_step == Step::Over)
        return;
    if (!reply && isOutcomeUnknown(reply.error())) {
        noteSent(sentAt);
        findOutcome(reply.error());
        return;
    }
    m_step = Step::None;
    const auto got = reply ? m_rules->acquired(*reply) : Result<TryAnswer>(failure(reply.error()));
    if (!got) {
        if (m_waiter)
            m_waiter->notTried();
        if (m_use->isEnding)
            leaveServer(got.error());
        else
            retryOrFail(got.error(), [this] { tryNow(); });
        return;
    }
    m_mayBeThere = false;
    if (got->isGranted) {
        onGranted(*got, sentAt);
    } else {
        m_failures = 0;
        onBusy(*got);
    }
}

void LeaseAttempt::onGranted(const TryAnswer& answer, SteadyTime sentAt)
{
    noteSent(sentAt);
    m_isQueued = false;
    if (m_use->isEnding) {
        sendRelease();
    } else if (m_rules->hasLease() && now() >= options().validUntil(sentAt)) {
        // The reply took as long as the lease: another client may hold the lock already.
        m_afterRelease = [this] { tryNow(); };
        sendRelease();
    } else if (options().replicas > 0) {
        confirmReplicas(answer, sentAt);
    } else {
        holdNow(answer, sentAt);
    }
}

void LeaseAttempt::onBusy(const TryAnswer& answer)
{
    m_isQueued = m_rules->leave().has_value();
    if (m_waiter && answer.free > 0)
        m_waiter->passOn();
    if (m_use->isEnding)
        leaveQueue();
    else if (onlyLooks())
        fail(failed(ErrorCode::TimedOut, phrase("the lock is still held by another client")));
    else
        waitForTurn(answer);
}

void LeaseAttempt::waitForTurn(const TryAnswer& answer)
{
    auto state = reported();
    state.position = answer.position;
    setState(std::move(state));
    if (m_isWoken) {
        tryNow();
        return;
    }
    if (!answer.blockedBy.empty()) {
        lookAtHead(answer.blockedBy);
    } else {
        m_head.clear();
        std::optional<Duration> pause = answer.busyFor;
        if (!m_rules->channel()) {
            const Duration poll = m_rules->pollPause(++m_polls, randomNumber(options().random));
            pause = pause ? std::min(*pause, poll) : poll;
        }
        if (pause)
            retryAfter(*pause + std::chrono::milliseconds(1), [this] { tryNow(); });
    }
    if (m_waiter || !m_rules->channel())
        return;
    const bool isConfirmed = m_locks->wakeUps().isConfirmed(m_rules->channel()->name);
    listen();
    if (isConfirmed) // releases between the request and now were not seen
        tryNow();
}

void LeaseAttempt::listen()
{
    const auto woken = [weak = weakSelf()] {
        if (const auto me = weak.lock())
            me->onWoken();
    };
    m_waiter = m_locks->wakeUps().wait(*m_rules->channel(), woken, woken);
}

void LeaseAttempt::onWoken()
{
    if (m_step == Step::Trying)
        m_isWoken = true;
    else
        tryNow();
}

// --- a queue whose head is dead ------------------------------------------------------------------------------------

/// The lock is free, but another owner is first in the queue. It was notified if it lives; the second look finds out. A
/// head that listens and does not acquire is asked about less and less often.
void LeaseAttempt::lookAtHead(const std::string& head)
{
    if (m_head != head) {
        m_head = head;
        m_headSince = now();
        m_headLooks = 0;
    }
    const Duration pause = headPause * (1 << std::min(m_headLooks, 5));
    retryAfter(std::max<Duration>(m_headSince + pause - now(), Duration::zero()), [this] { evictHead(); });
}

void LeaseAttempt::evictHead()
{
    if (!isWaiting() || m_step != Step::None)
        return;
    ++m_headLooks;
    m_headSince = now();
    const auto call = m_rules->evict(m_head);
    if (!call) {
        tryNow();
        return;
    }
    m_step = Step::Trying;
    run(*call, redis::Access::Write, [me = self()](const Result<redis::Value>& reply) {
        if (me->m_step == Step::Over)
            return;
        me->m_step = Step::None;
        if (me->m_use->isEnding)
            me->leaveQueue();
        else if (reply)
            me->tryNow(); // removed or not: the answer tells
        else
            me->retryOrFail(reply.error(), [me = me.get()] { me->tryNow(); });
    });
}

// --- a lost reply --------------------------------------------------------------------------------------------------

/// The owner's own entry on the server tells whether the request was executed.
void LeaseAttempt::findOutcome(const Error& cause)
{
    m_step = Step::Trying;
    if (m_waiter)
        m_waiter->notTried();
    const auto call = m_rules->inspect();
    m_mayBeThere = call.has_value();
    m_isQueued = m_rules->leave().has_value();
    if (!call) { // the server does not record owners
        m_step = Step::None;
        if (m_use->isEnding)
            end();
        else
            fail(cause);
        return;
    }
    run(*call, redis::Access::Read,
        [me = self(), cause](const Result<redis::Value>& reply) { me->onOutcome(reply, cause); });
}

void LeaseAttempt::onOutcome(const Result<redis::Value>& reply, const Error& cause)
{
    if (m_step == Step::Over)
        return;
    const auto isHeld = reply ? m_rules->isHeld(*reply) : Result<bool>(failure(reply.error()));
    if (!isHeld) {
        if (m_use->isEnding && m_rules->hasLease() && now() >= leaseEnd()) {
            m_step = Step::None;
            leaveQueue();
            return;
        }
        retryAfter(noConnectionPause, [this, cause] { findOutcome(cause); });
        return;
    }
    m_step = Step::None;
    m_mayBeThere = false;
    if (*isHeld) {
        if (!m_use->isEnding)
            m_afterRelease = [this] { tryNow(); };
        sendRelease();
    } else if (m_use->isEnding) {
        leaveQueue();
    } else {
        retryOrFail(cause, [this] { tryNow(); });
    }
}

// --- contact -------------------------------------------------------------------------------------------------------

void LeaseAttempt::onStatus(const redis::Status& status)
{
    const auto alive = shared_from_this(); // a callback below may end this
    switch (status.state) {
    case SessionState::AuthFailed:
    case SessionState::Closed:
        clientOver(status);
        return;
    case SessionState::Connected:
        noteContact(status);
        if (auto interrupted = std::exchange(m_whenConnected, nullptr)) {
            m_retry.reset();
            interrupted();
        }
        return;
    default:
        noteContact(status);
    }
}

void LeaseAttempt::noteContact(const redis::Status& status)
{
    if (!isWaiting())
        return;
    if (status.state == SessionState::Connected) {
        m_contact.reset();
        if (reported().detail.empty())
            return;
        auto state = reported();
        state.detail.clear();
        setState(std::move(state));
    } else if (!m_contact) {
        m_contact = m_client->executor().after(contactLimit, [weak = weakSelf()] {
            if (const auto me = weak.lock())
                me->onNoContact();
        });
    }
}

void LeaseAttempt::onNoContact()
{
    if (!isWaiting() || isConnected())
        return;
    const auto& status = m_client->status();
    const auto why = status.detail.empty() ? phrase("the client is not connected") : status.detail;
    if (!reported().detail.empty()) {
        fail(failed(ErrorCode::NoConnection, why));
        return;
    }
    options().log.write(LogLevel::Warning, "locks",
                        "The wait for " + name() + " continues without a connection: " + why);
    if (status.generation == 0 && !hasTimeout() && options().firstContact) {
        const auto left = std::max<Duration>(*options().firstContact - contactLimit, Duration::zero());
        m_contact = m_client->executor().after(left, [weak = weakSelf()] {
            if (const auto me = weak.lock())
                me->onNoContact();
        });
    }
    auto state = reported();
    state.detail = why;
    setState(std::move(state));
}

void LeaseAttempt::retryOrFail(const Error& error, Task again)
{
    if (error.code == ErrorCode::Closed || error.code == ErrorCode::AuthFailed)
        return; // the status reports it
    const bool isPassingError = isRetryable(error) || isPassing(error) || error.code == ErrorCode::NoConnection;
    if (!isPassingError || (onlyLooks() && error.code == ErrorCode::NoConnection)) {
        fail(error);
        return;
    }
    if (error.code == ErrorCode::NoConnection) {
        // If the connection was made after the request was refused, its status was reported before this error.
        const auto generation = m_client->status().generation;
        const bool isNew = isConnected() && std::exchange(m_retriedIn, generation) != generation;
        m_whenConnected = again;
        retryAfter(isNew ? Duration::zero() : Duration(noConnectionPause), std::move(again));
        return;
    }
    const auto failedAt = now();
    if (++m_failures == 1)
        m_failingSince = failedAt;
    if (const auto pause = options().retry.pauseAfter(m_failures, failedAt - m_failingSince))
        retryAfter(*pause, std::move(again));
    else
        fail(error);
}

void LeaseAttempt::retryAfter(Duration pause, Task again)
{
    m_retry = m_client->executor().after(pause, [weak = weakSelf(), again = std::move(again)] {
        const auto me = weak.lock();
        if (!me)
            return;
        const auto task = again;
        me->m_retry.reset();
        task();
    });
}

} // namespace lockscope::locks
