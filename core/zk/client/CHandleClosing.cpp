// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/CHandle.h"

#include <sys/socket.h>

#include <arpa/inet.h>

#include <array>
#include <cerrno>
#include <future>
#include <utility>

/// The end of a handle. zookeeper_close() waits for the server's answer, up to 4.5 s. So the request that ends the
/// session is sent here, and zookeeper_close() is called when the server has closed the connection.

namespace lockscope::zk {

namespace {

constexpr auto longestFarewell = std::chrono::seconds(1);
/// How long a client's destructor waits for a loop that is blocked.
constexpr auto longestWait = std::chrono::seconds(10);

/// A request header of ZooKeeper's protocol (zookeeper.jute) after its length: request number and operation.
std::array<std::uint32_t, 3> closeRequest()
{
    constexpr std::uint32_t length = 2 * sizeof(std::uint32_t);
    constexpr std::uint32_t number = 1; // the answer is not read
    constexpr auto closeSession = static_cast<std::uint32_t>(-11);
    return {htonl(length), htonl(number), htonl(closeSession)};
}

} // namespace

void CHandle::close(Task closed)
{
    if (std::exchange(m_isClosing, true))
        return;
    m_closed = std::move(closed);
    m_reports.clear();
    m_search.reset();
    m_slot.reset();
    if (!isUp()) {
        finishClosing();
        return;
    }
    m_farewellEnds = m_loop.after(
        longestFarewell, [self = std::static_pointer_cast<CHandle>(shared_from_this())] { self->finishClosing(); });
    uncork();
    sayFarewell();
}

void CHandle::sayFarewell()
{
    if (hasUnsent()) {
        m_watch->wait({true, true});
        return;
    }
    const auto request = closeRequest();
    const auto sent = ::send(m_watch->socket(), request.data(), sizeof request, MSG_NOSIGNAL);
    if (sent < 0 && errno == EAGAIN) {
        m_watch->wait({true, true});
        return;
    }
    if (sent != static_cast<ssize_t>(sizeof request)) {
        finishClosing();
        return;
    }
    m_isFarewellSent = true;
    m_watch->wait({true, false});
}

/// True while the C client has a part of a request to write.
bool CHandle::hasUnsent()
{
    if (m_phase != Phase::Connected)
        return false;
    const ClientCall call(m_log);
    const auto interest = interestOf(m_zh);
    return interest && (interest->events & ZOOKEEPER_WRITE) != 0;
}

/// Writes the rest of the requests, then reads until the server closes the connection. Answers are not needed any more.
void CHandle::awaitEnd(SocketWatch::Events ready)
{
    if (!m_isFarewellSent) {
        const int events = (ready.read ? ZOOKEEPER_READ : 0) | (ready.write ? ZOOKEEPER_WRITE : 0);
        {
            const ClientCall call(m_log);
            zookeeper_process(m_zh, events);
        }
        const int state = zoo_state(m_zh);
        if (state == ZOO_CONNECTED_STATE || state == ZOO_READONLY_STATE)
            sayFarewell();
        else
            finishClosing();
        return;
    }
    std::array<char, 16'384> unwanted{};
    ssize_t got = 0;
    while ((got = ::recv(m_watch->socket(), unwanted.data(), unwanted.size(), 0)) > 0)
        continue;
    if (got == 0 || (errno != EAGAIN && errno != EINTR))
        finishClosing();
}

void CHandle::finishClosing()
{
    const auto alive = shared_from_this();
    m_farewellEnds.reset();
    destroy();
    if (const auto closed = std::exchange(m_closed, nullptr))
        closed();
    if (!std::exchange(m_isCounted, false) || --m_open->count > 0)
        return;
    for (const auto& none : std::exchange(m_open->whenNone, {}))
        none();
}

/// Without close(), because the loop has stopped, zookeeper_close() ends the session and blocks meanwhile.
void CHandle::destroy()
{
    if (!m_zh)
        return;
    // With a closed socket, it does not wait.
    if (m_isClosing && m_watch)
        ::shutdown(m_watch->socket(), SHUT_RDWR);
    m_watch.reset();
    const ClientCall call(m_log);
    zookeeper_close(std::exchange(m_zh, nullptr));
}

namespace {

class CHandleSource final : public HandleSource {
public:
    explicit CHandleSource(EventLoop& loop)
        : m_loop(loop)
    {
    }

    [[nodiscard]] std::shared_ptr<Handle> make(const ClientSettings& settings, Executor& /*executor*/, const Log& log,
                                               Handle::Events events) override
    {
        return std::make_shared<CHandle>(settings, m_loop, log, std::move(events), m_open);
    }

    void finish(const std::shared_ptr<Handle>& last) override
    {
        if (m_loop.isCurrent()) {
            if (last)
                last->close(nullptr);
            return;
        }
        // Owned by the posted task alone: a stopped loop destroys the task, and the broken promise ends the wait.
        auto done = std::make_shared<std::promise<void>>();
        const auto ended = done->get_future();
        m_loop.post([last, open = m_open, done = std::move(done)]() mutable {
            if (last)
                last->close(nullptr);
            if (open->count == 0)
                done->set_value();
            else
                open->whenNone.emplace_back([done = std::move(done)] { done->set_value(); });
        });
        ended.wait_for(longestWait);
    }

private:
    EventLoop& m_loop;
    const std::shared_ptr<CHandle::Open> m_open = std::make_shared<CHandle::Open>();
};

} // namespace

std::unique_ptr<HandleSource> cClientHandles(EventLoop& loop)
{
    return std::make_unique<CHandleSource>(loop);
}

} // namespace lockscope::zk
