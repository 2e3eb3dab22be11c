// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/LockHolders.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::locks {

namespace {

/// Of a hold whose release was answered with NotHeld. Null: the attempt has ended.
LostReason lostReasonOf(const std::shared_ptr<Attempt>& attempt)
{
    return attempt ? attempt->state().reason : LostReason::None;
}

} // namespace

Error LockHolders::goneError() const
{
    return {ErrorCode::Cancelled, "acquire", m_name, phrase("the lock object was destroyed")};
}

Error LockHolders::notHeld(std::string operation) const
{
    return {ErrorCode::NotHeld, std::move(operation), m_name, {}};
}

LockHolders::LockHolders(LockExecutors executors, std::string name, OwnerRule rule, MakeAttempt makeAttempt)
    : m_executors(executors)
    , m_name(std::move(name))
    , m_rule(rule)
    , m_makeAttempt(std::move(makeAttempt))
    , m_events(executors.loop.clock())
{
}

bool LockHolders::isCurrent(const RecordPtr& record) const
{
    const auto found = m_records.find(record->owner);
    return found != m_records.end() && found->second == record;
}

void LockHolders::forget(const RecordPtr& record)
{
    if (isCurrent(record))
        m_records.erase(record->owner);
}

Hold LockHolders::holdOf(const RecordPtr& record)
{
    return Hold(std::make_shared<Hold::Share>(shared_from_this(), record, m_executors));
}

// --- acquire -------------------------------------------------------------------------------------------------------

