// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Result.h"
#include "core/redis/ClientSettings.h"
#include "core/redis/Target.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lockscope {
class EventLoop;
}

namespace lockscope::redis {

/// One byte stream to a server: TCP, TLS or a unix socket. Confined to the executor. No handler is called during a call
/// of open() or send(), nor after the destruction; a handler may destroy the transport. Private to core/redis.
class Transport {
public:
    struct Handlers {
        Task opened;                                    ///< connected, TLS included
        std::function<void(std::string_view)> received; ///< valid during the call
        std::function<void(const Error&)> closed;       ///< once: failed to open, or the stream has ended
    };

    virtual ~Transport() = default;
    /// Sends in order. All bytes of one task are written by one system call where they fit. Only after opened.
    virtual void send(std::string_view bytes) = 0;
};

/// Opens transports: the network, or a fake one. Confined to the executor.
class Transports {
public:
    virtual ~Transports() = default;
    /// Resolves the name off the executor and connects to its addresses in turn. Limited by `timeout`.
    /// `tls`: nothing: without TLS.
    [[nodiscard]] virtual std::unique_ptr<Transport> open(const Address& address, const std::optional<TlsSettings>& tls,
                                                          Duration timeout, Transport::Handlers handlers) = 0;
};

/// Transports over sockets of the loop. `dialer`: ClientSettings::dialer.
[[nodiscard]] std::unique_ptr<Transports> socketTransports(EventLoop& loop, std::shared_ptr<Dialer> dialer = nullptr);

} // namespace lockscope::redis
