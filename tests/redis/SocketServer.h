// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <arpa/inet.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace lockscope::test {

/// A socket that is bound, as a server has it. Refuses connections until it listens.
class BoundSocket final {
public:
    /// TCP. `port` 0: any that is free.
    explicit BoundSocket(const std::string& address, std::uint16_t port = 0)
        : m_socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in own{};
        own.sin_family = AF_INET;
        own.sin_port = htons(port);
        ::inet_pton(AF_INET, address.c_str(), &own.sin_addr);
        m_isBound = ::bind(m_socket, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0;
        socklen_t length = sizeof own;
        ::getsockname(m_socket, reinterpret_cast<sockaddr*>(&own), &length);
        m_port = ntohs(own.sin_port);
    }
    struct Path {
        std::string text;
    };
    explicit BoundSocket(const Path& path)
        : m_socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_un own{};
        own.sun_family = AF_UNIX;
        std::strncpy(own.sun_path, path.text.c_str(), sizeof own.sun_path - 1);
        m_isBound = ::bind(m_socket, reinterpret_cast<const sockaddr*>(&own), sizeof own) == 0;
    }
    ~BoundSocket() { ::close(m_socket); }
    BoundSocket(const BoundSocket&) = delete;
    BoundSocket& operator=(const BoundSocket&) = delete;

    [[nodiscard]] bool isBound() const { return m_isBound; }
    [[nodiscard]] std::uint16_t port() const { return m_port; }
    [[nodiscard]] int get() const { return m_socket; }
    void listen(int queue = SOMAXCONN) const { ::listen(m_socket, queue); }

private:
    int m_socket;
    bool m_isBound = false;
    std::uint16_t m_port = 0;
};

/// Accepts connections, and serves each one by a function on a thread of its own, in which SIGPIPE is blocked. The
/// destructor ends the connections, and waits for the threads.
class SocketServer final {
public:
    using Serve = std::function<void(int socket)>;

    explicit SocketServer(Serve serve, const std::string& address = "127.0.0.1", std::uint16_t port = 0)
        : m_listener(address, port)
        , m_serve(std::move(serve))
    {
        start();
    }
    SocketServer(Serve serve, const BoundSocket::Path& path)
        : m_listener(path)
        , m_serve(std::move(serve))
    {
        start();
    }
    ~SocketServer()
    {
        ::shutdown(m_listener.get(), SHUT_RDWR); // accept() returns
        m_accepting.join();
        for (auto& one : m_connections) {
            ::shutdown(one.socket, SHUT_RDWR);
            one.thread.join();
            ::close(one.socket);
        }
    }
    SocketServer(const SocketServer&) = delete;
    SocketServer& operator=(const SocketServer&) = delete;

    [[nodiscard]] bool isBound() const { return m_listener.isBound(); }
    [[nodiscard]] std::uint16_t port() const { return m_listener.port(); }

private:
    struct Connection {
        int socket;
        std::thread thread;
    };

    void start()
    {
        m_listener.listen();
        m_accepting = std::thread([this] {
            sigset_t pipe;
            sigemptyset(&pipe);
            sigaddset(&pipe, SIGPIPE);
            ::pthread_sigmask(SIG_BLOCK, &pipe, nullptr); // its threads inherit it
            for (;;) {
                const int socket = ::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC);
                if (socket < 0)
                    return;
                m_connections.push_back({socket, std::thread([this, socket] {
                                             m_serve(socket);
                                             ::shutdown(socket, SHUT_WR);
                                         })});
            }
        });
    }

    BoundSocket m_listener;
    Serve m_serve;
    std::vector<Connection> m_connections; ///< of the accepting thread until its end
    std::thread m_accepting;
};

/// Closes the connection, or resets it if bytes of the client were not read.
inline void closeNow(int socket)
{
    ::shutdown(socket, SHUT_RDWR);
}

/// False at the end of the connection.
[[nodiscard]] inline bool sendAll(int socket, std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

/// What comes next, at most `most` bytes; empty at the end.
[[nodiscard]] inline std::string receiveSome(int socket, std::size_t most = 64u << 10)
{
    std::string bytes(most, '\0');
    const auto got = ::recv(socket, bytes.data(), bytes.size(), 0);
    bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
    return bytes;
}

/// Sends back all that it receives.
inline void echoAll(int socket)
{
    for (;;) {
        const auto bytes = receiveSome(socket);
        if (bytes.empty() || !sendAll(socket, bytes))
            return;
    }
}

} // namespace lockscope::test
