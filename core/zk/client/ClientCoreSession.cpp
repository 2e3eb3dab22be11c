// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The core's session, from its first request to its end.

#include "core/zk/client/ClientCore.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::zk {

namespace {

/// Slightly less than a third of the timeout, when the C client would send a ping: this request replaces the ping.
constexpr Duration keepAliveInterval(Duration timeout)
{
    return timeout * 19 / 60;
}

/// With less time left, an existing session is confirmed at once, and a new session is not published.
constexpr Duration leastLeft(Duration timeout)
{
    return timeout / 3;
}

/// Between two proofs, so that a proof that servers refuse is not repeated without a pause.
constexpr Duration shortestPause(Duration timeout)
{
    return timeout / 12;
}

} // namespace

void ZooKeeperClient::Core::connected(const ConnectionEvent& event)
{
    if (m_session.id != 0 && event.session != m_session.id) {
        // A read-only server's own session ends silently when the C client finds a server with quorum.
        auto open = m_requests.takeAll();
        endSession(SessionState::Lost, phrase("the read-only server's session has ended"));
        publish();
        failAll(std::move(open), ErrorCode::SessionExpired);
        if (isFinal())
            return;
        beginAnew();
        publish();
        if (isFinal()) // an observer has closed the client
            return;
    }
    stopTimers();
    m_introduction = {};
    if (m_session.id != 0 || event.kind == ConnectionEvent::Kind::ReadOnly)
        return establish(event, {});
    // The leader created the session after this client's request.
    const auto validUntil = event.askedAfter + event.timeout;
    if (event.askedAfter != SteadyTime() && validUntil - m_executor.clock().now() >= leastLeft(event.timeout))
        return establish(event, validUntil);
    m_introduction.event = event;
    introduce();
}

/// It is unknown when the leader created the new session. One request, and a proof of it later, establish its minimum
/// lifetime. Only then is the session published.
void ZooKeeperClient::Core::introduce()
{
    const auto present = handle();
    if (!present)
        return;
    sendCredentialsAgain();
    m_introduction.request = m_requests.nextId();
    m_introduction.sentAt = m_executor.clock().now();
    // If it fails with its connection, the handle reports the next connection.
    if (const auto sent = present->send(m_introduction.request, SyncRequest{"/"}); !sent)
        m_log.write(LogLevel::Info, "zk", describe(sent.error()));
    else if (m_settings.traffic)
        ++m_settings.traffic->requests;
}

void ZooKeeperClient::Core::onIntroduced(const Result<Answer>& answer)
{
    auto& introduction = m_introduction;
    introduction.request = 0;
    if (!answer && isSessionFatal(answer.error()))
        return;
    if (answer && introduction.firstSentAt) {
        const auto complete = std::exchange(m_introduction, {});
        return establish(complete.event, *complete.firstSentAt + complete.event.timeout);
    }
    if (answer)
        introduction.firstSentAt = introduction.sentAt;
    introduction.second =
        m_executor.after(introduction.event.timeout / 4, whileAlive([](Core& core) { core.introduce(); }));
}

