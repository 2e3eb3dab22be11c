// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/FakeHandle.h"

#include <algorithm>
#include <utility>

namespace lockscope::test {

using Kind = zk::ConnectionEvent::Kind;
using EventType = zk::WatchEvent::Type;

FakeHandle::FakeHandle(std::shared_ptr<FakeServer> server, std::shared_ptr<FakeLink> link,
                       const zk::ClientSettings& settings, const Clock& clock, Events events)
    : m_server(std::move(server))
    , m_link(std::move(link))
    , m_timeout(settings.sessionTimeout)
    , m_acceptsReadOnly(settings.acceptReadOnly)
    , m_clock(clock)
    , m_events(std::move(events))
{
}

void FakeHandle::open()
{
    const Lock lock(m_server->mutex);
    m_openedAt = m_clock.now();
    m_mustReportOpened = true;
    m_link->wake = m_events.wake;
    m_events.wake();
}

std::optional<SteadyTime> FakeHandle::interest() const
{
    const Lock lock(m_server->mutex);
    if (m_isOver || !m_isUp)
        return std::nullopt;
    const auto waitLimit = m_lastReceived + m_timeout * 2 / 3;
    return m_inFlight.empty() ? std::min(waitLimit, m_lastSent + m_timeout / 3) : waitLimit;
}

bool FakeHandle::process()
{
    Lock lock(m_server->mutex);
    if (std::exchange(m_mustReportOpened, false)) {
        lock.unlock();
        m_events.opened({});
        return true;
    }
    if (m_isOver)
        return false;
    if (m_next) {
        report(lock, *std::exchange(m_next, std::nullopt));
    } else if (m_isUp && (!m_link->up || m_link->number != m_connection)) {
        connectionLost(lock);
    } else if (!m_lost.empty()) {
        const auto lost = std::move(m_lost.front());
        m_lost.pop_front();
        lock.unlock();
        m_events.answer(lost->id, failure(lost->asError(ErrorCode::ConnectionLoss, {})));
    } else if (!m_isUp) {
        connect(lock);
    } else if (const auto next = m_server->take(*m_link)) {
        m_lastReceived = m_clock.now();
        std::visit([&](const auto& one) { deliver(lock, one); }, *next);
        return m_next.has_value();
    } else {
        return keepInTouch(lock);
    }
    return false;
}

void FakeHandle::connect(Lock& lock)
{
    if (m_link->blocked || (m_link->readOnly && !m_acceptsReadOnly))
        return;
    if (m_session == 0) {
        const auto made = m_server->open(m_link, m_timeout);
        if (!made)
            return;
        m_session = *made;
    } else {
        std::vector<FakeServer::ActiveWatch> watches;
        for (const auto& path : m_dataWatches)
            watches.push_back({FakeServer::ActiveWatch::Kind::Data, path});
        for (const auto& path : m_existsWatches)
            watches.push_back({FakeServer::ActiveWatch::Kind::Exists, path});
        for (const auto& path : m_childWatches)
            watches.push_back({FakeServer::ActiveWatch::Kind::Child, path});
        switch (m_server->resume(m_link, m_lastZxid, watches)) {
        case FakeServer::Resumed::Yes:
            break;
        case FakeServer::Resumed::Expired:
            return report(lock, Kind::Expired);
        case FakeServer::Resumed::Unreachable:
            return;
        }
    }
    m_isUp = true;
    m_connection = m_link->number;
    m_lastSent = m_lastReceived = m_clock.now();
    if (std::any_of(m_credentials.begin(), m_credentials.end(),
                    [this](const auto& credentials) { return isRefused(credentials); })) {
        m_next = Kind::AuthFailed;
        m_events.wake();
    }
    report(lock, m_link->readOnly ? Kind::ReadOnly : Kind::Connected);
}

void FakeHandle::connectionLost(Lock& lock)
{
    m_isUp = false;
    m_lost = std::exchange(m_inFlight, {});
    // One call of process() for each lost request, and one to reconnect.
    for (std::size_t i = 0; i <= m_lost.size(); ++i)
        m_events.wake();
    report(lock, Kind::Disconnected);
}

void FakeHandle::report(Lock& lock, Kind kind)
{
    m_isOver = kind == Kind::Expired || kind == Kind::AuthFailed;
    zk::ConnectionEvent event{kind, m_session, m_timeout, {}, m_openedAt};
    if (kind == Kind::Connected || kind == Kind::ReadOnly)
        event.server = "fake:2181";
    lock.unlock();
    m_events.connection(event);
}

void FakeHandle::deliver(Lock& lock, const std::shared_ptr<FakeRequest>& answered)
{
    std::erase(m_inFlight, answered);
    // Watch events are excluded: the C client does not remember the zxid of their header.
    m_lastZxid = std::max(m_lastZxid, answered->zxid);
    if (!answered->error)
        noteWatch(*answered);
    if (answered->error && answered->error->code == ErrorCode::AuthFailed)
        m_next = Kind::AuthFailed;
    lock.unlock();
    if (answered->error)
        m_events.answer(answered->id, failure(*answered->error));
    else
        m_events.answer(answered->id, std::move(answered->result));
}

void FakeHandle::deliver(Lock& lock, zk::WatchEvent event)
{
    event.at = m_clock.now();
    const bool isAwaited = takeWatchers(event);
    lock.unlock();
    if (isAwaited)
        m_events.watch(event);
}

/// The C client's rules for an idle connection.
bool FakeHandle::keepInTouch(Lock& lock)
{
    const auto now = m_clock.now();
    if (now >= m_lastReceived + m_timeout * 2 / 3) {
        m_server->hangUp(*m_link);
        connectionLost(lock);
        return false;
    }
    if (m_inFlight.empty() && now >= m_lastSent + m_timeout / 3) {
        m_lastSent = now;
        if (m_server->ping(*m_link))
            m_lastReceived = now;
    }
    return false;
}

void FakeHandle::noteWatch(const FakeRequest& answered)
{
    if (const auto* exists = std::get_if<zk::ExistsRequest>(&answered.content)) {
        if (exists->watch)
            (answered.result.found ? m_dataWatches : m_existsWatches).insert(exists->path);
    } else if (const auto* get = std::get_if<zk::GetRequest>(&answered.content)) {
        if (get->watch)
            m_dataWatches.insert(get->path);
    } else if (const auto* children = std::get_if<zk::ChildrenRequest>(&answered.content)) {
        if (children->watch)
            m_childWatches.insert(children->path);
    } else if (const auto* list = std::get_if<zk::ListRequest>(&answered.content)) {
        if (list->watch)
            m_childWatches.insert(list->path);
    } else if (const auto* unwatch = std::get_if<zk::UnwatchRequest>(&answered.content)) {
        if (unwatch->kind == zk::WatchKind::Child) {
            m_childWatches.erase(unwatch->path);
        } else {
            m_dataWatches.erase(unwatch->path);
            m_existsWatches.erase(unwatch->path);
        }
    }
}

/// Removes the watchers for this event. Returns whether there were any.
bool FakeHandle::takeWatchers(const zk::WatchEvent& event)
{
    std::size_t taken = 0;
    if (event.type != EventType::ChildrenChanged)
        taken += m_dataWatches.erase(event.path) + m_existsWatches.erase(event.path);
    if (event.type == EventType::ChildrenChanged || event.type == EventType::Deleted)
        taken += m_childWatches.erase(event.path);
    return taken > 0;
}

bool FakeHandle::isRefused(const zk::AuthRequest& credentials) const
{
    const auto& refused = m_server->refusedSchemes;
    return std::find(refused.begin(), refused.end(), credentials.scheme) != refused.end();
}

Result<void> FakeHandle::send(std::uint64_t id, const zk::Request& request)
{
    const Lock lock(m_server->mutex);
    if (m_isOver)
        return {};
    if (!m_isUp)
        return failure(ErrorCode::ConnectionLoss, std::string(zk::operationOf(request)), zk::pathOf(request));
    if (const auto* auth = std::get_if<zk::AuthRequest>(&request))
        m_credentials.push_back(*auth);
    m_lastSent = m_clock.now();
    const auto sent = std::make_shared<FakeRequest>(id, request);
    m_inFlight.push_back(sent);
    m_server->submit(m_link, sent);
    return {};
}

Result<void> FakeHandle::sendAgain(const zk::AuthRequest& credentials)
{
    const Lock lock(m_server->mutex);
    m_credentials.push_back(credentials);
    if (m_isUp && isRefused(credentials)) {
        m_next = Kind::AuthFailed;
        m_events.wake();
    }
    return {};
}

void FakeHandle::closeLast()
{
    const Lock lock(m_server->mutex);
    m_isOver = true;
    m_isUp = false;
    m_mustReportOpened = false;
    m_inFlight.clear();
    m_lost.clear();
    m_link->wake = nullptr;
    m_server->closeSession(m_link);
}

void FakeHandle::close(Task closed)
{
    closeLast();
    closed();
}

FakeHandleSource::FakeHandleSource(std::shared_ptr<FakeServer> server, std::shared_ptr<FakeLink> link)
    : m_server(std::move(server))
    , m_link(std::move(link))
{
}

std::shared_ptr<zk::Handle> FakeHandleSource::make(const zk::ClientSettings& settings, Executor& executor,
                                                   const Log& /*log*/, zk::Handle::Events events)
{
    return std::make_shared<FakeHandle>(m_server, m_link, settings, executor.clock(), std::move(events));
}

void FakeHandleSource::finish(const std::shared_ptr<zk::Handle>& last)
{
    if (last)
        static_cast<FakeHandle&>(*last).closeLast();
}

} // namespace lockscope::test
