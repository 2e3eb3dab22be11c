// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/ClientCore.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::zk {

namespace {

constexpr auto firstBackOff = std::chrono::seconds(1);
constexpr auto longestBackOff = std::chrono::seconds(10);
constexpr auto longestWaitLimit = std::chrono::seconds(4);

std::string serverList(const ClientSettings& settings)
{
    std::vector<std::string> servers;
    for (const auto& server : settings.servers.servers)
        servers.push_back(toString(server));
    return listed(servers);
}

} // namespace

ZooKeeperClient::Core::Core(ClientSettings settings, Executor& executor, Log log, std::unique_ptr<HandleSource> handles)
    : m_settings(std::move(settings))
    , m_executor(executor)
    , m_log(std::move(log))
    , m_backOff(firstBackOff)
    , m_requests(static_cast<std::size_t>(std::max(m_settings.maxInFlight, 1)))
    , m_handleSource(std::move(handles))
{
}

void ZooKeeperClient::Core::start()
{
    m_executor.post(whileAlive([](Core& core) { core.openHandle(); }));
}

void ZooKeeperClient::Core::shutdown()
{
    std::shared_ptr<Handle> last;
    {
        const std::lock_guard lock(m_handleMutex);
        m_over = true;
        last = std::exchange(m_handle, nullptr);
    }
    m_handleSource->finish(last);
    if (m_executor.isCurrent())
        m_executor.post(
            [core = shared_from_this(), remains = end()]() mutable { core->reportTheEnd(std::move(remains)); });
    else
        m_executor.post([core = shared_from_this()] { core->reportTheEnd(core->end()); });
}

/// The client is destroyed and the handle is closed.
ZooKeeperClient::Core::Remains ZooKeeperClient::Core::end()
{
    m_handles = 0;
    m_observers.dropTheClients();
    if (m_session.state == SessionState::Closed)
        return {};
    endSession(SessionState::Closed, phrase("the client was destroyed"));
    return {m_requests.takeAll(), true};
}

void ZooKeeperClient::Core::reportTheEnd(Remains remains)
{
    failAll(std::move(remains.open), ErrorCode::Closed);
    if (remains.mustReport)
        publish();
    for (const auto& closed : std::exchange(m_onClosed, {}))
        closed();
}

// ---- the handle and its events

Handle::Events ZooKeeperClient::Core::events()
{
    Handle::Events events;
    events.wake = [executor = &m_executor, process = whileAlive([](Core& core) { core.process(); })] {
        executor->post(process);
    };
    events.run = whileAlive([](Core& core) { core.process(); });
    // The handle calls these only within process(), so the core exists.
    events.opened = [this](const Result<void>& opened) { onOpened(opened); };
    events.connection = [this](const ConnectionEvent& event) { onConnection(event); };
    events.watch = [this](const WatchEvent& event) { onWatch(event); };
    events.answer = [this](std::uint64_t id, Result<Answer> answer) { onAnswer(id, std::move(answer)); };
    return events;
}

void ZooKeeperClient::Core::openHandle()
{
    if (isFinal())
        return;
    const auto made = m_handleSource->make(m_settings, m_executor, m_log, events());
    {
        const std::lock_guard lock(m_handleMutex);
        if (m_over)
            return;
        m_handle = made;
    }
    ++m_handles;
    for (auto& credentials : m_credentials)
        credentials.onHandle = false;
    made->open();
    arm();
}

void ZooKeeperClient::Core::releaseHandle()
{
    m_turn.reset();
    m_turnAt.reset();
    std::shared_ptr<Handle> released;
    {
        const std::lock_guard lock(m_handleMutex);
        released = std::exchange(m_handle, nullptr);
    }
    if (!released)
        return;
    released->close([executor = &m_executor, closed = whileAlive([](Core& core) { core.onHandleClosed(); })] {
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

void ZooKeeperClient::Core::process()
{
    const auto present = handle();
    // A report may lead to the handle's replacement.
    while (present && present == handle() && present->process())
        continue;
    arm();
}

/// Schedules the next call of the handle's process().
void ZooKeeperClient::Core::arm()
{
    const auto present = handle();
    const auto next = present ? present->interest() : std::nullopt;
    if (!next || (m_turnAt && *m_turnAt <= *next))
        return; // a call that is too early schedules the next one
    m_turnAt = next;
    const auto left = std::max<Duration>(*next - m_executor.clock().now(), Duration::zero());
    m_turn = m_executor.after(left, whileAlive([](Core& core) {
                                  core.m_turnAt.reset();
                                  core.process();
                              }));
}

void ZooKeeperClient::Core::onOpened(const Result<void>& opened)
{
    if (opened) {
        m_backOff = firstBackOff;
        const auto waitLimit = std::min<Duration>(m_settings.sessionTimeout, longestWaitLimit);
        m_waitLimit = m_executor.after(waitLimit, whileAlive([](Core& core) { core.sayWhyNotConnected(); }));
        return;
    }
    const auto delay = m_backOff;
    m_backOff = std::min<Duration>(m_backOff * 2, longestBackOff);
    m_session.detail = phrase("%1; next attempt in %2 s", opened.error().detail,
                              std::chrono::duration_cast<std::chrono::seconds>(delay).count());
    m_log.write(LogLevel::Warning, "zk", "Cannot connect: " + m_session.detail);
    m_retry = m_executor.after(delay, whileAlive([](Core& core) {
                                   if (const auto present = core.handle())
                                       present->open();
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
    m_log.write(LogLevel::Warning, "zk", m_session.detail);
    publish();
}

void ZooKeeperClient::Core::onConnection(const ConnectionEvent& event)
{
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
    case ConnectionEvent::Kind::AuthFailed:
        endByAuthentication({});
        return;
    }
}

/// Final: another session would end in the same way.
void ZooKeeperClient::Core::endByAuthentication(const std::string& detail)
{
    auto open = m_requests.takeAll();
    endSession(SessionState::AuthFailed,
               detail.empty() ? phrase("the server refused the credentials. Create a new client with other credentials")
                              : detail);
    releaseHandle();
    publish();
    failAll(std::move(open), ErrorCode::AuthFailed);
}

void ZooKeeperClient::Core::onWatch(const WatchEvent& event)
{
    if (m_settings.traffic)
        ++m_settings.traffic->watchEvents;
    for (const auto id : m_watches.fire(event)) {
        if (const auto handler = m_watches.takeFired(id))
            (*handler)(event);
    }
}

void ZooKeeperClient::Core::onAnswer(std::uint64_t id, Result<Answer> answer)
{
    // With enforce.auth.enabled, the server ends the session with its first answer.
    if (!answer && answer.error().code == ErrorCode::AuthFailed && !isFinal())
        return endByAuthentication(answer.error().detail);
    if (id != 0 && id == m_introduction.request) {
        onIntroduced(answer);
        return;
    }
    // Ids are never reused: an answer for an ended session matches no request.
    m_requests.settle(id, std::move(answer));
    deliverAnswers();
}

} // namespace lockscope::zk