void LockHolders::acquire(Owner owner, std::optional<Duration> timeout, const std::stop_token& stop,
                          const MakeAttempt& makeAttempt, Reply<Hold> reply)
{
    if (m_closed) {
        reply(failure(goneError()));
        return;
    }
    if (const auto found = m_records.find(owner); found != m_records.end()) {
        acquireAgain(RecordPtr(found->second), reply);
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

/// Release and acquire, pipelined: one step of the server does both if the algorithm supports it.
void LockHolders::replaceLeaving(Owner owner, Attempt& next)
{
    const auto found = std::find_if(m_leaving.begin(), m_leaving.end(), [&](const auto& weak) {
        const auto one = weak.lock();
        return one && one->share->record->owner == owner;
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
    held->onState({}); // from here on, the next attempt defines the owner's state
    auto state = held->state();
    state.phase = Phase::Released;
    publish(leaving->share->record, state);
}

void LockHolders::begin(Owner owner, const std::shared_ptr<Attempt>& attempt, std::optional<Duration> timeout,
                        const std::stop_token& stop, Reply<Hold> reply)
{
    const auto record = std::make_shared<GrantRecord>(owner, m_executors.loop.clock());
    m_records.insert_or_assign(owner, record);
    record->asked = attempt;
    m_events.started(*record);
    observe(record, *attempt);
    if (!m_revokedObservers.isEmpty())
        heedRevocation(record, *attempt);
    if (stop.stop_possible()) {
        // A stop may be requested on any thread, also during this call.
        record->stop = std::make_shared<GrantRecord::StopCallback>(
            stop, [&executor = m_executors.loop, weak = std::weak_ptr(attempt)] {
                executor.post([weak] {
                    if (const auto waiting = weak.lock())
                        waiting->cancel();
                });
            });
    }
    attempt->start(timeout, [me = shared_from_this(), record, reply = std::move(reply)](Result<Grant> result) {
        me->onAnswer(record, std::move(result), reply);
    });
}

void LockHolders::observe(const RecordPtr& record, Attempt& attempt)
{
    attempt.onState([weak = weak_from_this(), weakRecord = std::weak_ptr(record)](const LockState& state) {
        const auto me = weak.lock();
        const auto changed = weakRecord.lock();
        if (me && changed)
            me->publish(changed, state);
    });
}

void LockHolders::onAnswer(const RecordPtr& record, Result<Grant> result, const Reply<Hold>& reply)
{
    record->stop.reset();
    const auto attempt = record->asked.lock();
    if (!result) {
        forget(record);
        m_events.failed(*record, result.error().code);
        reply(failure(std::move(result.error())));
    } else if (m_closed || !isCurrent(record)) { // no owner uses this grant
        attempt->release(nullptr);
        reply(failure(goneError()));
    } else {
        record->granted(attempt, *std::move(result));
        m_events.granted(*record);
        reply(holdOf(record));
    }
}

void LockHolders::acquireAgain(const RecordPtr& record, const Reply<Hold>& reply)
{
    const auto phase = record->held ? record->held->state().phase : Phase::Waiting;
    if (phase == Phase::Lost)
        reply(failure(ErrorCode::NotHeld, "acquire", m_name, phrase("the lock was lost. Release it first")));
    else if (record->holds == 0)
        reply(
            failure(ErrorCode::BadArguments, "acquire", m_name, phrase("this owner is already waiting for the lock")));
    else if (m_rule != OwnerRule::Reentrant)
        reply(failure(ErrorCode::BadArguments, "acquire", m_name,
                      phrase("this owner already holds the lock, and the lock is not reentrant")));
    else if (phase == Phase::Uncertain)
        reply(failure(ErrorCode::ConnectionLoss, "acquire", m_name,
                      phrase("it is unknown whether the lock is still held")));
    else {
        ++record->holds;
        reply(holdOf(record));
    }
}

// --- release -------------------------------------------------------------------------------------------------------

void LockHolders::abandon(const SharePtr& share)
{
    share->isAbandoned = true;
    if (!share->isReleased)
        release(share, nullptr);
}

void LockHolders::release(const SharePtr& share, Reply<void> reply)
{
    auto& record = *share->record;
    if (share->isReleased.exchange(true) || record.holds == 0) {
        if (reply)
            reply(failure(notHeld("release")));
        return;
    }
    if (record.holds == 1) {
        releaseLast(share, std::move(reply));
        return;
    }
    --record.holds;
    if (!reply)
        return;
    const auto state = record.held->state();
    if (state.phase == Phase::Lost)
        reply(failure(ErrorCode::NotHeld, "release", m_name, std::string(toString(state.reason))));
    else if (state.phase == Phase::Uncertain && m_executors.loop.clock().now() >= state.validUntil)
        reply(failure(ErrorCode::NotHeld, "release", m_name,
                      phrase("the hold was not confirmed in time: another client may have held the lock")));
    else
        reply({});
}

/// Removes the record before the answer, so that the owner can queue again at once.
void LockHolders::releaseLast(const SharePtr& share, Reply<void> reply)
{
    const auto record = share->record;
    share->isReleased = true;
    const bool isHeld = record->isHeld();
    const auto leaving =
        std::make_shared<Leaving>(Leaving{share, std::exchange(record->held, nullptr), std::move(reply)});
    record->holds = 0;
    forget(record);
    m_events.releasing(*record);
    if (!isHeld) {
        releaseHold(*leaving);
        return;
    }
    leaving->held->noteLeaving();
    m_leaving.push_back(leaving);
    m_executors.loop.post([me = shared_from_this(), leaving] {
        if (me->takeLeaving(*leaving)) // otherwise the owner's next request has released it
            me->releaseHold(*leaving);
    });
}

bool LockHolders::takeLeaving(const Leaving& leaving)
{
    return std::erase_if(m_leaving, [&](const auto& weak) { return weak.lock().get() == &leaving; }) > 0;
}

void LockHolders::releaseHold(Leaving& leaving)
{
    leaving.held->release(puttingBack(leaving));
}

/// The caller's reply, which also restores the hold if the server refused the deletion.
Reply<void> LockHolders::puttingBack(Leaving& leaving)
{
    return [me = shared_from_this(), share = leaving.share, asked = std::weak_ptr(leaving.held),
            released = std::move(leaving.released)](Result<void> result) {
        if (const auto held = asked.lock(); held && !result && result.error().code != ErrorCode::NotHeld) {
            if (released && !share->isAbandoned)
                me->putBack(share, held);
            else
                me->releaseAlone(share->record, *held);
        } else if (result) {
            me->m_events.released(*share->record);
        } else {
            me->m_events.lost(*share->record, lostReasonOf(asked.lock()));
        }
        if (released)
            released(std::move(result));
    };
}

/// The server refused the deletion: the owner still holds. A new acquisition that waits would wait for itself and is
/// cancelled. If the owner holds again, as in a semaphore, that is its hold now, and the deletion is retried.
void LockHolders::putBack(const SharePtr& share, const std::shared_ptr<Attempt>& held)
{
    const auto& record = share->record;
    const auto again = m_records.find(record->owner);
    if (m_closed || (again != m_records.end() && again->second->holds > 0)) {
        m_events.released(*record);
        held->release(nullptr);
        return;
    }
    LockEvents::kept(*record);
    if (again != m_records.end()) {
        const auto waiting = again->second;
        if (const auto attempt = waiting->attempt())
            attempt->cancel();
        forget(waiting);
    }
    record->held = held;
    record->holds = 1;
    share->isReleased = false;
    m_records.insert_or_assign(record->owner, record);
    observe(record, *held); // a pipelined release had removed the callback
    held->noteDeadline();
    publish(record, held->state());
    if (m_revokedObservers.isEmpty())
        return;
    // Revocation requests made meanwhile are reported after the reply to the release.
    m_executors.loop.post([weak = weak_from_this(), record] {
        const auto me = weak.lock();
        if (me && record->held)
            me->heedRevocation(record, *record->held);
    });
}

/// The server refused the deletion, and no Hold is left: the attempt retries alone.
void LockHolders::releaseAlone(const RecordPtr& record, Attempt& held)
{
    held.onState({});
    auto state = held.state();
    state.phase = Phase::Released;
    if (m_records.contains(record->owner))
        record->setState(state); // observers get the state of the owner's next acquisition
    else
        publish(record, state);
    m_events.released(*record);
    held.release(nullptr);
}

void LockHolders::yield(const SharePtr& share, std::optional<Duration> timeout, const std::stop_token& stop,
                        Reply<Hold> reply)
{
    const auto record = share->record;
    if (m_closed || share->isReleased || !record->isHeld()) {
        reply(failure(notHeld("yield")));
        return;
    }
    if (record->holds > 1) {
        reply(failure(ErrorCode::BadArguments, "yield", m_name,
                      phrase("this owner holds the lock more than once, so no other client could acquire it")));
        return;
    }
    auto next = m_makeAttempt(record->owner); // before the release: on an error, nothing is released
    if (!next) {
        next.error().operation = "yield";
        reply(failure(std::move(next.error())));
        return;
    }
    releaseLast(share, [](const Result<void>&) {}); // a refusal restores the hold, which cancels the new acquisition
    replaceLeaving(record->owner, **next);
    begin(record->owner, *next, timeout, stop, std::move(reply));
}

void LockHolders::leaveAll()
{
    m_closed = true;
    m_observers.clear();
    m_revokedObservers.clear();
    m_events.clear();
    for (const auto& weak : std::exchange(m_leaving, {})) {
        if (const auto leaving = weak.lock())
            releaseHold(*leaving);
    }
    for (const auto& [owner, record] : std::exchange(m_records, {})) {
        if (const auto held = std::exchange(record->held, nullptr)) {
            // A Hold may outlive this object. There is no caller to reply to; the attempt logs failures.
            held->onState({});
            auto state = held->state();
            state.phase = Phase::Released;
            record->setState(std::move(state));
            record->holds = 0;
            held->release(nullptr);
        } else if (const auto waiting = record->attempt()) {
            waiting->cancel();
        }
    }
}

// --- verify --------------------------------------------------------------------------------------------------------

void LockHolders::verify(const Hold::Share& share, const Reply<void>& reply) const
{
    if (share.isReleased || !share.record->held)
        reply(failure(notHeld("verify")));
    else
        share.record->held->verify(reply);
}

std::optional<Grant> LockHolders::heldGrant(Owner owner) const
{
    const auto found = m_records.find(owner);
    if (found == m_records.end() || !found->second->isHeld())
        return std::nullopt;
    return found->second->grant();
}

int LockHolders::holdCount(Owner owner) const
{
    const auto found = m_records.find(owner);
    return found != m_records.end() && found->second->isHeld() ? found->second->holds : 0;
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
    for (const auto& [owner, record] : std::map(m_records)) {
        if (const auto attempt = record->attempt())
            heedRevocation(record, *attempt);
    }
    return m_lastObserver;
}

std::uint64_t LockHolders::addEventObserver(Lock::EventHandler handler)
{
    m_events.add(++m_lastObserver, std::move(handler));
    return m_lastObserver;
}

void LockHolders::removeObserver(std::uint64_t id)
{
    m_events.remove(id);
    m_observers.remove(id);
    m_revokedObservers.remove(id);
}

void LockHolders::heedRevocation(const RecordPtr& record, Attempt& attempt)
{
    attempt.onRevoked([weak = weak_from_this(), weakRecord = std::weak_ptr(record)] {
        const auto me = weak.lock();
        const auto asked = weakRecord.lock();
        return !me || (asked && me->publishRevoked(asked));
    });
}

void LockHolders::publish(const RecordPtr& record, const LockState& state)
{
    // An observer may release the last other reference.
    const auto alive = record; // NOLINT(performance-unnecessary-copy-initialization)
    alive->setState(state);
    if (state.phase == Phase::Lost && alive->holds > 0)
        m_events.lost(*alive, state.reason);
    m_observers.report(alive->owner, state);
}

bool LockHolders::publishRevoked(const RecordPtr& record)
{
    if (!isCurrent(record))
        return false; // being released; the owner's current hold or acquisition is another one
    m_revokedObservers.report(record->owner);
    return true;
}

} // namespace lockscope::locks
