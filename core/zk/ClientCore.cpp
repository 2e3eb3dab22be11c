// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/ClientCore.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::zk {

namespace {

constexpr auto firstBackOff = std::chrono::seconds(1);
constexpr auto longestBackOff = std::chrono::seconds(10);
constexpr auto longestPatience = std::chrono::seconds(4);

/// The C client wakes its thread through a pipe of 64 KiB, one byte a request, and breaks its connection when that is
/// full.
constexpr int mostInFlight = 10'000;

std::string serverList(const ClientSettings& settings)
{
    std::vector<std::string> servers;
    for (const auto& server : settings.servers.servers)
        servers.push_back(toString(server));
    return listed(servers);
}

} // namespace

ZooKeeperClient::Core::Core(ClientSettings settings, Executor& executor, Log log)
    : m_settings(std::move(settings))
    , m_executor(executor)
    , m_log(std::move(log))
    , m_backOff(firstBackOff)
    , m_requests(static_cast<std::size_t>(std::clamp(m_settings.maxInFlight, 1, mostInFlight)))
{
}

void ZooKeeperClient::Core::start()
{
    openHandle();
}

void ZooKeeperClient::Core::shutdown()
{
    {
        const std::lock_guard lock(m_handleMutex);
        m_over = true;
        if (const auto last = std::exchange(m_handle, nullptr)) {
            last->retire();
            m_worker.post([last] { last->close(); });
        }
    }
    m_worker.finish();
    if (m_executor.isCurrent())
        m_executor.post(
            [core = shared_from_this(), remains = end()]() mutable { core->tellTheEnd(std::move(remains)); });
    else
        m_executor.post([core = shared_from_this()] { core->tellTheEnd(core->end()); });
}

/// The client is gone, and the handle is closed.
ZooKeeperClient::Core::Remains ZooKeeperClient::Core::end()
{
    {
        const std::lock_guard lock(m_handleMutex);
        ++m_serial;
    }
    m_handles = 0;
    m_observers.dropTheClients();
    if (m_session.state == SessionState::Closed)
        return {};
    endSession(SessionState::Closed, phrase("the client was destroyed"));
    return {m_requests.takeAll(), true};
}

void ZooKeeperClient::Core::tellTheEnd(Remains remains)
{
    failAll(std::move(remains.open), ErrorCode::Closed);
    if (remains.mustTell)
        publish();
    for (const auto& closed : std::exchange(m_onClosed, {}))
        closed();
}

// ---- the handle and what it says

Handle::Events ZooKeeperClient::Core::eventsOf(std::uint64_t serial)
{
    // These run on the C client's threads: the core is only looked at on the executor.
    Handle::Events events;
    events.connection = [weak = weak_from_this(), executor = &m_executor, serial](ConnectionEvent event) {
        executor->post([weak, serial, event = std::move(event)] {
            if (const auto core = weak.lock())
                core->onConnection(serial, event);
        });
    };
    events.watch = [weak = weak_from_this(), executor = &m_executor, serial](WatchEvent event) {
        executor->dispatch([weak, serial, event = std::move(event)] {
            if (const auto core = weak.lock())
                core->onWatch(serial, event);
        });
    };
    events.answer = [weak = weak_from_this(), executor = &m_executor](std::uint64_t id, Result<Answer> answer) {
        executor->dispatch([weak, id, answer = std::move(answer)]() mutable {
            if (const auto core = weak.lock())
                core->onAnswer(id, std::move(answer));
        });
    };
    return events;
}

void ZooKeeperClient::Core::openHandle()
{
    const std::lock_guard lock(m_handleMutex);
    if (m_over)
        return;
    const auto serial = ++m_serial;
    m_handle = std::make_shared<Handle>(m_settings, m_executor.clock(), m_log, eventsOf(serial));
    ++m_handles;
    for (auto& credentials : m_credentials)
        credentials.onHandle = false;
    openOnWorker(m_handle, serial);
}

