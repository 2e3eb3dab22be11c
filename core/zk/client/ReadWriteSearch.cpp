// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/ReadWriteSearch.h"

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

namespace lockscope::zk {

namespace {

constexpr auto firstPause = std::chrono::milliseconds(200);
constexpr auto longestPause = std::chrono::seconds(2);
constexpr auto longestAnswer = std::chrono::seconds(1);
constexpr std::string_view question = "isro";

/// A non-blocking socket that connects to `address` ("address:port"); -1 if that is not possible.
int connectTo(const std::string& address)
{
    const auto colon = address.rfind(':');
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV;
    addrinfo* found = nullptr;
    if (::getaddrinfo(address.substr(0, colon).c_str(), address.substr(colon + 1).c_str(), &hints, &found) != 0)
        return -1;
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(found, &::freeaddrinfo);
    const int socket = ::socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (socket < 0)
        return -1;
    if (::connect(socket, found->ai_addr, found->ai_addrlen) == 0 || errno == EINPROGRESS)
        return socket;
    ::close(socket);
    return -1;
}

} // namespace

ReadWriteSearch::ReadWriteSearch(EventLoop& loop, std::vector<std::string> addresses,
                                 std::function<void(const std::string&)> found)
    : m_loop(loop)
    , m_addresses(std::move(addresses))
    , m_found(std::move(found))
    , m_pause(firstPause)
{
    if (!m_addresses.empty())
        m_timer = m_loop.after(m_pause, [this] { askNext(); });
}

ReadWriteSearch::~ReadWriteSearch()
{
    end();
}

void ReadWriteSearch::askNext()
{
    m_timer = m_loop.after(longestAnswer, [this] {
        end();
        askNext();
    });
    m_reply.clear();
    m_isAsked = false;
    m_socket = connectTo(m_addresses[m_next]);
    if (m_socket < 0)
        return; // asks the next one at the end of this question's time
    m_watch = std::make_unique<SocketWatch>(m_loop, m_socket, [this](SocketWatch::Events ready) { onReady(ready); });
    m_watch->wait({true, true});
}

void ReadWriteSearch::onReady(SocketWatch::Events ready)
{
    if (ready.write && !m_isAsked) {
        m_isAsked = ::send(m_socket, question.data(), question.size(), MSG_NOSIGNAL) > 0;
        m_watch->wait({true, false});
    }
    if (!ready.read)
        return;
    std::array<char, 16> bytes{};
    const auto got = ::recv(m_socket, bytes.data(), bytes.size(), 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got > 0)
        m_reply.append(bytes.data(), static_cast<std::size_t>(got));
    if (got > 0 && m_reply.size() < 2)
        return;
    const auto address = m_addresses[m_next];
    end();
    if (m_reply.starts_with("rw")) {
        m_timer.reset();
        const auto found = m_found; // it may destroy this
        found(address);
        return;
    }
    m_timer = m_loop.after(m_pause, [this] { askNext(); });
}

/// Ends the present question.
void ReadWriteSearch::end()
{
    m_watch.reset();
    if (m_socket >= 0)
        ::close(std::exchange(m_socket, -1));
    if (++m_next >= m_addresses.size()) {
        m_next = 0;
        m_pause = std::min<Duration>(m_pause * 2, longestPause);
    }
}

} // namespace lockscope::zk
