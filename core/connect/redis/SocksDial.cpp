// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/redis/SocksDial.h"

#include "core/connect/redis/Socks.h"

#include <cerrno>
#include <utility>

#include <sys/socket.h>
#include <unistd.h>

namespace lockscope::connect {

SocksDial::SocksDial(redis::Address server, std::string request, Duration timeout, Reply<int> done, Handlers handlers)
    : m_server(std::move(server))
    , m_request(std::move(request))
    , m_done(std::move(done))
    , m_handlers(std::move(handlers))
{
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this, [this] { m_handlers.timeout(*this); });
    m_limit.start(std::chrono::duration_cast<std::chrono::milliseconds>(timeout));
}

SocksDial::~SocksDial()
{
    end();
}

void SocksDial::start(int socket)
{
    m_socket = socket;
    m_notifier = std::make_unique<QSocketNotifier>(socket, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &SocksDial::onReadable);
    send(Phase::Greeting, socksGreeting());
}

/// A new local socket takes these few bytes at once. An error shows as the end of the stream.
void SocksDial::send(Phase phase, std::string_view bytes)
{
    m_phase = phase;
    m_received.clear();
    static_cast<void>(::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL));
}

std::size_t SocksDial::answerSize() const
{
    return m_phase == Phase::Greeting ? socksWelcome().size() : socksReplySize(m_received);
}

void SocksDial::onReadable()
{
    while (m_phase == Phase::Greeting || m_phase == Phase::Requesting) {
        std::string part(answerSize() - m_received.size(), '\0');
        const auto got = ::recv(m_socket, part.data(), part.size(), 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN)
            return;
        if (got <= 0)
            return onClosed();
        m_received.append(part, 0, static_cast<std::size_t>(got));
        if (m_received.size() == answerSize())
            onAnswer();
    }
}

void SocksDial::onAnswer()
{
    if (m_phase == Phase::Greeting && m_received == socksWelcome())
        return send(Phase::Requesting, m_request);
    if (m_phase == Phase::Greeting || !isSocksConnected(m_received))
        return onClosed();
    m_phase = Phase::Ended;
    m_notifier.reset();
    if (m_done)
        finish(std::exchange(m_socket, -1));
    m_handlers.ended(*this);
}

void SocksDial::onClosed()
{
    m_phase = Phase::Ended;
    m_handlers.closed(*this);
}

void SocksDial::fail(const Error& error)
{
    if (m_phase == Phase::Waiting)
        m_phase = Phase::Ended;
    finish(failure(error));
}

void SocksDial::finish(const Result<int>& result)
{
    m_limit.stop();
    if (const auto done = std::exchange(m_done, nullptr))
        done(result);
}

void SocksDial::end()
{
    m_phase = Phase::Ended;
    m_notifier.reset();
    if (m_socket >= 0)
        ::close(std::exchange(m_socket, -1));
}

} // namespace lockscope::connect
