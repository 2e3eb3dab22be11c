// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/FakeServer.h"

#include <algorithm>

namespace lockscope::test {

using EventType = zk::WatchEvent::Type;
using Lock = std::lock_guard<std::recursive_mutex>;

namespace {

std::string_view toString(EventType type)
{
    switch (type) {
    case EventType::Created:
        return "Created";
    case EventType::Deleted:
        return "Deleted";
    case EventType::DataChanged:
        return "DataChanged";
    case EventType::ChildrenChanged:
        return "ChildrenChanged";
    }
    return "?";
}

} // namespace

void FakeServer::enlist(const std::shared_ptr<FakeLink>& link, const zk::Client* client)
{
    const Lock lock(mutex);
    link->client = client;
    std::erase_if(m_links, [](const auto& weak) { return weak.expired(); });
    m_links.push_back(link);
}

std::optional<SessionId> FakeServer::open(const std::shared_ptr<FakeLink>& link, std::chrono::milliseconds timeout)
{
    const Lock lock(mutex);
    // A server without quorum cannot open a session.
    if (link->blocked || link->readOnly)
        return std::nullopt;
    tree.takeZxid();
    publish();
    link->server = serverFor(*link);
    applyUntil(link->server, tree.zxid());
    const SessionId id = ++m_lastSession;
    auto& session = m_sessions[id];
    session.timeout = timeout;
    session.link = link;
    track(session);
    armExpiry(id, session);
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
    if (!link->readOnly) { // the leader checks whether the session is alive (REVALIDATE)
        track(it->second);
        it->second.touched.reset();
        m_overdue.erase(link->session);
        armExpiry(link->session, it->second);
    }
    // A server rejects a client that has seen a later zxid.
    link->server = serverFor(*link);
    applyUntil(link->server, lastZxid);
    link->up = true;
    ++link->number;
    for (const ActiveWatch& watch : watches) {
        const auto stat = viewOf(link->server).stat(watch.path);
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
    request->client = link->client;
    if (request->op != FakeOp::Unwatch)
        log.push_back({request->op, request->paths.empty() ? std::string() : request->paths.front()});
    // Sent on a connection that has just closed: the client detects that later.
    if (!link->up)
        return;
    link->sent.push_back(request);
    if (latency > Duration::zero())
        stepLater(link);
    else
        link->executor->post([self = shared_from_this(), link] { self->step(link); });
}

void FakeServer::stepLater(const std::shared_ptr<FakeLink>& link)
{
    const auto number = ++m_lastStep;
    m_steps[number] = link->executor->after(latency, [weak = weak_from_this(), link, number] {
        const auto self = weak.lock();
        if (!self)
            return;
        self->step(link);
        const Lock lock(self->mutex);
        self->m_steps.erase(number);
    });
}

void FakeServer::step(const std::shared_ptr<FakeLink>& link)
{
    const Lock lock(mutex);
    if (!link->up || link->silentSince || link->sent.empty())
        return;
    const std::shared_ptr<FakeRequest> request = link->sent.front();
    if (request->needsTheLeader() && isPartitioned(link->server))
        return touch(*link); // it stays queued, and so do the requests behind it
    if (!request->seen) {
        request->seen = true;
        if (const auto armed = faults.take(request->op, request->paths, request->client)) {
            request->failed = armed->hold == 0;
            if (armed->fault.when == When::AfterExecution)
                execute(*link, *request);
            if (armed->hold != 0)
                request->hold = armed->hold;
            else
                request->error = request->asError(armed->fault.code, "injected by the test");
            request->executed = request->executed || request->failed;
        }
    }
    if (!request->executed && request->hold != 0)
        return;
    link->sent.pop_front();
    touch(*link);
    execute(*link, *request);
    if (request->reachedTheLeader)
        applyUntil(link->server, tree.zxid());
    if (!link->up) // its session has ended
        return;
    if (!request->failed)
        request->zxid = viewOf(link->server).zxid();
    reply(link, request);
}

void FakeServer::execute(FakeLink& link, FakeRequest& request)
{
    if (request.executed)
        return;
    request.executed = true;
    if (link.readOnly && request.needsTheLeader()) {
        request.error = request.asError(ErrorCode::ReadOnlyServer, "");
    } else {
        request.reachedTheLeader = request.needsTheLeader();
        if (request.reachedTheLeader && !m_sessions.contains(link.session)) {
            request.error = request.asError(ErrorCode::SessionExpired, "");
        } else {
            if (executing)
                executing(link.session, request);
            auto result = perform(link, request);
            if (result)
                request.result = *std::move(result);
            else
                request.error = std::move(result).error();
        }
    }
    publish();
    reportObserver(link, "executes", request);
}

void FakeServer::reportObserver(const FakeLink& link, const char* what, const FakeRequest& request) const
{
    if (!observer)
        return;
    std::string line = "server " + std::to_string(link.server) + " " + what + " ";
    line += operationName(request.op);
    if (!request.paths.empty())
        line += " " + request.paths.front();
    if (request.error)
        line.append(": ").append(lockscope::toString(request.error->code));
    observer(link.session, line);
}

void FakeServer::reply(const std::shared_ptr<FakeLink>& link, std::shared_ptr<FakeRequest> request)
{
    link->outbox.emplace_back(std::move(request));
    link->wakeUp();
}

void FakeServer::send(const std::shared_ptr<FakeLink>& link, EventType type, const std::string& path)
{
    link->outbox.emplace_back(zk::WatchEvent{type, path, link->session, {}});
    link->wakeUp();
}

std::optional<FakeDelivery> FakeServer::take(FakeLink& link)
{
    const Lock lock(mutex);
    if (!link.up || link.silentSince || link.outbox.empty())
        return std::nullopt;
    if (const auto* request = std::get_if<std::shared_ptr<FakeRequest>>(&link.outbox.front());
        request && (*request)->hold != 0)
        return std::nullopt;
    auto next = std::move(link.outbox.front());
    link.outbox.pop_front();
    if (const auto* event = std::get_if<zk::WatchEvent>(&next); event && observer)
        observer(link.session, "receives " + std::string(toString(event->type)) + " " + event->path);
    else if (observer)
        reportObserver(link, "answers", *std::get<std::shared_ptr<FakeRequest>>(next));
    return next;
}

bool FakeServer::ping(const FakeLink& link)
{
    const Lock lock(mutex);
    if (!link.up || link.silentSince)
        return false;
    touch(link);
    return true;
}

void FakeServer::postSteps(const std::shared_ptr<FakeLink>& link)
{
    for (std::size_t i = 0; i < link->sent.size(); ++i)
        link->executor->post([self = shared_from_this(), link] { self->step(link); });
}

void FakeServer::postDeliveries(const std::shared_ptr<FakeLink>& link)
{
    for (std::size_t i = 0; i < link->outbox.size(); ++i)
        link->wakeUp();
}

void FakeServer::forget(const zk::Client* client, const FakeLink& link)
{
    const Lock lock(mutex);
    faults.forget(client);
    for (const auto& request : link.sent)
        request->client = nullptr;
}

void FakeServer::release(int hold)
{
    const Lock lock(mutex);
    faults.disarm(hold);
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

} // namespace lockscope::test
