// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of FakeServer that creates, closes and expires connections and sessions.

#include "tests/support/FakeServer.h"

#include <algorithm>

namespace lockscope::test {

using Lock = std::lock_guard<std::recursive_mutex>;

void FakeServer::hangUp(FakeLink& link)
{
    const Lock lock(mutex);
    link.up = false;
    ++link.number;
    link.silentSince.reset();
    link.sent.clear();
    link.outbox.clear();
    forgetWatches(link.session);
}

void FakeServer::drop(const std::shared_ptr<FakeLink>& link, When pending)
{
    if (!link->up)
        return;
    if (pending == When::AfterExecution) {
        for (const auto& request : std::deque(link->sent)) {
            if (request->needsTheLeader() && isPartitioned(link->server))
                break;
            execute(*link, *request);
        }
    }
    hangUp(*link);
    link->wakeUp();
}

void FakeServer::disconnect(const std::shared_ptr<FakeLink>& link, When pending)
{
    const Lock lock(mutex);
    link->blocked = true;
    drop(link, pending);
}

void FakeServer::cut(const std::shared_ptr<FakeLink>& link)
{
    const Lock lock(mutex);
    link->blocked = true;
    if (link->up && !link->silentSince)
        link->silentSince = clock().now();
}

void FakeServer::reconnect(const std::shared_ptr<FakeLink>& link)
{
    const Lock lock(mutex);
    link->blocked = false;
    if (!link->silentSince)
        return link->wakeUp();
    if (!m_sessions.contains(link->session))
        return drop(link, When::BeforeExecution);
    // The silence was shorter than the client's time limit: everything arrives late, nothing is lost.
    link->silentSince.reset();
    postSteps(link);
    postDeliveries(link);
}

void FakeServer::setReadOnly(const std::shared_ptr<FakeLink>& link, bool readOnly)
{
    const Lock lock(mutex);
    if (link->readOnly == readOnly)
        return;
    drop(link, When::BeforeExecution);
    link->readOnly = readOnly;
    if (readOnly)
        freeze(*link);
    link->wakeUp();
}

std::size_t FakeServer::serverFor(const FakeLink& link) const
{
    if (link.readOnly)
        return link.frozen;
    return isPartitioned(link.nextServer) ? 0 : link.nextServer;
}

// ---- the leader's tracker

namespace {

/// ExpiryQueue.roundToNextInterval.
SteadyTime nextMultiple(SteadyTime time, Duration interval)
{
    return SteadyTime((time.time_since_epoch() / interval + 1) * interval);
}

} // namespace

void FakeServer::track(Session& session)
{
    session.expiresAt = std::max(session.expiresAt, nextMultiple(clock().now() + session.timeout, tick));
}

/// Reports a touch to the leader as of the last ping, unless the follower was cut off then.
void FakeServer::handOver(Session& session)
{
    if (!session.touched || isPartitioned(session.touchedAt))
        return;
    const auto ping = nextMultiple(*session.touched - pingPhase, tick / 2) + pingPhase;
    if (ping > clock().now())
        return;
    session.expiresAt = std::max(session.expiresAt, nextMultiple(ping + session.timeout, tick));
    session.touched.reset();
}

void FakeServer::touch(const FakeLink& link)
{
    const auto it = m_sessions.find(link.session);
    if (link.readOnly || it == m_sessions.end())
        return;
    auto& session = it->second;
    if (link.server == 0)
        return track(session);
    handOver(session);
    if (!session.touched)
        session.touched = clock().now();
    session.touchedAt = link.server;
}

void FakeServer::armExpiry(SessionId id, Session& session)
{
    session.expiry = m_executor.after(session.expiresAt - clock().now(), [weak = weak_from_this(), id] {
        if (const auto self = weak.lock())
            self->onExpiryDue(id);
    });
}

void FakeServer::onExpiryDue(SessionId id)
{
    const Lock lock(mutex);
    const auto it = m_sessions.find(id);
    if (it == m_sessions.end())
        return;
    handOver(it->second);
    if (clock().now() < it->second.expiresAt)
        armExpiry(id, it->second);
    else if (m_expiryPaused)
        m_overdue.insert(id);
    else
        expire(id);
}

void FakeServer::endSession(SessionId session)
{
    const auto it = m_sessions.find(session);
    if (it == m_sessions.end())
        return;
    if (it->second.keepsEphemerals)
        m_kept.push_back(session);
    // The running timer may be this session's own: its subscription is destroyed last.
    const Session ended = std::move(it->second);
    m_sessions.erase(it);
    m_overdue.erase(session);
    forgetWatches(session);
    if (!ended.keepsEphemerals)
        tree.removeOwnedBy(session);
    publish();
}

void FakeServer::expire(SessionId session)
{
    const Lock lock(mutex);
    const auto it = m_sessions.find(session);
    if (it == m_sessions.end())
        return;
    const auto link = it->second.link.lock();
    endSession(session);
    if (link && link->up && link->session == session && link->server == 0 && !link->silentSince)
        drop(link, When::BeforeExecution);
}

void FakeServer::hangUpOnTheExpired(std::size_t follower)
{
    for (const auto& weak : m_links) {
        const auto link = weak.lock();
        if (link && link->up && link->server == follower && !link->silentSince && !m_sessions.contains(link->session))
            drop(link, When::BeforeExecution);
    }
}

void FakeServer::closeSession(const std::shared_ptr<FakeLink>& link)
{
    const Lock lock(mutex);
    const bool reachesTheLeader = link->up && !link->silentSince && !isPartitioned(link->server);
    if (reachesTheLeader) {
        // The close follows the requests sent before it; a held request never arrived.
        for (const auto& request : std::deque(link->sent)) {
            if (request->hold != 0)
                break;
            execute(*link, *request);
        }
        if (!link->readOnly)
            endSession(link->session);
    }
    hangUp(*link);
    link->session = 0;
}

void FakeServer::keepEphemerals(SessionId session)
{
    const Lock lock(mutex);
    if (const auto it = m_sessions.find(session); it != m_sessions.end())
        it->second.keepsEphemerals = true;
}

void FakeServer::removeKeptEphemerals()
{
    const Lock lock(mutex);
    for (const SessionId session : std::exchange(m_kept, {}))
        tree.removeOwnedBy(session);
    publish();
}

void FakeServer::pauseExpiry(bool paused)
{
    const Lock lock(mutex);
    m_expiryPaused = paused;
    if (!paused) {
        for (const SessionId session : std::exchange(m_overdue, {}))
            onExpiryDue(session); // the session may have been touched since
    }
}

bool FakeServer::hasSession(SessionId session) const
{
    const Lock lock(mutex);
    return m_sessions.contains(session);
}

std::size_t FakeServer::sessionCount() const
{
    const Lock lock(mutex);
    return m_sessions.size();
}

} // namespace lockscope::test
