// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/CHandle.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <functional>
#include <random>
#include <utility>

/// The connection in use: reading, requests, timeouts, reports.

namespace lockscope::zk {

namespace {

/// Replies of one session before other sessions are served.
constexpr int mostReplies = 100;
/// The pause after a request of the C client that failed without a loss of the connection: the loss is read next.
constexpr auto pauseAfterError = std::chrono::milliseconds(100);

/// The C client gives up a connection without an answer for this part of the timeout.
constexpr Duration longestSilence(Duration timeout)
{
    return timeout * 2 / 3;
}

/// A turn that is later is a late turn, and not a silent server.
constexpr Duration tolerance(Duration timeout)
{
    return timeout / 20;
}

bool hasSocket(int state)
{
    return state == ZOO_CONNECTING_STATE || state == ZOO_ASSOCIATING_STATE;
}

} // namespace

CHandle::CHandle(const ClientSettings& settings, EventLoop& loop, const Log& log, Events events,
                 std::shared_ptr<Open> open)
    : m_settings(settings)
    , m_loop(loop)
    , m_log(log)
    , m_events(std::move(events))
    , m_calls([this](std::uint64_t id, Result<Answer> answer) {
        report(Answered{id, std::move(answer)});
    })
    , m_servers(std::random_device()())
    , m_open(std::move(open))
{
}

CHandle::~CHandle()
{
    destroy();
}

Duration CHandle::timeout() const
{
    return std::chrono::milliseconds(zoo_recv_timeout(m_zh));
}

// ---- reports

void CHandle::report(Report what)
{
    if (!m_isClosing)
        m_reports.push_back(std::move(what));
}

void CHandle::reportLoss()
{
    ConnectionEvent lost;
    lost.session = zoo_client_id(m_zh)->client_id;
    lost.timeout = std::chrono::duration_cast<std::chrono::milliseconds>(timeout());
    report(lost);
}

void CHandle::deliver(Report what)
{
    if (const auto* opened = std::get_if<Result<void>>(&what))
        m_events.opened(*opened);
    else if (const auto* connection = std::get_if<ConnectionEvent>(&what))
        m_events.connection(*connection);
    else if (const auto* change = std::get_if<WatchEvent>(&what))
        m_events.watch(*change);
    else if (auto* answered = std::get_if<Answered>(&what))
        m_events.answer(answered->id, std::move(answered->answer));
}

/// The only watcher: for the connection and all nodes.
void CHandle::onEvent(zhandle_t* /*zh*/, int type, int state, const char* path, void* context)
{
    auto& self = *static_cast<CHandle*>(context);
    if (type == ZOO_SESSION_EVENT)
        self.reportState(state);
    else if (path)
        self.reportChange(type, path);
}

void CHandle::reportState(int state)
{
    auto event = connectionEventOf(m_zh, state);
    event.askedAfter = m_askedAfter;
    if (event.server.empty() && zk::isUp(state)) // the C client has no address of a read-only server
        event.server = m_address;
    report(std::move(event));
}

void CHandle::reportChange(int type, const char* path)
{
    const auto what = changeOf(type);
    if (!what)
        return;
    WatchEvent event;
    event.type = *what;
    event.path = path;
    event.session = zoo_client_id(m_zh)->client_id;
    event.at = now();
    report(std::move(event));
}

// ---- the owner's calls

std::optional<SteadyTime> CHandle::interest() const
{
    return m_reports.empty() ? m_due : SteadyTime();
}

bool CHandle::process()
{
    if (m_reports.empty() && !m_isClosing)
        step(now());
    if (m_reports.empty())
        return false;
    auto next = std::move(m_reports.front());
    m_reports.pop_front();
    deliver(std::move(next));
    return !m_reports.empty();
}

void CHandle::step(SteadyTime at)
{
    if (!m_due || at < *m_due)
        return;
    switch (m_phase) {
    case Phase::Pausing:
        lookUpServers();
        break;
    case Phase::Connecting:
        if (at >= m_attemptEnds)
            abandonAttempt();
        else
            askInterest();
        break;
    case Phase::Connected:
    case Phase::ReadOnly:
        askInterest();
        break;
    case Phase::Idle:
    case Phase::LookingUp:
    case Phase::Queued:
    case Phase::Ended:
        m_due.reset();
        break;
    }
}

Result<void> CHandle::send(std::uint64_t id, const Request& request)
{
    if (m_isClosing)
        return {};
    const auto refused = [&](int rc) {
        return failure(toError(m_zh ? reasonOf(rc, m_zh) : ZCONNECTIONLOSS, operationOf(request), pathOf(request)));
    };
    if (!isUp())
        return refused(ZINVALIDSTATE);
    cork();
    int rc = ZOK;
    {
        const ClientCall call(m_log);
        rc = m_calls.send(m_zh, id, request);
    }
    m_lastSent = now();
    onCalled();
    askInterest();
    if (!m_reports.empty())
        m_events.wake();
    if (rc != ZOK)
        return refused(rc);
    return {};
}

Result<void> CHandle::sendAgain(const AuthRequest& credentials)
{
    if (m_isClosing)
        return {};
    if (!isUp())
        return failure(ErrorCode::ConnectionLoss, "addAuth");
    int rc = ZOK;
    {
        const ClientCall call(m_log);
        rc = CCalls::send(m_zh, credentials);
    }
    if (rc != ZOK)
        return failure(toError(reasonOf(rc, m_zh), "addAuth", {}));
    return {};
}

// ---- reading

void CHandle::onSocket(SocketWatch::Events ready)
{
    const auto alive = shared_from_this();
    if (m_isClosing) {
        awaitEnd(ready);
        return;
    }
    m_isReading = true;
    read(ready);
    m_events.run();
    m_isReading = false;
    uncork();
}

/// The C client handles one reply in each call, and says when there is no more. A change of its state ends the turn: a
/// peer that is no ZooKeeper server can have given the session a timeout that ends it at once.
void CHandle::read(SocketWatch::Events ready)
{
    int events = (ready.read ? ZOOKEEPER_READ : 0) | (ready.write ? ZOOKEEPER_WRITE : 0);
    bool isAnswered = false;
    {
        const ClientCall call(m_log);
        const int state = zoo_state(m_zh);
        for (int i = 0; i < mostReplies && zookeeper_process(m_zh, events) == ZOK; ++i) {
            isAnswered = isAnswered || ready.read;
            if (!ready.read || zoo_state(m_zh) != state)
                break;
            events = ZOOKEEPER_READ;
        }
    }
    if (isAnswered) {
        m_lastRead = now();
        m_proofEnds.reset();
    }
    onCalled();
    askInterest();
}

/// After each call of the C client: what it did with the connection.
void CHandle::onCalled()
{
    if (m_phase == Phase::Ended)
        return;
    const int state = zoo_state(m_zh);
    if (is_unrecoverable(m_zh)) { // reported by the watcher
        m_phase = Phase::Ended;
        m_due.reset();
        m_watch.reset();
        m_search.reset();
        m_slot.reset();
    } else if (zk::isUp(state)) {
        if (!isUp())
            onConnected(state == ZOO_CONNECTED_STATE ? Phase::Connected : Phase::ReadOnly);
    } else if (isUp()) {
        leave();
        lookUpServers();
    } else if (m_phase == Phase::Connecting && !hasSocket(state)) {
        tryNext();
    }
}

void CHandle::onConnected(Phase phase)
{
    m_phase = phase;
    m_lastRead = m_lastSent = now();
    m_lastAddress = m_address;
    m_proofEnds.reset();
    m_servers.succeeded();
    if (phase == Phase::ReadOnly) {
        auto others = m_addresses;
        std::erase(others, m_address);
        m_search = std::make_unique<ReadWriteSearch>(m_loop, std::move(others),
                                                     [this](const std::string& found) { moveTo(found); });
    }
    m_slot.reset();
}

// ---- timeouts

/// Asks the C client what to wait for, and until when. It sends its pings in this call, and ends silent connections.
void CHandle::askInterest()
{
    if (m_phase == Phase::ReadOnly)
        return askReadOnly();
    if (!m_watch || (m_phase != Phase::Connecting && m_phase != Phase::Connected))
        return;
    const auto at = now();
    if (m_phase == Phase::Connected && awaitsProof(at))
        return;
    std::optional<Interest> interest;
    {
        const ClientCall call(m_log);
        interest = interestOf(m_zh);
    }
    onCalled();
    if (!m_watch)
        return;
    if (interest && interest->socket == m_watch->socket())
        watchSocket(*interest);
    m_due = at + (interest ? interest->wait : Duration(pauseAfterError));
    if (m_phase == Phase::Connecting)
        m_due = std::min(*m_due, m_attemptEnds);
}

/// After a late turn, zookeeper_interest() would end the connection although the server was not silent. So a request is
/// sent first, and its answer awaited. True while it is.
bool CHandle::awaitsProof(SteadyTime at)
{
    if (!m_proofEnds) {
        const bool isLate = m_due && at - *m_due > tolerance(timeout());
        if (!isLate || at - m_lastRead < longestSilence(timeout()) - tolerance(timeout()))
            return false;
        m_proofEnds = at + timeout() / 3;
        m_due = m_proofEnds;
        probe();
        return true;
    }
    if (at < *m_proofEnds)
        return true;
    m_proofEnds.reset();
    return false;
}

/// A request whose answer is of interest only because it comes.
void CHandle::probe()
{
    {
        const ClientCall call(m_log);
        static_cast<void>(m_calls.send(m_zh, 0, ExistsRequest{"/"})); // a failed write is seen below
    }
    m_lastSent = now();
    onCalled();
}

/// zookeeper_interest() would look for a server with quorum, and block meanwhile. So the pings and the end of a silent
/// connection are done here.
void CHandle::askReadOnly()
{
    const auto at = now();
    if (at - m_lastRead >= longestSilence(timeout())) {
        leave();
        return lookUpServers();
    }
    if (at - m_lastSent >= timeout() / 3)
        probe();
    if (m_phase != Phase::ReadOnly)
        return;
    m_watch->wait({true, false});
    m_due = std::min(m_lastRead + longestSilence(timeout()), m_lastSent + timeout() / 3);
}

void CHandle::watchSocket(const Interest& interest)
{
    if (!m_watch) {
        // Otherwise a process that is started now would keep the connection when the C client closes it.
        ::fcntl(interest.socket, F_SETFD, FD_CLOEXEC);
        m_watch = std::make_unique<SocketWatch>(m_loop, interest.socket,
                                                [this](SocketWatch::Events ready) { onSocket(ready); });
    }
    m_watch->wait({(interest.events & ZOOKEEPER_READ) != 0, (interest.events & ZOOKEEPER_WRITE) != 0});
}

// ---- segments

/// The C client writes each request's length and body apart. Corked, the requests of a turn leave together.
void CHandle::cork()
{
    if (m_isCorked || !m_watch)
        return;
    m_isCorked = true;
    const int on = 1;
    ::setsockopt(m_watch->socket(), IPPROTO_TCP, TCP_CORK, &on, sizeof on);
    if (!m_isReading)
        m_loop.post([weak = weak_from_this()] {
            if (const auto handle = weak.lock())
                std::static_pointer_cast<CHandle>(handle)->uncork();
        });
}

void CHandle::uncork()
{
    if (!std::exchange(m_isCorked, false) || !m_watch)
        return;
    const int off = 0;
    ::setsockopt(m_watch->socket(), IPPROTO_TCP, TCP_CORK, &off, sizeof off);
}

} // namespace lockscope::zk
