// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The session of the core, from its first request to its end.

#include "core/zk/ClientCore.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::zk {

void ZooKeeperClient::Core::connected(const ConnectionEvent& event)
{
    if (m_session.id != 0 && event.session != m_session.id) {
        // A session of a read-only server's own ends silently when the C client finds a server with quorum.
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
    const bool isNew = m_session.id == 0;
    if (isNew && event.kind == ConnectionEvent::Kind::Connected)
        introduce(event);
    else
        establish(event);
}

/// How long ago the server made a new session is anybody's guess: its handshake may have waited here. A first request
/// of our own gives a lower bound for validUntil, so only its answer makes the session Connected.
void ZooKeeperClient::Core::introduce(const ConnectionEvent& event)
{
    const auto present = handle();
    if (!present)
        return;
    sendCredentialsAgain();
    m_introduction = {event, m_requests.nextId(), m_executor.clock().now()};
    // Should it fail, the connection is lost again, and the C client will speak of the next one.
    if (const auto sent = present->send(m_introduction.request, SyncRequest{"/"}); !sent)
        m_log.write(LogLevel::Info, "zk", describe(sent.error()));
    else if (m_settings.traffic)
        ++m_settings.traffic->requests;
}

void ZooKeeperClient::Core::onIntroduced(const Result<Answer>& answer)
{
    const auto introduction = std::exchange(m_introduction, {});
    if (!answer && (isOutcomeUnknown(answer.error()) || isSessionFatal(answer.error())))
        return;
    m_session.validUntil = introduction.sentAt + introduction.event.timeout;
    establish(introduction.event);
}

void ZooKeeperClient::Core::establish(const ConnectionEvent& event)
{
    if (m_session.id == 0) {
        m_session.id = event.session;
        ++m_session.generation;
        m_isQuorumSession = false;
    }
    m_session.timeout = event.timeout;
    m_session.server = event.server;
    if (event.kind == ConnectionEvent::Kind::ReadOnly) {
        // What a server without quorum answers does not keep the session alive, so validUntil stands still.
        m_session.state = SessionState::ReadOnly;
        m_session.detail = phrase("connected to a server without quorum: reading only");
        armDeadline();
    } else {
        // A session that was found again keeps its validUntil until the next answer.
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
    if (m_session.state == SessionState::Connected)
        keepAlive();
}

/// There is no session; one is asked for.
void ZooKeeperClient::Core::beginAnew()
{
    m_session.state = SessionState::Connecting;
    m_session.id = 0;
    m_session.validUntil = {};
    m_session.detail.clear();
}

void ZooKeeperClient::Core::suspended()
{
    if (!canRead(m_session.state))
        return;
    stopTimers();
    m_session.detail = m_session.server.empty() ? phrase("contact with the server is lost")
                                                : phrase("contact with %1 is lost", m_session.server);
    m_session.state = SessionState::Suspended;
    m_session.server.clear();
    m_log.write(LogLevel::Warning, "zk", "session " + toHex(m_session.id) + " suspended: " + m_session.detail);
    armDeadline();
    publish();
}

/// The session is over; the next one is begun.
void ZooKeeperClient::Core::lose(ErrorCode code, const std::string& detail)
{
    if (m_session.id == 0) {
        // It ended before anybody was told of it: nobody loses anything.
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

/// What every end of a session has in common. Requests are the caller's.
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
    m_observers.tell();
}

/// The C client never gives a session up by itself while it is cut off; this does.
void ZooKeeperClient::Core::armDeadline()
{
    // A read-only server's own session dies with that server, not by a clock of ours.
    if (!m_isQuorumSession)
        return;
    const auto left = std::max<Duration>(m_session.validUntil - m_executor.clock().now(), Duration::zero());
    m_deadline = m_executor.after(left, whileAlive([](Core& core) { core.onDeadline(); }));
}

void ZooKeeperClient::Core::onDeadline()
{
    if (m_session.state != SessionState::Suspended && m_session.state != SessionState::ReadOnly)
        return;
    if (m_executor.clock().now() < m_session.validUntil)
        return armDeadline();
    lose(ErrorCode::SessionExpired, phrase("no contact for the session timeout"));
}

void ZooKeeperClient::Core::armKeepAlive(Duration delay)
{
    m_keepAlive = m_executor.after(delay, whileAlive([](Core& core) { core.onKeepAlive(); }));
}

void ZooKeeperClient::Core::onKeepAlive()
{
    if (m_session.state != SessionState::Connected)
        return;
    const Duration third = Duration(m_session.timeout) / 3;
    const auto proofAge = m_executor.clock().now() - (m_session.validUntil - m_session.timeout);
    if (proofAge < third)
        armKeepAlive(third - proofAge);
    else
        keepAlive();
}

/// The C client's own pings are invisible to us, and a follower answers them even when it has lost its leader. A sync
/// goes to the leader and back; a follower that is cut off does not answer, and the C client then drops the connection.
void ZooKeeperClient::Core::keepAlive()
{
    if (m_requests.isEmpty()) {
        enqueue(SyncRequest{"/"}, 0, [](const Result<Answer>&) {});
        pump();
    }
    armKeepAlive(Duration(m_session.timeout) / 3);
}

void ZooKeeperClient::Core::stopTimers()
{
    m_deadline.reset();
    m_keepAlive.reset();
    m_retry.reset();
    m_patience.reset();
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
    // Not from inside this call: the caller may be a handler of ours, or hold what an observer touches.
    m_executor.post(whileAlive([open = m_requests.takeAll()](Core& core) mutable {
        core.m_observers.tell();
        core.failAll(std::move(open), ErrorCode::Closed);
    }));
    releaseHandle();
}

} // namespace lockscope::zk
