// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/FakeClientCore.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lockscope::test {

using zk::SessionState;

FakeClient::Core::Core(std::shared_ptr<FakeServer> target, Executor& runner, std::chrono::milliseconds timeout)
    : executor(runner)
    , server(std::move(target))
    , link(std::make_shared<FakeLink>())
    , m_timeout(timeout)
{
}

void FakeClient::Core::start(const zk::Client* client)
{
    m_client = client;
    link->executor = &executor;
    link->peer = weak_from_this();
    server->enlist(link);
    link->tell([](FakePeer& self) { self.connect(); });
}

const zk::Session& FakeClient::Core::session() const
{
    // A connected client's heartbeats move the deadline on; here they take no time and leave no trace.
    if (m_session.state == SessionState::Connected) {
        if (const auto contact = server->lastContact(*link))
            m_session.validUntil = *contact + m_session.timeout;
    }
    return m_session;
}

Subscription FakeClient::Core::onSession(zk::SessionHandler handler, bool byShare)
{
    const auto number = ++m_lastNumber;
    m_observers.emplace(number, Observer{std::move(handler), byShare});
    return Subscription([weak = weak_from_this(), number] {
        if (const auto self = weak.lock())
            self->m_observers.extract(number); // dies outside the map: it may own another subscription
    });
}

void FakeClient::Core::setState(SessionState state, std::string detail)
{
    m_session.state = state;
    m_session.detail = std::move(detail);
    m_session.server = state == SessionState::Connected || state == SessionState::ReadOnly ? "fake:2181" : "";
    const zk::Session told = session();
    std::vector<std::uint64_t> numbers;
    for (const auto& [number, observer] : m_observers)
        numbers.push_back(number);
    for (const auto number : numbers) {
        if (const auto it = m_observers.find(number); it != m_observers.end()) {
            const auto handler = it->second.handler; // it may unsubscribe itself
            handler(told);
        }
    }
}

// ---- Connection and session

void FakeClient::Core::connect()
{
    if (m_closing)
        return;
    if (m_session.state == SessionState::Connecting) {
        if (const auto id = server->open(link, m_timeout)) {
            m_session.id = *id;
            m_session.timeout = m_timeout;
            ++m_session.generation;
            m_lastZxid = 0;
            connected();
        }
    } else if (m_session.state == SessionState::Suspended) {
        std::vector<FakeServer::ActiveWatch> watches;
        for (const auto& [number, watch] : m_watches)
            watches.push_back({watch.kind, watch.path});
        switch (server->resume(link, m_lastZxid, watches)) {
        case FakeServer::Resumed::Yes:
            connected();
            break;
        case FakeServer::Resumed::Expired:
            lose("the server says that the session has expired");
            break;
        case FakeServer::Resumed::Unreachable:
            break;
        }
    }
}

void FakeClient::Core::connected()
{
    const bool readOnly = server->isReadOnly(*link);
    m_session.state = readOnly ? SessionState::ReadOnly : SessionState::Connected;
    if (!readOnly)
        m_deadline.reset();
    // What waited goes out before anything that a handler of the new state asks for.
    for (const auto& request : std::deque(m_open)) {
        if (!request->submitted)
            server->submit(link, request);
    }
    setState(m_session.state, readOnly ? "the server has no quorum" : "");
}

void FakeClient::Core::linkLost(SteadyTime lastContact)
{
    if (m_closing || (m_session.state != SessionState::Connected && m_session.state != SessionState::ReadOnly))
        return;
    // A server without quorum kept nothing alive: the deadline stands.
    if (m_session.state == SessionState::Connected) {
        m_session.validUntil = lastContact + m_session.timeout;
        m_deadline = executor.after(m_session.validUntil - executor.clock().now(), [weak = weak_from_this()] {
            const auto self = weak.lock();
            if (self && !self->m_closing &&
                (self->m_session.state == SessionState::Suspended || self->m_session.state == SessionState::ReadOnly))
                self->lose("no contact for the whole session timeout");
        });
    }
    std::deque<std::shared_ptr<FakeRequest>> lost;
    std::deque<std::shared_ptr<FakeRequest>> waiting;
    for (const auto& request : m_open)
        (request->submitted ? lost : waiting).push_back(request);
    m_open = std::move(waiting);
    setState(SessionState::Suspended, "connection lost");
    failAll(std::move(lost), ErrorCode::ConnectionLoss);
}

void FakeClient::Core::sessionExpired()
{
    if (m_closing || (m_session.state != SessionState::Connected && m_session.state != SessionState::ReadOnly))
        return;
    // A server ends the connection, and says why only to who comes back.
    const auto generation = m_session.generation;
    setState(SessionState::Suspended, "connection lost");
    if (!m_closing && m_session.generation == generation && m_session.state == SessionState::Suspended)
        lose("the server says that the session has expired");
}

void FakeClient::Core::lose(const std::string& detail)
{
    server->abandon(link);
    m_deadline.reset();
    m_watches.clear();
    auto open = std::exchange(m_open, {});
    link->tell([](FakePeer& self) { static_cast<Core&>(self).openAnew(); });
    setState(SessionState::Lost, detail);
    failAll(std::move(open), ErrorCode::SessionExpired);
}