void ZooKeeperClient::Core::openOnWorker(std::shared_ptr<Handle> made, std::uint64_t serial)
{
    m_worker.post([weak = weak_from_this(), executor = &m_executor, made = std::move(made), serial] {
        auto opened = made->open();
        executor->post([weak, serial, opened = std::move(opened)] {
            if (const auto core = weak.lock())
                core->onOpened(serial, opened);
        });
    });
}

void ZooKeeperClient::Core::releaseHandle()
{
    const std::lock_guard lock(m_handleMutex);
    ++m_serial;
    const auto released = std::exchange(m_handle, nullptr);
    if (!released)
        return;
    released->retire();
    m_worker.post([released, executor = &m_executor, closed = whileAlive([](Core& core) { core.onHandleClosed(); })] {
        released->close();
        executor->post(closed);
    });
}

void ZooKeeperClient::Core::onHandleClosed()
{
    if (m_handles == 0 || --m_handles > 0)
        return;
    for (const auto& closed : std::exchange(m_onClosed, {}))
        closed();
}

std::shared_ptr<Handle> ZooKeeperClient::Core::handle()
{
    const std::lock_guard lock(m_handleMutex);
    return m_handle;
}

void ZooKeeperClient::Core::onOpened(std::uint64_t serial, const Result<void>& opened)
{
    if (serial != m_serial)
        return;
    if (opened) {
        m_backOff = firstBackOff;
        const auto patience = std::min<Duration>(m_settings.sessionTimeout, longestPatience);
        m_patience = m_executor.after(patience, whileAlive([](Core& core) { core.sayWhyNotConnected(); }));
        return;
    }
    const auto delay = m_backOff;
    m_backOff = std::min<Duration>(m_backOff * 2, longestBackOff);
    m_session.detail = phrase("%1; next try in %2 s", opened.error().detail,
                              std::chrono::duration_cast<std::chrono::seconds>(delay).count());
    m_retry = m_executor.after(delay, whileAlive([serial](Core& core) {
                                   const std::lock_guard lock(core.m_handleMutex);
                                   if (serial == core.m_serial && core.m_handle)
                                       core.openOnWorker(core.m_handle, serial);
                               }));
    publish();
}

void ZooKeeperClient::Core::sayWhyNotConnected()
{
    const auto waiting = handle();
    if (m_session.state != SessionState::Connecting || !waiting)
        return;
    const auto reason = waiting->lastError();
    m_session.detail = reason.empty() ? phrase("no answer yet from %1", serverList(m_settings))
                                      : phrase("no answer yet from %1: %2", serverList(m_settings), reason);
    publish();
}

void ZooKeeperClient::Core::onConnection(std::uint64_t serial, const ConnectionEvent& event)
{
    if (serial != m_serial)
        return;
    switch (event.kind) {
    case ConnectionEvent::Kind::Connected:
    case ConnectionEvent::Kind::ReadOnly:
        connected(event);
        return;
    case ConnectionEvent::Kind::Disconnected:
        suspended();
        return;
    case ConnectionEvent::Kind::Expired:
        lose(ErrorCode::SessionExpired, phrase("the server has expired the session"));
        return;
    case ConnectionEvent::Kind::AuthFailed: {
        auto open = m_requests.takeAll();
        endSession(SessionState::AuthFailed,
                   phrase("the server refused the credentials; make a new client with others"));
        releaseHandle();
        publish();
        failAll(std::move(open), ErrorCode::AuthFailed);
        return;
    }
    }
}

void ZooKeeperClient::Core::onWatch(std::uint64_t serial, const WatchEvent& event)
{
    if (serial != m_serial)
        return;
    if (m_settings.traffic)
        ++m_settings.traffic->watchEvents;
    for (const auto id : m_watches.fire(event)) {
        if (const auto handler = m_watches.takeFired(id))
            (*handler)(event);
    }
}

void ZooKeeperClient::Core::onAnswer(std::uint64_t id, Result<Answer> answer)
{
    if (id != 0 && id == m_introduction.request) {
        onIntroduced(answer);
        return;
    }
    // Ids are never used twice: an answer of a session that is over finds nothing here.
    m_requests.settle(id, std::move(answer));
    deliverAnswers();
}

} // namespace lockscope::zk
