// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <utility>

namespace lockscope::redis {

/// Owns a socket; closes it at the end. Private to core/redis.
class SocketHandle final {
public:
    SocketHandle() = default;
    explicit SocketHandle(int socket)
        : m_socket(socket)
    {
    }
    SocketHandle(SocketHandle&& other) noexcept
        : m_socket(std::exchange(other.m_socket, -1))
    {
    }
    SocketHandle& operator=(SocketHandle&& other) noexcept
    {
        std::swap(m_socket, other.m_socket);
        other.reset();
        return *this;
    }
    SocketHandle(const SocketHandle&) = delete;
    SocketHandle& operator=(const SocketHandle&) = delete;
    ~SocketHandle() { reset(); }

    [[nodiscard]] int get() const { return m_socket; }
    [[nodiscard]] bool isOpen() const { return m_socket >= 0; }

    void reset()
    {
        if (isOpen())
            ::close(std::exchange(m_socket, -1));
    }

private:
    int m_socket = -1;
};

} // namespace lockscope::redis
