// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of FakeServer that makes, breaks and ends connections and sessions.

#include "tests/support/FakeServer.h"

#include <algorithm>

namespace lockscope::test {

using Lock = std::lock_guard<std::recursive_mutex>;

void FakeServer::hangUp(FakeLink& link)
{
    link.up = false;
    ++link.number;
    link.silentSince.reset();
    link.silence.reset();
    link.sent.clear();
    link.outbox.clear();
    forgetWatches(link.session);
}

void FakeServer::drop(const std::shared_ptr<FakeLink>& link, When pending, SteadyTime lastContact)
{
    if (!link->up)
        return;
    if (pending == When::AfterExecution) {
        for (const auto& request : std::deque(link->sent))
            execute(*link, *request);
    }
    const bool wasReadOnly = link->readOnly;
    hangUp(*link);
    if (!wasReadOnly)
        startExpiry(link->session, lastContact);
    link->tell([lastContact](FakePeer& peer) { peer.linkLost(lastContact); });
}

void FakeServer::disconnect(const std::shared_ptr<FakeLink>& link, When pending)
{
    const Lock lock(mutex);
    link->blocked = true;
    drop(link, pending, lastContact(*link).value_or(clock().now()));
}

void FakeServer::cut(const std::shared_ptr<FakeLink>& link)
{
    const Lock lock(mutex);
    link->blocked = true;
    const auto session = m_sessions.find(link->session);
    if (!link->up || link->silentSince || session == m_sessions.end())
        return;
    link->silentSince = clock().now();
    link->silence =
        m_executor.after(session->second.timeout * 2 / 3, [weak = weak_from_this(), link, number = link->number] {
            const auto self = weak.lock();
            if (!self)
                return;
            const Lock guard(self->mutex);
            if (link->number == number && link->silentSince)
                self->drop(link, When::BeforeExecution, *link->silentSince);
        });
}

void FakeServer::reconnect(const std::shared_ptr<FakeLink>& link)
{
    const Lock lock(mutex);
    link->blocked = false;
    if (!link->silentSince) {
        link->tell([](FakePeer& peer) { peer.connect(); });
        return;
    }
    const SteadyTime lastContact = *link->silentSince;
    if (!m_sessions.contains(link->session)) {
        drop(link, When::BeforeExecution, lastContact);
        link->tell([](FakePeer& peer) { peer.connect(); });
        return;
    }
    // The network was silent for less than the client's patience: everything arrives late, nothing is lost.
    link->silentSince.reset();
    link->silence.reset();
    postSteps(link);
    postDeliveries(link);
}

void FakeServer::setReadOnly(const std::shared_ptr<FakeLink>& link, bool readOnly)
{
    const Lock lock(mutex);
    if (link->readOnly == readOnly)
        return;
    drop(link, When::BeforeExecution, lastContact(*link).value_or(clock().now()));
    link->readOnly = readOnly;
    link->tell([](FakePeer& peer) { peer.connect(); });
}

std::optional<SteadyTime> FakeServer::lastContact(const FakeLink& link) const
{
    const Lock lock(mutex);
    // A server without quorum can't keep a session alive.
    if (!link.up || link.readOnly)
        return std::nullopt;
    return link.silentSince ? *link.silentSince : link.executor->clock().now();
}

bool FakeServer::isReadOnly(const FakeLink& link) const
{
    const Lock lock(mutex);
    return link.readOnly;
}

bool FakeServer::failsNow() const
{
    const Lock lock(mutex);
    return failsWhileSuspended;
}

void FakeServer::startExpiry(zk::SessionId session, SteadyTime lastContact)
{
    const auto it = m_sessions.find(session);
    if (it == m_sessions.end())
        return;
    const auto lease = ++it->second.lease;
    it->second.expiry = m_executor.after(lastContact + it->second.timeout + expiryDelay - clock().now(),
                                         [weak = weak_from_this(), session, lease] {
                                             const auto self = weak.lock();
                                             if (!self)
                                                 return;
                                             const Lock lock(self->mutex);
                                             const auto found = self->m_sessions.find(session);
                                             if (found == self->m_sessions.end() || found->second.lease != lease)
                                                 return;
                                             if (self->m_expiryPaused)
                                                 self->m_overdue.insert(session);
                                             else
                                                 self->expire(session);
                                         });
}

void FakeServer::endSession(zk::SessionId session)
{
    const auto it = m_sessions.find(session);
    if (it == m_sessions.end())
        return;
    if (it->second.keepsEphemerals)
        m_kept.push_back(session);
    // The timer that brought us here may be this session's own: its subscription goes last.
    const Session ended = std::move(it->second);
    m_sessions.erase(it);
    m_overdue.erase(session);
    forgetWatches(session);
    if (!ended.keepsEphemerals)
        tree.removeOwnedBy(session);
    publish();
}

void FakeServer::expire(zk::SessionId session)
{
    const Lock lock(mutex);
    const auto it = m_sessions.find(session);
    if (it == m_sessions.end())
        return;
    const auto link = it->second.link.lock();
    endSession(session);
    if (link && link->up && link->session == session && !link->silentSince) {
        hangUp(*link);
        link->tell([](FakePeer& peer) { peer.sessionExpired(); });
    }
}

void FakeServer::closeSession(const std::shared_ptr<FakeLink>& link)
{
    const Lock lock(mutex);
    if (link->up && !link->silentSince) {
        // The close goes out behind what was sent before it; what is held never arrived.
        for (const auto& request : std::deque(link->sent)) {
            if (request->hold != 0)
                break;
            execute(*link, *request);
        }
        if (!link->readOnly)
            endSession(link->session);
    } else if (link->up) {
        startExpiry(link->session, *link->silentSince);
    }
    hangUp(*link);
    link->session = 0;
}

void FakeServer::abandon(const std::shared_ptr<FakeLink>& link)
{
    const Lock lock(mutex);
    if (link->up && !link->readOnly)
        startExpiry(link->session, *lastContact(*link));
    hangUp(*link);
    link->session = 0;
}

void FakeServer::keepEphemerals(zk::SessionId session)
{
    const Lock lock(mutex);
    if (const auto it = m_sessions.find(session); it != m_sessions.end())
        it->second.keepsEphemerals = true;
}

void FakeServer::removeKeptEphemerals()
{
    const Lock lock(mutex);
    for (const zk::SessionId session : std::exchange(m_kept, {}))
        tree.removeOwnedBy(session);
    publish();
}

void FakeServer::pauseExpiry(bool paused)
{
    const Lock lock(mutex);
    m_expiryPaused = paused;
    if (!paused) {
        for (const zk::SessionId session : std::exchange(m_overdue, {}))
            expire(session);
    }
}

std::size_t FakeServer::sessionCount() const
{
    const Lock lock(mutex);
    return m_sessions.size();
}

} // namespace lockscope::test
