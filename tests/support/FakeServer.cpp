// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/FakeServer.h"

#include "core/zk/Path.h"

#include <algorithm>

namespace lockscope::test {

using EventType = zk::WatchEvent::Type;
using Lock = std::lock_guard<std::recursive_mutex>;

Error FakeRequest::failed(ErrorCode code, std::string detail) const
{
    return {code, std::string(operationName(op)), paths.empty() ? std::string() : paths.front(), std::move(detail)};
}

void FakeServer::enlist(const std::shared_ptr<FakeLink>& link)
{
    const Lock lock(mutex);
    std::erase_if(m_links, [](const auto& weak) { return weak.expired(); });
    m_links.push_back(link);
}

std::optional<zk::SessionId> FakeServer::open(const std::shared_ptr<FakeLink>& link, std::chrono::milliseconds timeout)
{
    const Lock lock(mutex);
    // A server without quorum can't open a session.
    if (link->blocked || link->readOnly)
        return std::nullopt;
    tree.takeZxid();
    const zk::SessionId id = ++m_lastSession;
    Session session;
    session.timeout = timeout;
    session.link = link;
    m_sessions.insert_or_assign(id, std::move(session));
    link->session = id;
    link->up = true;
    ++link->number;
    return id;
}

FakeServer::Resumed FakeServer::resume(const std::shared_ptr<FakeLink>& link, std::int64_t lastZxid,
                                       const std::vector<ActiveWatch>& watches)
{
    const Lock lock(mutex);
    if (link->blocked)
        return Resumed::Unreachable;
    const auto it = m_sessions.find(link->session);
    if (it == m_sessions.end())
        return Resumed::Expired;
    if (!link->readOnly) {
        ++it->second.lease;
        it->second.expiry.reset();
        m_overdue.erase(link->session);
    }
    link->up = true;
    ++link->number;
    for (const ActiveWatch& watch : watches) {
        const auto stat = tree.stat(watch.path);
        switch (watch.kind) {
        case ActiveWatch::Kind::Exists:
            if (stat)
                send(link, EventType::Created, watch.path);
            else
                addWatch(ServerWatch::Data, watch.path, link->session);
            break;
        case ActiveWatch::Kind::Data:
            if (!stat)
                send(link, EventType::Deleted, watch.path);
            else if (stat->mzxid > lastZxid)
                send(link, EventType::DataChanged, watch.path);
            else
                addWatch(ServerWatch::Data, watch.path, link->session);
            break;
        case ActiveWatch::Kind::Child:
            if (!stat)
                send(link, EventType::Deleted, watch.path);
            else if (stat->pzxid > lastZxid)
                send(link, EventType::ChildrenChanged, watch.path);
            else
                addWatch(ServerWatch::Child, watch.path, link->session);
            break;
        }
    }
    return Resumed::Yes;
}

void FakeServer::submit(const std::shared_ptr<FakeLink>& link, const std::shared_ptr<FakeRequest>& request)
{
    const Lock lock(mutex);
    request->submitted = true;
    request->sentAt = clock().now();
    log.push_back({request->op, request->paths.empty() ? std::string() : request->paths.front()});
    // Written to a connection that has just broken: the client will be told so.
    if (!link->up)
        return;
    link->sent.push_back(request);
    link->executor->post([self = shared_from_this(), link] { self->step(link); });
}

void FakeServer::step(const std::shared_ptr<FakeLink>& link)
{
    const Lock lock(mutex);
    if (!link->up || link->silentSince || link->sent.empty())
        return;
    const std::shared_ptr<FakeRequest> request = link->sent.front();
    if (!request->seen) {
        request->seen = true;
        if (const auto armed = faults.take(request->op, request->paths, request->client)) {
            if (armed->fault.when == When::AfterExecution)
                execute(*link, *request);
            if (armed->hold != 0)
                request->hold = armed->hold;
            else
                request->error = request->failed(armed->fault.code, "injected by the test");
            request->executed = request->executed || armed->hold == 0;
        }
    }
    if (!request->executed && request->hold != 0)
        return;
    link->sent.pop_front();
    execute(*link, *request);
    reply(link, request);
}

void FakeServer::execute(FakeLink& link, FakeRequest& request)
{
    if (request.executed)
        return;
    request.executed = true;
    if (link.readOnly && request.isWrite)
        request.error = request.failed(ErrorCode::ReadOnlyServer, "");
    else
        request.error = request.execute(*this, link.session);
    request.zxid = tree.zxid();
    publish();
}

void FakeServer::reply(const std::shared_ptr<FakeLink>& link, std::shared_ptr<FakeRequest> request)
{
    link->outbox.emplace_back(std::move(request));
    link->executor->post([self = shared_from_this(), link] { self->deliver(link); });
}

void FakeServer::send(const std::shared_ptr<FakeLink>& link, EventType type, const std::string& path)
{
    link->outbox.emplace_back(zk::WatchEvent{type, path, link->session, {}});
    link->executor->post([self = shared_from_this(), link] { self->deliver(link); });
}

void FakeServer::deliver(const std::shared_ptr<FakeLink>& link)
{
    std::unique_lock lock(mutex);
    const auto peer = link->peer.lock();
    if (!peer || !link->up || link->silentSince || link->outbox.empty())
        return;
    if (const auto* request = std::get_if<std::shared_ptr<FakeRequest>>(&link->outbox.front());
        request && (*request)->hold != 0)
        return;
    const auto next = std::move(link->outbox.front());
    link->outbox.pop_front();
    lock.unlock();
    if (const auto* request = std::get_if<std::shared_ptr<FakeRequest>>(&next)) {
        peer->answered(*request);
    } else {
        zk::WatchEvent event = std::get<zk::WatchEvent>(next);
        event.at = link->executor->clock().now();
        peer->fired(event);
    }
}

void FakeServer::postSteps(const std::shared_ptr<FakeLink>& link)
{
    for (std::size_t i = 0; i < link->sent.size(); ++i)
        link->executor->post([self = shared_from_this(), link] { self->step(link); });
}

void FakeServer::postDeliveries(const std::shared_ptr<FakeLink>& link)
{
    for (std::size_t i = 0; i < link->outbox.size(); ++i)
        link->executor->post([self = shared_from_this(), link] { self->deliver(link); });
}

void FakeServer::release(int hold)
{
    const Lock lock(mutex);
    for (const auto& weak : m_links) {
        const auto link = weak.lock();
        if (!link)
            continue;
        for (const auto& request : link->sent) {
            if (request->hold == hold)
                request->hold = 0;
        }
        for (const auto& delivery : link->outbox) {
            const auto* request = std::get_if<std::shared_ptr<FakeRequest>>(&delivery);
            if (request && (*request)->hold == hold)
                (*request)->hold = 0;
        }
        postSteps(link);
        postDeliveries(link);
    }
}

// ---- Watches

void FakeServer::addWatch(ServerWatch kind, const std::string& path, zk::SessionId session)
{
    const Lock lock(mutex);
    (kind == ServerWatch::Data ? m_dataWatches : m_childWatches)[path].insert(session);
}

void FakeServer::removeWatch(ServerWatch kind, const std::string& path, zk::SessionId session)
{
    const Lock lock(mutex);
    Watches& watches = kind == ServerWatch::Data ? m_dataWatches : m_childWatches;
    if (const auto it = watches.find(path); it != watches.end()) {
        it->second.erase(session);
        if (it->second.empty())
            watches.erase(it);
    }
}

void FakeServer::forgetWatches(zk::SessionId session)
{
    for (Watches* watches : {&m_dataWatches, &m_childWatches}) {
        for (auto& [path, sessions] : *watches)
            sessions.erase(session);
        std::erase_if(*watches, [](const auto& entry) { return entry.second.empty(); });
    }
}

void FakeServer::fire(EventType type, const std::string& path, const std::set<zk::SessionId>& sessions)
{
    for (const zk::SessionId id : sessions) {
        const auto it = m_sessions.find(id);
        const auto link = it == m_sessions.end() ? nullptr : it->second.link.lock();
        if (link && link->up)
            send(link, type, path);
    }
}

void FakeServer::publish()
{
    const Lock lock(mutex);
    const auto taken = [](Watches& watches, const std::string& path) {
        auto handle = watches.extract(path);
        return handle.empty() ? std::set<zk::SessionId>() : std::move(handle.mapped());
    };
    for (const FakeTree::Change& change : tree.takeChanges()) {
        auto sessions = taken(m_dataWatches, change.path);
        if (change.type == EventType::Deleted)
            sessions.merge(taken(m_childWatches, change.path)); // who watches both is told once
        fire(change.type, change.path, sessions);
        if (change.type != EventType::DataChanged) {
            const std::string parent = zk::parentOf(change.path);
            fire(EventType::ChildrenChanged, parent, taken(m_childWatches, parent));
        }
    }
}

std::size_t FakeServer::watchCount(const std::string& path) const
{
    const Lock lock(mutex);
    const auto data = m_dataWatches.find(path);
    const auto child = m_childWatches.find(path);
    return (data == m_dataWatches.end() ? 0 : data->second.size()) +
           (child == m_childWatches.end() ? 0 : child->second.size());
}

std::size_t FakeServer::watchCount() const
{
    const Lock lock(mutex);
    std::size_t count = 0;
    for (const Watches* watches : {&m_dataWatches, &m_childWatches}) {
        for (const auto& [path, sessions] : *watches)
            count += sessions.size();
    }
    return count;
}

} // namespace lockscope::test