/// `validUntil` is used for a new session only.
void ZooKeeperClient::Core::establish(const ConnectionEvent& event, SteadyTime validUntil)
{
    const auto now = m_executor.clock().now();
    const bool isNew = m_session.id == 0;
    if (isNew) {
        m_session.id = event.session;
        m_session.expiry = m_expiry = std::make_shared<Expiry>();
        m_session.lastContact = std::max(validUntil - event.timeout, SteadyTime());
        validAtLeastUntil(validUntil);
        ++m_session.generation;
        m_isQuorumSession = false;
    }
    m_session.timeout = event.timeout;
    m_session.server = event.server;
    m_session.connectedAt = now;
    m_proof.begin(m_session.timeout);
    m_lastSent = m_heartbeatsSince = now;
    m_lastProof = {};
    if (event.kind == ConnectionEvent::Kind::ReadOnly) {
        // Answers of a server without quorum do not keep the session alive, so validUntil does not advance.
        m_session.state = SessionState::ReadOnly;
        m_session.detail = phrase("connected to a server without quorum: read-only");
        armDeadline();
    } else {
        // On reconnect the leader was asked whether the session is alive, after all answers received before.
        if (!isNew && m_isQuorumSession)
            validAtLeastUntil(m_session.lastContact + m_session.timeout);
        m_session.state = SessionState::Connected;
        m_session.detail.clear();
        m_isQuorumSession = true;
    }
    m_log.write(LogLevel::Info, "zk",
                "session " + toHex(m_session.id) + " " + std::string(toString(m_session.state)) + " at " +
                    m_session.server);
    sendCredentialsAgain();
    publish();
    if (!canRead(m_session.state))
        return;
    for (const auto& node : std::exchange(m_unwatchLater, {}))
        unwatch(node);
    pump();
    onKeepAlive();
}

/// No session exists; a new one is requested.
void ZooKeeperClient::Core::beginAnew()
{
    m_session.state = SessionState::Connecting;
    m_session.id = 0;
    m_session.validUntil = {};
    m_session.lastContact = {};
    m_session.connectedAt = {};
    m_session.expiry.reset();
    m_expiry.reset();
    m_session.detail.clear();
}

void ZooKeeperClient::Core::validAtLeastUntil(SteadyTime until)
{
    if (until <= m_session.validUntil)
        return;
    const auto now = m_executor.clock().now();
    const bool isNews =
        m_heartbeats > 0 && m_session.state == SessionState::Connected && m_session.validUntil <= now && now < until;
    m_session.validUntil = until;
    m_expiry->moveTo(until);
    if (isNews)
        m_executor.post(whileAlive([](Core& core) {
            if (core.m_session.state == SessionState::Connected)
                core.publish();
        }));
}

Subscription ZooKeeperClient::Core::heartbeat()
{
    if (++m_heartbeats == 1) {
        m_heartbeatsSince = m_executor.clock().now();
        onKeepAlive();
    }
    return Subscription([weak = weak_from_this()] {
        if (const auto core = weak.lock())
            --core->m_heartbeats;
    });
}

void ZooKeeperClient::Core::suspended()
{
    m_introduction = {};
    if (!canRead(m_session.state))
        return;
    stopTimers();
    m_session.detail = m_session.server.empty() ? phrase("the connection to the server is lost")
                                                : phrase("the connection to %1 is lost", m_session.server);
    m_session.state = SessionState::Suspended;
    m_session.server.clear();
    m_log.write(LogLevel::Warning, "zk", "session " + toHex(m_session.id) + " suspended: " + m_session.detail);
    armDeadline();
    publish();
}

/// Ends the session and starts the next one.
void ZooKeeperClient::Core::lose(ErrorCode code, const std::string& detail)
{
    if (m_session.id == 0) {
        // It ended before it was published: no observer is affected.
        m_introduction = {};
        releaseHandle();
        openHandle();
        return;
    }
    m_log.write(LogLevel::Warning, "zk", "session " + toHex(m_session.id) + " lost: " + detail);
    auto open = m_requests.takeAll();
    endSession(SessionState::Lost, detail);
    releaseHandle();
    publish();
    failAll(std::move(open), code);
    if (isFinal())
        return;
    beginAnew();
    openHandle();
    publish();
}

/// The common part of every end of a session. The caller handles the requests.
void ZooKeeperClient::Core::endSession(SessionState state, const std::string& detail)
{
    stopTimers();
    m_introduction = {};
    m_watches.clear();
    m_unwatchLater.clear();
    m_session.state = state;
    m_session.server.clear();
    m_session.detail = detail;
}

void ZooKeeperClient::Core::publish()
{
    m_observers.note(m_session);
    m_observers.report();
}

