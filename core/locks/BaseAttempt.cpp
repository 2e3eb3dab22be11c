// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/BaseAttempt.h"

#include "core/locks/Parents.h"
#include "core/zk/Path.h"

#include <utility>

namespace lockscope::locks {

namespace {

/// Before a request that the server refused to take (throttled, moved) is sent again.
constexpr auto retryDelay = std::chrono::milliseconds(50);

/// A server without quorum refuses writes; it, or another, takes them later.
bool canTryAgain(const Error& error)
{
    return isRetryable(error) || error.code == ErrorCode::ReadOnlyServer;
}

} // namespace

BaseAttempt::BaseAttempt(zk::Client& client, std::string directory, LockOptions options)
    : m_client(client)
    , m_directory(std::move(directory))
    , m_options(std::move(options))
{
}

BaseAttempt::~BaseAttempt() = default;

void BaseAttempt::start(std::optional<Duration> timeout, zk::Reply<Grant> reply)
{
    m_keepAlive = shared_from_this();
    m_timeout = timeout;
    m_reply = std::move(reply);
    m_session = m_client.onSession([weak = weak_from_this()](const zk::Session& session) {
        if (const auto me = weak.lock())
            me->onSession(session);
    });
    if (timeout && !onlyLooks()) {
        m_budget = m_client.executor().after(*timeout, [weak = weak_from_this()] {
            if (const auto me = weak.lock(); me && me->isWaiting())
                me->timeOut();
        });
    }
    if (isConnected()) {
        enter();
        return;
    }
    const auto& session = m_client.session();
    if (session.state == zk::SessionState::AuthFailed || session.state == zk::SessionState::Closed)
        sessionOver(LostReason::ClientClosed, session);
    else if (onlyLooks())
        fail({ErrorCode::NoConnection, "acquire", m_directory, "the client is not connected"});
}

void BaseAttempt::cancel()
{
    if (isWaiting())
        fail({ErrorCode::Cancelled, "acquire", m_directory, {}});
}

void BaseAttempt::release(zk::Reply<void> reply)
{
    if (m_state.phase != Phase::Held && m_state.phase != Phase::Uncertain) {
        // Posted, so that a reply never comes from inside the call.
        m_client.executor().post([reply = std::move(reply), state = m_state, path = m_directory] {
            reply(failure(ErrorCode::NotHeld, "release", path, std::string(toString(state.reason))));
        });
        return;
    }
    m_released = std::move(reply);
    m_ending = true;
    removeUntilGone();
}

std::uint64_t BaseAttempt::nextRound()
{
    m_retry.reset();
    return ++m_round;
}

bool BaseAttempt::onlyLooks() const
{
    return m_timeout && *m_timeout <= Duration::zero();
}

bool BaseAttempt::isConnected() const
{
    return m_client.session().state == zk::SessionState::Connected;
}

std::string BaseAttempt::ownPath() const
{
    return zk::join(m_directory, m_state.node);
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
    const auto alive = shared_from_this(); // a handler below may end us
    switch (session.state) {
    case zk::SessionState::Connecting:
        break;
    case zk::SessionState::Suspended:
    case zk::SessionState::ReadOnly:
        if (m_state.phase == Phase::Held) {
            auto state = m_state;
            state.phase = Phase::Uncertain;
            state.validUntil = session.validUntil;
            setState(std::move(state));
        }
        break;
    case zk::SessionState::Connected:
        if (!m_state.node.empty() && !m_removing)
            watchOwn(); // and see whether it is still there
        if (auto interrupted = std::exchange(m_whenConnected, nullptr))
            interrupted();
        else if (isWaiting() && !m_state.node.empty())
            resume();
        else if (isWaiting() && !mayHaveHiddenNode())
            enter();
        break;
    case zk::SessionState::Lost:
        sessionOver(LostReason::SessionExpired, session);
        break;
    case zk::SessionState::AuthFailed:
    case zk::SessionState::Closed:
        sessionOver(LostReason::ClientClosed, session);
        break;
    }
}

void BaseAttempt::sessionOver(LostReason reason, const zk::Session& session)
{
    if (m_ended)
        return;
    const auto alive = shared_from_this();
    m_ownRetry.reset();
    m_whenConnected = nullptr;
    m_retry.reset();
    m_createOpen = false;
    m_outcomeUnknown = false;
    nextRound();
    leave();
    if (m_state.phase == Phase::Held || m_state.phase == Phase::Uncertain) {
        lose(reason);
        return;
    }
    forgetNode();
    if (m_ending) { // the server deletes what was left
        end();
        return;
    }
    if (reason == LostReason::SessionExpired)
        return; // the client opens a new session, and we queue again on it
    const auto code = session.state == zk::SessionState::AuthFailed ? ErrorCode::AuthFailed : ErrorCode::Closed;
    fail({code, "acquire", m_directory, session.detail});
}

void BaseAttempt::lose(LostReason reason)
{
    auto state = m_state;
    state.phase = Phase::Lost;
    state.reason = reason;
    m_ownWatch.reset();
    const bool releasing = static_cast<bool>(m_released);
    setState(std::move(state));
    if (releasing) {
        // The node is gone, which is what release() wanted.
        if (auto reply = std::exchange(m_released, nullptr))
            reply({});
    }
    end();
}

// --- the own node --------------------------------------------------------------------------------------------------

void BaseAttempt::createNode()
{
    m_createOpen = true;
    const auto asked = round();
    m_client.create(createRequest(), [me = shared_from_this(), asked](Result<zk::Created> created) {
        me->onCreated(asked, std::move(created));
    });
    createSent();
}

void BaseAttempt::onCreated(std::uint64_t asked, Result<zk::Created> created)
{
    // Giving up starts a new round, but an open create is waited for all the same. Only the end of its session cancels
    // it.
    if (!m_createOpen || (isStale(asked) && !m_ending))
        return;
    m_createOpen = false;
    if (created) {
        settled(*created);
        return;
    }
    const auto& error = created.error();
    m_outcomeUnknown = isOutcomeUnknown(error);
    if (m_ending && !m_outcomeUnknown) {
        end();
    } else if (error.code == ErrorCode::NoNode) {
        makeDirectory();
    } else if (error.code == ErrorCode::NodeExists) {
        nameTaken(error);
    } else {
        retryOrFail(error, [me = shared_from_this()] {
            if (me->m_outcomeUnknown)
                me->findOwnNode();
            else
                me->createNode();
        });
    }
}

void BaseAttempt::makeDirectory()
{
    makeParents(m_client, m_directory, m_options, [me = shared_from_this(), asked = round()](Result<void> made) {
        if (me->isStale(asked) || me->m_ending)
            return;
        if (made)
            me->createNode();
        else
            me->retryOrFail(made.error(), [me] { me->createNode(); });
    });
}

void BaseAttempt::settled(const std::optional<zk::Created>& own)
{
    m_outcomeUnknown = false;
    if (m_ending && own) {
        abandonNode(*own);
    } else if (m_ending) {
        end();
    } else if (own) {
        nodeCreated(*own);
        nodeMade();
    } else {
        createNode();
    }
}

void BaseAttempt::rememberNode(const zk::Created& created)
{
    auto state = m_state;
    state.node = zk::baseName(created.path);
    state.token = created.stat.czxid;
    setState(std::move(state));
}

void BaseAttempt::forgetNode()
{
    m_ownWatch.reset();
    auto state = m_state;
    state.node.clear();
    state.token = 0;
    state.position = -1;
    state.waitsOn.clear();
    setState(std::move(state));
}

void BaseAttempt::nodeCreated(const zk::Created& created)
{
    m_ownSession = created.stat.ephemeralOwner;
    rememberNode(created);
    watchOwn();
}

/// The caller has gone, and the create made a node after all.
void BaseAttempt::abandonNode(const zk::Created& created)
{
    rememberNode(created);
    removeUntilGone();
}

void BaseAttempt::watchOwn()
{
    // An exists watch: it needs no right to read, and the node is there.
    m_ownRetry.reset();
    const auto node = m_state.node;
    m_ownWatch = m_client.exists(
        ownPath(),
        [weak = weak_from_this()](const zk::WatchEvent& event) {
            if (const auto me = weak.lock())
                me->ownChanged(event);
        },
        [me = shared_from_this(), node](const Result<std::optional<zk::Stat>>& found) {
            if (me->m_ended || me->m_removing || me->m_state.node != node)
                return;
            if (!found)
                me->watchOwnLater(found.error());
            else if (!me->isOwn(*found))
                me->ownVanished();
            else
                me->ownSeen();
        });
}

bool BaseAttempt::isOwn(const std::optional<zk::Stat>& found) const
{
    return found && found->czxid == m_state.token && found->ephemeralOwner == m_ownSession;
}

void BaseAttempt::watchOwnLater(const Error& error)
{
    if (isSessionFatal(error))
        return;
    if (!isRetryable(error))
        m_options.log.write(LogLevel::Warning, "locks",
                            "can't watch our own node, its deletion will go unnoticed: " + describe(error));
    // Where the connection has gone, its return asks again.
    m_ownRetry = m_client.executor().after(retryDelay, [weak = weak_from_this()] {
        const auto me = weak.lock();
        if (me && me->isConnected() && !me->m_ended && !me->m_removing && !me->m_state.node.empty())
            me->watchOwn();
    });
}

void BaseAttempt::ownSeen()
{
    if (m_state.phase != Phase::Uncertain || !isConnected())
        return;
    auto state = m_state;
    state.phase = Phase::Held;
    state.validUntil = {};
    setState(std::move(state));
}

void BaseAttempt::ownChanged(const zk::WatchEvent& event)
{
    if (m_ended || m_state.node.empty() || event.path != ownPath())
        return;
    if (event.type == zk::WatchEvent::Type::Deleted)
        ownVanished();
    else if (!m_removing)
        watchOwn();
}

void BaseAttempt::ownVanished()
{
    if (m_removing) // by ourselves; the reply to remove() comes, or has come
        return;
    const auto alive = shared_from_this();
    m_options.log.write(LogLevel::Warning, "locks", "somebody deleted our node " + ownPath());
    if (m_state.phase == Phase::Held || m_state.phase == Phase::Uncertain)
        lose(LostReason::NodeDeleted);
    else if (isWaiting())
        requeue();
}

void BaseAttempt::requeue()
{
    nextRound();
    leave();
    forgetNode();
    if (isConnected())
        enter();
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
    // The listing or create that said so came over the session that owns the node. If that session is not the present
    // one, or contact is gone, its event is on the way and decides.
    if (!isConnected() || m_client.session().id != m_ownSession)
        return;
    if (m_client.executor().clock().now() >= m_client.session().validUntil) {
        // We stood still for longer than the session may live: what was read before that proves nothing.
        grantIfStillThere();
        return;
    }
    auto state = m_state;
    state.phase = Phase::Held;
    state.position = 0;
    state.waitsOn.clear();
    setState(std::move(state));
    answer(Grant{m_state.token, m_state.node});
}

void BaseAttempt::grantIfStillThere()
{
    m_client.exists(ownPath(),
                    [me = shared_from_this(), asked = round()](const Result<std::optional<zk::Stat>>& found) {
                        if (me->isStale(asked) || !me->isWaiting())
                            return;
                        if (!found)
                            me->retryOrFail(found.error(), [me] { me->grant(); });
                        else if (me->isOwn(*found))
                            me->grant();
                        else
                            me->ownVanished();
                    });
}

void BaseAttempt::timeOut()
{
    fail({ErrorCode::TimedOut, "acquire", m_directory,
          m_state.node.empty() ? "the ensemble did not answer" : "the lock is still held by another client"});
}

void BaseAttempt::fail(Error error)
{
    const auto alive = shared_from_this();
    m_ending = true;
    if (!mayHaveHiddenNode()) { // else what was interrupted must still find that node
        m_whenConnected = nullptr;
        m_retry.reset();
    }
    auto state = m_state;
    state.phase = Phase::Released;
    state.position = -1;
    state.waitsOn.clear();
    setState(std::move(state));
    if (!m_state.node.empty()) {
        nextRound();
        removeUntilGone();
    } else if (!mayHaveHiddenNode()) {
        end();
    }
    // Else the open create is answered, or searched for, first.
    answer(failure(std::move(error)));
}

void BaseAttempt::retryOrFail(const Error& error, Task again)
{
    if (error.code == ErrorCode::Closed) {
        // Perhaps the client is being destroyed, and no event will come.
        zk::Session closed;
        closed.state = zk::SessionState::Closed;
        sessionOver(LostReason::ClientClosed, closed);
        return;
    }
    if (isSessionFatal(error))
        return; // the session's own event decides
    if (!canTryAgain(error)) {
        if (m_ending)
            end();
        else
            fail(error);
        return;
    }
    if (!isConnected()) {
        m_whenConnected = std::move(again);
        return;
    }
    // Still, or already again, connected: what failed did so on a connection before, or the server was busy.
    m_retry = m_client.executor().after(retryDelay, [weak = weak_from_this(), again = std::move(again)] {
        const auto me = weak.lock();
        if (!me)
            return;
        if (me->isConnected())
            again();
        else
            me->m_whenConnected = again;
    });
}

void BaseAttempt::removeOwn(zk::Reply<void> reply)
{
    m_client.remove(ownPath(), zk::anyVersion, std::move(reply));
}

void BaseAttempt::removeUntilGone()
{
    m_removing = true;
    removeOwn([me = shared_from_this()](Result<void> removed) {
        if (me->m_ended)
            return;
        if (!removed && removed.error().code != ErrorCode::NoNode) {
            const auto& error = removed.error();
            if (isSessionFatal(error) || canTryAgain(error)) {
                me->retryOrFail(error, [me] { me->removeUntilGone(); });
                return;
            }
            // The server will not let us delete: the caller still holds, and must know.
            me->m_options.log.write(LogLevel::Error, "locks", "can't delete our own node: " + describe(error));
            if (auto reply = std::exchange(me->m_released, nullptr)) {
                me->m_removing = false;
                me->m_ending = false;
                me->watchOwn();
                reply(failure(error));
                return;
            }
        }
        auto state = me->m_state;
        state.phase = Phase::Released;
        me->setState(std::move(state));
        if (auto reply = std::exchange(me->m_released, nullptr))
            reply({});
        me->end();
    });
}

void BaseAttempt::end()
{
    m_ended = true;
    m_whenConnected = nullptr;
    m_retry.reset();
    m_ownRetry.reset();
    m_budget.reset();
    m_session.reset();
    m_keepAlive.reset();
}

} // namespace lockscope::locks