void FakeClient::Core::openAnew()
{
    if (m_closing || m_session.state != SessionState::Lost)
        return;
    m_session.id = 0;
    setState(SessionState::Connecting, "");
    connect();
}

void FakeClient::Core::refused()
{
    server->abandon(link);
    m_deadline.reset();
    m_watches.clear();
    auto open = std::exchange(m_open, {});
    setState(SessionState::AuthFailed, "the server refused the credentials");
    failAll(std::move(open), ErrorCode::AuthFailed);
}

void FakeClient::Core::close(Task closed)
{
    m_closing = true;
    executor.post([self = shared_from_this(), closed = std::move(closed)] {
        self->finish();
        if (closed)
            closed();
    });
}

void FakeClient::Core::finish()
{
    if (m_session.state == SessionState::Closed)
        return;
    server->closeSession(link);
    m_deadline.reset();
    m_watches.clear();
    auto open = std::exchange(m_open, {});
    setState(SessionState::Closed, "");
    failAll(std::move(open), ErrorCode::Closed);
}

void FakeClient::Core::destroyed()
{
    m_closing = true;
    server->forget(std::exchange(m_client, nullptr), *link);
    if (executor.isCurrent())
        end();
    // What waits here may own a share, and so this: an executor that drops the task unrun must not leave that behind.
    const std::shared_ptr<Core> farewell(this, [self = shared_from_this()](Core*) { self->forgetAll(); });
    executor.post([farewell] { farewell->tellTheEnd(); });
}

void FakeClient::Core::end()
{
    std::vector<Observer> dropped; // what they own may end a subscription here
    for (auto it = m_observers.begin(); it != m_observers.end();) {
        const auto next = std::next(it);
        if (!it->second.byShare)
            dropped.push_back(std::move(m_observers.extract(it).mapped()));
        it = next;
    }
    if (m_session.state == SessionState::Closed)
        return;
    server->closeSession(link);
    m_deadline.reset();
    m_left = std::exchange(m_open, {});
    m_session.state = SessionState::Closed;
    m_session.detail = "the client was destroyed";
    m_session.server.clear();
    const auto watches = std::exchange(m_watches, {});
}

void FakeClient::Core::tellTheEnd()
{
    end();
    if (auto left = std::exchange(m_left, std::nullopt)) {
        failAll(std::move(*left), ErrorCode::Closed);
        setState(SessionState::Closed, m_session.detail);
    }
}

void FakeClient::Core::forgetAll()
{
    const auto observers = std::exchange(m_observers, {});
    const auto watches = std::exchange(m_watches, {});
    const auto open = std::exchange(m_open, {});
    const auto left = std::exchange(m_left, std::nullopt);
    std::deque<std::shared_ptr<FakeRequest>> sent; // these die outside the lock
    std::deque<std::variant<std::shared_ptr<FakeRequest>, zk::WatchEvent>> outbox;
    const std::lock_guard lock(server->mutex);
    sent.swap(link->sent);
    outbox.swap(link->outbox);
}

// ---- Requests

void FakeClient::Core::enqueue(const std::shared_ptr<FakeRequest>& request)
{
    if (m_closing)
        return failLater(request, ErrorCode::Closed, "the client is closed");
    if (m_session.state == SessionState::AuthFailed)
        return failLater(request, ErrorCode::AuthFailed, "the server refused the credentials");
    if (m_session.state == SessionState::Suspended && server->failsNow())
        return failLater(request, ErrorCode::ConnectionLoss, "not connected");
    m_open.push_back(request);
    if (m_session.state == SessionState::Connected || m_session.state == SessionState::ReadOnly)
        server->submit(link, request);
}

void FakeClient::Core::failLater(const std::shared_ptr<FakeRequest>& request, ErrorCode code, std::string detail)
{
    m_watches.erase(request->watch);
    executor.post([request, error = request->asError(code, std::move(detail))] { request->answer(error); });
}

void FakeClient::Core::failAll(std::deque<std::shared_ptr<FakeRequest>> requests, ErrorCode code)
{
    for (const auto& request : requests)
        m_watches.erase(request->watch);
    for (const auto& request : requests)
        request->answer(request->asError(code, m_session.detail));
}

void FakeClient::Core::answered(const std::shared_ptr<FakeRequest>& request)
{
    const auto it = std::find(m_open.begin(), m_open.end(), request);
    if (it == m_open.end())
        return;
    m_open.erase(it);
    // Watch events do not count: their header has no zxid that the C client would remember.
    m_lastZxid = std::max(m_lastZxid, request->zxid);
    if (request->watch != 0) {
        const auto watch = m_watches.find(request->watch);
        if (watch == m_watches.end())
            removeUnusedWatch(request->op == FakeOp::Children || request->op == FakeOp::List ? WatchKind::Child
                                                                                             : WatchKind::Data,
                              request->paths.front());
        else if (request->error)
            dropWatch(request->watch); // a server that has set it all the same would only send what nobody waits for
        else
            watch->second.active = true;
    }
    const bool wasRefused = request->error && request->error->code == ErrorCode::AuthFailed;
    request->answer(request->error);
    if (wasRefused && !m_closing)
        refused();
}

} // namespace lockscope::test