/// When a disconnected session is given up; the C client never does this. The leader may have counted the last contact,
/// so a reconnect until then may find the session alive. Locks are valid only until validUntil.
SteadyTime ZooKeeperClient::Core::deadline() const
{
    return std::max(m_session.validUntil, m_session.lastContact + m_session.timeout);
}

void ZooKeeperClient::Core::armDeadline()
{
    // A read-only server's own session ends with that server, not after a timeout.
    if (!m_isQuorumSession)
        return;
    const auto left = std::max<Duration>(deadline() - m_executor.clock().now(), Duration::zero());
    m_deadline = m_executor.after(left, whileAlive([](Core& core) { core.onDeadline(); }));
}

void ZooKeeperClient::Core::onDeadline()
{
    if (m_session.state != SessionState::Suspended && m_session.state != SessionState::ReadOnly)
        return;
    if (m_executor.clock().now() < deadline())
        return armDeadline();
    lose(ErrorCode::SessionExpired, phrase("the session was not renewed within the session timeout"));
}

SteadyTime ZooKeeperClient::Core::nextKeepAlive() const
{
    const Duration timeout = m_session.timeout;
    if (m_heartbeats == 0)
        return m_lastSent + keepAliveInterval(timeout);
    const auto useful = m_proof.nextUseful().value_or(SteadyTime());
    const auto regular = std::max(std::max(m_lastProof, m_heartbeatsSince) + keepAliveInterval(timeout), useful);
    const auto urgent = std::max(m_session.validUntil - leastLeft(timeout), useful);
    return std::max(std::min(regular, urgent), m_lastProof + shortestPause(timeout));
}

void ZooKeeperClient::Core::armKeepAlive()
{
    if (m_session.state != SessionState::Connected || m_keepAliveIsOpen)
        return;
    const auto next = nextKeepAlive();
    if (m_keepAliveAt <= next)
        return; // the timer checks again
    m_keepAliveAt = next;
    const auto left = std::max<Duration>(next - m_executor.clock().now(), Duration::zero());
    m_keepAlive = m_executor.after(left, whileAlive([](Core& core) {
                                       core.m_keepAliveAt = SteadyTime::max();
                                       core.onKeepAlive();
                                   }));
}

/// With a heartbeat(), confirms the session every third of its timeout: by a sync, unless writes confirm it. Without
/// one, a read keeps it alive in place of the C client's ping, whose answer is not reported. The read can be confirmed
/// as soon as a heartbeat() starts.
void ZooKeeperClient::Core::onKeepAlive()
{
    if (m_session.state != SessionState::Connected || m_keepAliveIsOpen)
        return;
    if (m_executor.clock().now() < nextKeepAlive())
        return armKeepAlive();
    m_keepAliveIsOpen = true;
    auto request = m_heartbeats > 0 ? Request(SyncRequest{"/"}) : Request(ExistsRequest{"/"});
    enqueue(std::move(request), 0, [weak = weak_from_this()](const Result<Answer>&) {
        if (const auto core = weak.lock()) {
            core->m_keepAliveIsOpen = false;
            core->armKeepAlive();
        }
    });
    pump();
}

void ZooKeeperClient::Core::stopTimers()
{
    m_deadline.reset();
    m_keepAlive.reset();
    m_keepAliveAt = SteadyTime::max();
    m_retry.reset();
    m_waitLimit.reset();
}

void ZooKeeperClient::Core::close(Task closed)
{
    if (m_handles == 0)
        m_executor.post(std::move(closed));
    else
        m_onClosed.push_back(std::move(closed));
    if (m_session.state == SessionState::Closed)
        return;
    endSession(SessionState::Closed, {});
    m_observers.note(m_session);
    // Not during this call: the caller may be a callback of this client, or hold what an observer uses.
    m_executor.post(whileAlive([open = m_requests.takeAll()](Core& core) mutable {
        core.m_observers.report();
        core.failAll(std::move(open), ErrorCode::Closed);
    }));
    releaseHandle();
}

} // namespace lockscope::zk
