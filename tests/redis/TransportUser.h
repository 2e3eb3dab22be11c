// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/redis/client/Transport.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace lockscope::test {

[[nodiscard]] inline redis::Address tcpAddress(std::uint16_t port, std::string host = "127.0.0.1")
{
    return {std::move(host), port, {}};
}

[[nodiscard]] inline redis::Address unixAddress(std::string path)
{
    return {{}, 6379, std::move(path)};
}

/// Bytes without a period that would hide a lost or doubled block.
[[nodiscard]] inline std::string manyBytes(std::size_t size)
{
    std::string bytes(size, '\0');
    std::uint32_t state = 1;
    for (auto& byte : bytes) {
        state = state * 1664525 + 1013904223;
        byte = static_cast<char>(state >> 24);
    }
    return bytes;
}

class TransportUser;

/// More to do in a transport's handlers, on the loop.
struct TransportReactions {
    bool keepsReceived = true; ///< false: of the bytes only their number is kept
    std::function<void(TransportUser&)> opened{};
    std::function<void(TransportUser&, std::string_view)> received{};
    std::function<void(TransportUser&)> closed{};
};

/// Opens one transport on a loop, and records what its handlers get. Thread: any but the loop's.
class TransportUser final {
    template <typename Get> auto locked(Get get) const
    {
        const std::lock_guard lock(m_mutex);
        return get();
    }

public:
    TransportUser(EventLoop& loop, redis::Address address, std::optional<redis::TlsSettings> tls = {},
                  Duration timeout = std::chrono::seconds(30), TransportReactions also = {},
                  std::shared_ptr<redis::Dialer> dialer = nullptr)
        : m_loop(loop)
        , m_also(std::move(also))
        , m_transports(redis::socketTransports(loop, std::move(dialer)))
    {
        m_loop.runAndWait([&] {
            m_isInCall = true;
            m_transport = m_transports->open(address, tls, timeout, handlers());
            m_isInCall = false;
        });
    }
    ~TransportUser()
    {
        m_loop.runAndWait([this] { close(); });
    }
    TransportUser(const TransportUser&) = delete;
    TransportUser& operator=(const TransportUser&) = delete;

    void send(std::string bytes)
    {
        m_loop.post([this, bytes = std::move(bytes)] { sendNow(bytes); });
    }
    // On the loop.
    void sendNow(std::string_view bytes)
    {
        m_isInCall = true;
        if (m_transport)
            m_transport->send(bytes);
        m_isInCall = false;
    }
    void close() { m_transport.reset(); }

    [[nodiscard]] bool isOpen() const
    {
        return locked([this] { return m_isOpen; });
    }
    [[nodiscard]] std::string received() const
    {
        return locked([this] { return m_received; });
    }
    [[nodiscard]] std::size_t receivedSize() const
    {
        return locked([this] { return m_receivedSize; });
    }
    [[nodiscard]] std::optional<Error> closed() const
    {
        return locked([this] { return m_closed; });
    }
    [[nodiscard]] bool isClosed() const { return closed().has_value(); }
    /// The detail of the error with which it was closed.
    [[nodiscard]] std::string reason() const { return closed().value_or(Error{}).detail; }
    /// What the contract excludes; empty: nothing happened.
    [[nodiscard]] std::string breach() const
    {
        return locked([this] { return m_breach; });
    }

private:
    void check(bool isRight, const char* breach)
    {
        const std::lock_guard lock(m_mutex);
        if (!isRight && m_breach.empty())
            m_breach = breach;
    }
    void checkCall()
    {
        check(m_loop.isCurrent(), "a handler was called on another thread");
        check(!m_isInCall, "a handler was called during a call");
        check(m_isInCall || m_transport, "a handler was called after the destruction");
        check(!m_closed, "a handler was called after closed");
    }
    redis::Transport::Handlers handlers()
    {
        return {[this] {
                    checkCall();
                    check(!m_isOpen, "opened was called twice");
                    {
                        const std::lock_guard lock(m_mutex);
                        m_isOpen = true;
                    }
                    if (m_also.opened)
                        m_also.opened(*this);
                },
                [this](std::string_view bytes) {
                    checkCall();
                    check(m_isOpen, "received was called before opened");
                    check(!bytes.empty(), "received was called without bytes");
                    {
                        const std::lock_guard lock(m_mutex);
                        m_receivedSize += bytes.size();
                        if (m_also.keepsReceived)
                            m_received += bytes;
                    }
                    if (m_also.received)
                        m_also.received(*this, bytes);
                },
                [this](const Error& error) {
                    checkCall();
                    {
                        const std::lock_guard lock(m_mutex);
                        m_closed = error;
                    }
                    if (m_also.closed)
                        m_also.closed(*this);
                }};
    }

    EventLoop& m_loop;
    const TransportReactions m_also;
    std::unique_ptr<redis::Transports> m_transports;
    std::unique_ptr<redis::Transport> m_transport;
    bool m_isInCall = false;
    mutable std::mutex m_mutex; ///< for what follows
    bool m_isOpen = false;
    std::string m_received;
    std::size_t m_receivedSize = 0;
    std::optional<Error> m_closed;
    std::string m_breach;
};

} // namespace lockscope::test
