// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/zk/Relay.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockscope::test {

namespace {

constexpr std::size_t mostBuffered = 64 * 1024; ///< then the socket fills
constexpr int backlog = 1024;

sockaddr_in socketAddress(const std::string& text, quint16 port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    ::inet_pton(AF_INET, text.c_str(), &address.sin_addr);
    return address;
}

int boundSocket(const std::string& text, quint16 port)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    const int on = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const auto address = socketAddress(text, port);
    if (::bind(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
        return fd;
    ::close(fd);
    return -1;
}

void sendAtOnce(int fd)
{
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

void closeSocket(int fd, bool abruptly)
{
    if (abruptly) {
        const linger now{.l_onoff = 1, .l_linger = 0};
        ::setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    }
    ::close(fd);
}

bool isTemporary(ssize_t done)
{
    return done < 0 && (errno == EAGAIN || errno == EINTR);
}

/// False when the peer has gone.
bool readInto(std::string& buffer, int fd)
{
    std::array<char, 16 * 1024> part{};
    const auto got = ::recv(fd, part.data(), part.size(), MSG_DONTWAIT);
    if (got > 0)
        buffer.append(part.data(), static_cast<std::size_t>(got));
    return got > 0 || isTemporary(got);
}

bool writeFrom(std::string& buffer, int fd)
{
    const auto sent = ::send(fd, buffer.data(), buffer.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent > 0)
        buffer.erase(0, static_cast<std::size_t>(sent));
    return sent >= 0 || isTemporary(sent);
}

} // namespace

Relay::Relay(quint16 serverPort, std::string address, quint16 port)
    : m_serverPort(serverPort)
    , m_address(std::move(address))
    , m_reservation(boundSocket(m_address, port))
    , m_wake(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    sockaddr_in bound{};
    socklen_t size = sizeof bound;
    if (::getsockname(m_reservation, reinterpret_cast<sockaddr*>(&bound), &size) == 0)
        m_port = ntohs(bound.sin_port);
    if (!listen())
        m_port = 0;
    m_thread = std::thread([this] { run(); });
}

Relay::~Relay()
{
    {
        const std::lock_guard lock(m_mutex);
        m_over = true;
    }
    wake();
    m_thread.join();
    endAll(false);
    if (m_listener >= 0)
        ::close(m_listener);
    ::close(m_reservation);
    ::close(m_wake);
}

bool Relay::listen()
{
    m_listener = boundSocket(m_address, m_port);
    return m_listener >= 0 && ::listen(m_listener, backlog) == 0;
}

void Relay::wake() const
{
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(m_wake, &one, sizeof one);
}

void Relay::refuse()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_listener >= 0)
            ::close(m_listener);
        m_listener = -1;
        endAll(false);
        ++m_changes;
    }
    wake();
}

void Relay::accept()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_listener < 0 && !listen())
            m_port = 0;
        ++m_changes;
    }
    wake();
}

void Relay::reset()
{
    {
        const std::lock_guard lock(m_mutex);
        endAll(true);
        ++m_changes;
    }
    wake();
}

void Relay::pass(bool requests, bool answers)
{
    {
        const std::lock_guard lock(m_mutex);
        m_requestsPass = requests;
        m_answersPass = answers;
        ++m_changes;
    }
    wake();
}

void Relay::delayFirstAnswers(std::chrono::milliseconds delay)
{
    const std::lock_guard lock(m_mutex);
    m_delay = delay;
}

int Relay::connections() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<int>(m_connections.size());
}

int Relay::accepted() const
{
    const std::lock_guard lock(m_mutex);
    return m_accepted;
}

int Relay::mostUnanswered() const
{
    const std::lock_guard lock(m_mutex);
    return m_mostUnanswered;
}

void Relay::endAll(bool abruptly)
{
    for (const auto& one : m_connections) {
        closeSocket(one.client, abruptly);
        closeSocket(one.server, false);
    }
    m_connections.clear();
}

void Relay::acceptOne()
{
    const int client = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (client < 0)
        return;
    ++m_accepted;
    // Not blocking for long: the server is on this machine.
    const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const auto address = socketAddress("127.0.0.1", m_serverPort);
    if (::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
        ::close(client);
        ::close(server);
        return;
    }
    sendAtOnce(client);
    sendAtOnce(server);
    m_connections.push_back({client, server, {}, {}, std::chrono::steady_clock::now(), false});
    const auto unanswered =
        std::count_if(m_connections.begin(), m_connections.end(), [](const Connection& one) { return !one.answered; });
    m_mostUnanswered = std::max(m_mostUnanswered, static_cast<int>(unanswered));
}

bool Relay::holdsBack(const Connection& one, Time now) const
{
    return !one.answered && now < one.since + m_delay;
}

/// First the wake-up and the listener, then two for each connection.
std::vector<pollfd> Relay::questions(Time now) const
{
    std::vector<pollfd> list{{m_wake, POLLIN, 0}, {m_listener, POLLIN, 0}};
    for (const auto& one : m_connections) {
        int client = 0;
        int server = 0;
        if (m_requestsPass) {
            client |= one.requests.size() < mostBuffered ? POLLIN : 0;
            server |= one.requests.empty() ? 0 : POLLOUT;
        }
        if (m_answersPass && !holdsBack(one, now)) {
            server |= one.answers.size() < mostBuffered ? POLLIN : 0;
            client |= one.answers.empty() ? 0 : POLLOUT;
        }
        // Without a question poll() still reports a reset, over and over.
        list.push_back({client != 0 ? one.client : -1, static_cast<short>(client), 0});
        list.push_back({server != 0 ? one.server : -1, static_cast<short>(server), 0});
    }
    return list;
}

/// False when the connection is over.
bool Relay::serve(Connection& one, short client, short server)
{
    const int gone = POLLHUP | POLLERR;
    if ((client & POLLOUT) != 0) {
        if (!writeFrom(one.answers, one.client))
            return false;
        one.answered = true;
    }
    if ((server & POLLOUT) != 0 && !writeFrom(one.requests, one.server))
        return false;
    if ((client & (POLLIN | gone)) != 0 && !readInto(one.requests, one.client))
        return false;
    return (server & (POLLIN | gone)) == 0 || readInto(one.answers, one.server);
}

void Relay::run()
{
    std::unique_lock lock(m_mutex);
    while (!m_over) {
        const auto now = std::chrono::steady_clock::now();
        auto asked = questions(now);
        const auto changes = m_changes;
        const bool waits = std::any_of(m_connections.begin(), m_connections.end(),
                                       [&](const Connection& one) { return holdsBack(one, now); });
        lock.unlock();
        ::poll(asked.data(), asked.size(), waits ? 1 : -1);
        std::uint64_t count = 0;
        [[maybe_unused]] const auto got = ::read(m_wake, &count, sizeof count);
        lock.lock();
        if (changes != m_changes)
            continue; // another thread has changed what these answers are about
        std::size_t at = 2;
        for (auto one = m_connections.begin(); one != m_connections.end(); at += 2) {
            if (serve(*one, asked[at].revents, asked[at + 1].revents)) {
                ++one;
                continue;
            }
            closeSocket(one->client, false);
            closeSocket(one->server, false);
            one = m_connections.erase(one);
        }
        if (asked[1].revents != 0)
            acceptOne();
    }
}

} // namespace lockscope::test
