// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/engine/BaseAttempt.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/locks/zookeeper/engine/RefusedPause.h"

#include <algorithm>
#include <utility>

/// The lifecycle of an acquisition: start, session, grant, failure, end. The own node is in BaseAttemptNode.cpp.

namespace lockscope::locks {

namespace {

/// After this time without contact, the reason is reported.
constexpr auto contactTime = std::chrono::seconds(5);
/// Between two checks whether the session is confirmed.
constexpr auto confirmationPause = std::chrono::milliseconds(200);

} // namespace

BaseAttempt::BaseAttempt(zk::Client& client, std::string directory, NodeOptions options)
    : m_client(client.share())
    , m_directory(std::move(directory))
    , m_options(std::move(options))
{
}

BaseAttempt::~BaseAttempt() = default;

void BaseAttempt::start(std::optional<Duration> timeout, Reply<Grant> reply)
{
    m_timeout = timeout;
    m_reply = std::move(reply);
    m_session = m_client->onSession([me = shared_from_this()](const zk::Session& session) { me->onSession(session); });
    m_hasContact = isConnected();
    m_heartbeat = m_client->heartbeat();
    if (timeout) {
        m_budget = m_client->executor().after(onlyLooks() ? Duration(lookTime) : *timeout, [weak = weak_from_this()] {
            if (const auto me = weak.lock(); me && me->isWaiting())
                me->timeOut();
        });
    }
    if (isConnected()) {
        enter();
        return;
    }
    const auto& session = m_client->session();
    if (session.state == SessionState::AuthFailed || session.state == SessionState::Closed)
        sessionOver(LostReason::ClientClosed, session);
    else if (onlyLooks())
        fail({ErrorCode::NoConnection, "acquire", m_directory, phrase("the client is not connected")});
    else
        noteContact(session);
}

void BaseAttempt::cancel()
{
    if (isWaiting())
        fail({ErrorCode::Cancelled, "acquire", m_directory, {}});
}

std::uint64_t BaseAttempt::nextRound()
{
    m_retry.reset();
    m_awaitsConfirmation = false;
    return ++m_round;
}

bool BaseAttempt::onlyLooks() const
{
    return m_timeout && *m_timeout <= Duration::zero();
}

bool BaseAttempt::isConnected() const
{
    return m_client->session().state == SessionState::Connected;
}

void BaseAttempt::setState(LockState state)
{
    if (state == m_state)
        return;
    m_state = std::move(state);
    if (m_onState)
        m_onState(m_state);
}

void BaseAttempt::answer(Result<Grant> result)
{
    m_budget.reset();
    if (auto reply = std::exchange(m_reply, nullptr))
        reply(std::move(result));
}

// --- the session ---------------------------------------------------------------------------------------------------

void BaseAttempt::onSession(const zk::Session& session)
{
    const auto alive = shared_from_this(); // a callback below may end this attempt
    const bool hadContact = std::exchange(m_hasContact, session.state == SessionState::Connected);
    switch (session.state) {
    case SessionState::Connecting:
        noteContact(session);
        break;
    case SessionState::Suspended:
    case SessionState::ReadOnly:
        if (m_state.phase == Phase::Held)
            becomeUncertain();
        else if (isWaiting() && onlyLooks()) // the check was not answered, and waiting was not requested
            fail({ErrorCode::NoConnection, "acquire", m_directory, phrase("the connection was lost")});
        else
            noteContact(session);
        break;
    case SessionState::Connected:
        noteContact(session);
        if (m_own && !m_removing)
            m_own->watch(); // also checks that the node exists
        if (hadContact) {   // only validUntil has advanced: keep any other pause before the next try
            if (std::exchange(m_awaitsConfirmation, false)) {
                m_retry.reset();
                grantIfStillThere();
            }
            break;
        }
        if (auto interrupted = std::exchange(m_whenConnected, nullptr))
            interrupted();
        else if (isWaiting() && m_own)
            resume();
        else if (isWaiting() && !mayHaveHiddenNode())
            enter();
        break;
    case SessionState::Lost:
        sessionOver(LostReason::SessionExpired, session);
        break;
    case SessionState::AuthFailed:
    case SessionState::Closed:
        sessionOver(LostReason::ClientClosed, session);
        break;
    }
}

/// While waiting: reports the reason after some time without contact.
void BaseAttempt::noteContact(const zk::Session& session)
{
    if (isConnected() || !isWaiting()) {
        m_contact.reset();
        if (!isWaiting() || m_state.detail.empty())
            return;
        auto state = m_state;
        state.detail.clear();
        setState(std::move(state));
    } else if (!m_state.detail.empty()) {
        auto state = m_state;
        state.detail = session.detail;
        setState(std::move(state));
    } else if (!m_contact) {
        m_contact = m_client->executor().after(contactTime, [weak = weak_from_this()] {
            if (const auto me = weak.lock())
                me->onNoContact();
        });
    }
}

void BaseAttempt::onNoContact()
{
    if (!isWaiting() || isConnected())
        return;
    const auto alive = shared_from_this();
    const auto& session = m_client->session();
    const auto why = session.detail.empty() ? phrase("the client is not connected") : session.detail;
    if (!m_state.detail.empty()) {
        fail({ErrorCode::NoConnection, "acquire", m_directory, why});
        return;
    }
    m_options.log.write(LogLevel::Warning, "locks",
                        "The wait for " + m_directory + " continues without a connection: " + why);
    const bool isFirst = session.id == 0 && session.generation == 0;
    if (isFirst && !m_timeout && m_options.firstContact) {
        const auto left = std::max(*m_options.firstContact - contactTime, Duration::zero());
        m_contact = m_client->executor().after(left, [weak = weak_from_this()] {
            if (const auto me = weak.lock())
                me->onNoContact();
        });
    }
    auto state = m_state;
    state.detail = why;
    setState(std::move(state));
}

void BaseAttempt::sessionOver(LostReason reason, const zk::Session& session)
{
    if (m_ended)
        return;
    const auto alive = shared_from_this();
    m_whenConnected = nullptr;
    m_createOpen = false;
    m_outcomeUnknown = false;
    m_replaces.reset(); // the node was deleted with the session
    nextRound();
    leave();
    if (hasHold()) {
        lose(reason);
        return;
    }
    forgetNode();
    if (m_ending) { // the server deletes the node
        end();
        return;
    }
    if (reason == LostReason::SessionExpired) {
        // The client opens a new session; this attempt queues again on it if the policy allows.
        if (!countFailure())
            fail({ErrorCode::SessionExpired, "acquire", m_directory, session.detail});
        return;
    }
    const auto code = session.state == SessionState::AuthFailed ? ErrorCode::AuthFailed : ErrorCode::Closed;
    fail({code, "acquire", m_directory, session.detail});
}

void BaseAttempt::lose(LostReason reason)
{
    auto state = m_state;
    state.phase = Phase::Lost;
    state.reason = reason;
    m_own.reset();
    setState(std::move(state));
    if (auto reply = std::exchange(m_released, nullptr)) {
        // The node is deleted, as release() requested; but it may have been deleted before.
        if (m_wasCertain && reason != LostReason::NodeDeleted)
            reply({});
        else
            reply(failure(ErrorCode::NotHeld, "release", m_directory, std::string(toString(reason))));
    }
    end();
}

// --- grant, failure, end -------------------------------------------------------------------------------------------

void BaseAttempt::queuedAt(int position, std::string waitsOn)
{
    auto state = m_state;
    state.position = position;
    state.waitsOn = std::move(waitsOn);
    setState(std::move(state));
}

void BaseAttempt::grant()
{
    // The listing or create was answered on the session that owns the node. If that session is not the current one, or
    // contact is lost, its event will arrive and decide.
    if (!isConnected() || m_client->session().id != m_own->session())
        return;
    if (m_own->token() == 0) {
        m_grantWhenSeen = true;
        m_own->learnToken();
        return;
    }
    if (isCertain()) {
        holdNow();
        return;
    }
    // This process was paused for longer than the session timeout: earlier reads prove nothing.
    grantIfStillThere();
}

void BaseAttempt::holdNow()
{
    progress();
    m_retry.reset(); // cancels the retries of the wait
    m_own->watchSoon();
    watchDeadline();
    auto state = m_state;
    state.phase = Phase::Held;
    state.token = grantedToken();
    state.position = 0;
    state.waitsOn.clear();
    setState(std::move(state));
    answer(Grant{m_state.token, m_state.node, {{m_own->path(), m_own->token()}}});
}

void BaseAttempt::grantIfStillThere()
{
    existsAtLeader(m_own->path(), [me = shared_from_this(), asked = round()](Result<std::optional<zk::Stat>> found) {
        if (me->isStale(asked) || !me->isWaiting())
            return;
        if (!found)
            me->retryOrFail(found.error(), &BaseAttempt::grantIfStillThere);
        else if (!me->m_own->isSame(*found))
            me->onOwnVanished();
        else if (me->isCertain())
            me->holdNow();
        else
            me->grantOnceConfirmed();
    });
}

/// Confirming the session may take another answer; the session's event also starts a check.
void BaseAttempt::grantOnceConfirmed()
{
    m_awaitsConfirmation = true;
    scheduleRetry(confirmationPause, [this] {
        m_awaitsConfirmation = false;
        grantIfStillThere();
    });
}

LockState BaseAttempt::state() const
{
    if (!hasHold() || !m_own)
        return m_state;
    const auto& session = m_client->session();
    const auto over = m_expiry ? m_expiry->validUntil() : SteadyTime();
    return asOf(m_state, session.id == m_own->session() ? session.validUntil : over,
                m_client->executor().clock().now());
}

bool BaseAttempt::isCertain() const
{
    const auto& session = m_client->session();
    return session.state == SessionState::Connected && m_own && session.id == m_own->session() &&
           m_client->executor().clock().now() < session.validUntil;
}

void BaseAttempt::becomeUncertain()
{
    m_deadline.reset();
    auto state = this->state();
    state.phase = Phase::Uncertain;
    setState(std::move(state));
}

/// At validUntil: renews the timer if the session is confirmed, otherwise reports Uncertain.
void BaseAttempt::watchDeadline()
{
    const auto left = m_client->session().validUntil - m_client->executor().clock().now();
    m_deadline = m_client->executor().after(std::max(Duration(left), Duration::zero()), [weak = weak_from_this()] {
        const auto me = weak.lock();
        if (!me || me->m_state.phase != Phase::Held)
            return;
        if (me->isCertain())
            me->watchDeadline();
        else
            me->noteDeadline();
    });
}

void BaseAttempt::noteDeadline()
{
    if (m_state.phase != Phase::Held || isCertain())
        return;
    const auto alive = shared_from_this();
    becomeUncertain();
    lookOnceConfirmed();
}

/// Connected and past validUntil: checks the own node once the session is confirmed again. The client's event does this
/// as well.
void BaseAttempt::lookOnceConfirmed()
{
    m_deadline = m_client->executor().after(confirmationPause, [weak = weak_from_this()] {
        const auto me = weak.lock();
        if (!me || me->m_state.phase != Phase::Uncertain || !me->m_own || me->m_removing || !me->isConnected())
            return;
        if (me->isCertain())
            me->m_own->watch();
        else
            me->lookOnceConfirmed();
    });
}

void BaseAttempt::timeOut()
{
    const bool isBehindAnother = m_state.position >= 0 || !m_state.waitsOn.empty();
    fail(
        {ErrorCode::TimedOut, "acquire", m_directory,
         isBehindAnother ? phrase("the lock is still held by another client") : phrase("the ensemble did not answer")});
}

void BaseAttempt::fail(Error error)
{
    const auto alive = shared_from_this();
    m_ending = true;
    m_heartbeat.reset();
    m_contact.reset();
    if (!mayHaveHiddenNode()) { // otherwise the interrupted search must still find that node
        m_whenConnected = nullptr;
        m_retry.reset();
    }
    auto state = m_state;
    state.phase = Phase::Released;
    state.position = -1;
    state.waitsOn.clear();
    state.detail.clear();
    setState(std::move(state));
    if (m_own) {
        nextRound();
        removeUntilGone();
    } else if (!mayHaveHiddenNode()) {
        end();
    }
    // Otherwise the open create is first answered or searched for.
    answer(failure(std::move(error)));
}

void BaseAttempt::retryOrFail(const Error& error, Task again)
{
    if (error.code == ErrorCode::Closed) {
        // The client may be being destroyed, and then no event arrives.
        zk::Session closed;
        closed.state = SessionState::Closed;
        sessionOver(LostReason::ClientClosed, closed);
        return;
    }
    if (isSessionFatal(error))
        return;                            // the session's own event decides
    const auto alive = shared_from_this(); // failing may end this
    if (!mayPass(error)) {
        // The search for the node of a create ends when the outcome is known, or with the session.
        const bool mustSearch = m_outcomeUnknown;
        if (!m_ending)
            fail(error);
        else if (!mustSearch)
            end();
        if (mustSearch)
            scheduleRetry(refusedPause, std::move(again));
        return;
    }
    const auto pause = isWaiting() ? countFailure() : std::optional(Duration(cleanUpPause));
    if (!pause) {
        const bool mustSearch = mayHaveHiddenNode();
        fail(error);
        if (mustSearch)
            scheduleRetry(cleanUpPause, std::move(again));
        return;
    }
    scheduleRetry(*pause, std::move(again));
}

std::optional<Duration> BaseAttempt::countFailure()
{
    const auto now = m_client->executor().clock().now();
    if (++m_failures == 1)
        m_failingSince = now;
    return m_options.retry.pauseAfter(m_failures, now - m_failingSince);
}

void BaseAttempt::scheduleRetry(Duration pause, Task again)
{
    if (!isConnected()) {
        m_whenConnected = std::move(again);
        return;
    }
    // Connected, perhaps again: the failure was on an earlier connection, or the server was busy.
    m_retry = m_client->executor().after(pause, [weak = weak_from_this(), again = std::move(again)] {
        const auto me = weak.lock();
        if (!me)
            return;
        if (me->isConnected())
            again();
        else
            me->m_whenConnected = again;
    });
}

void BaseAttempt::removeLater(Duration pause)
{
    scheduleRetry(pause, [this] { removeUntilGone(); });
}

void BaseAttempt::end()
{
    if (std::exchange(m_ended, true))
        return;
    m_whenConnected = nullptr;
    m_retry.reset();
    m_budget.reset();
    m_contact.reset();
    m_deadline.reset();
    m_heartbeat.reset();
    m_own.reset();
    if (auto replaced = std::exchange(m_replaces, nullptr))
        replaced->handOverFailed();         // this create will not delete it
    const auto last = std::move(m_session); // its end may destroy this
    if (auto reply = std::exchange(m_released, nullptr))
        reply({}); // there was no node
}

} // namespace lockscope::locks
