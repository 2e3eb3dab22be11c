// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/redis/client/Transport.h"

#include <memory>
#include <optional>
#include <string_view>

namespace lockscope::redis {

/// A transport over a socket of the loop; made by socketTransports(). Its destruction closes the socket at once: bytes
/// that were not written yet are dropped. Private to core/redis.
class SocketTransport final : public Transport {
public:
    /// Starts to connect in a later task.
    SocketTransport(EventLoop& loop, std::shared_ptr<Dialer> dialer, Address address, std::optional<TlsSettings> tls,
                    Duration timeout, Handlers handlers);
    ~SocketTransport() override;
    SocketTransport(const SocketTransport&) = delete;
    SocketTransport& operator=(const SocketTransport&) = delete;

    void send(std::string_view bytes) override;

private:
    class State;
    std::shared_ptr<State> m_state;
};

} // namespace lockscope::redis
