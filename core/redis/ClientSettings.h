// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/WriteGate.h"
#include "core/redis/Dialer.h"
#include "core/redis/Target.h"
#include "core/redis/Traffic.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace lockscope::redis {

/// How servers prove who they are. The certificate and the host name are always checked.
struct TlsSettings {
    std::string caFile;   ///< PEM; empty: the system's authorities
    std::string certFile; ///< PEM, the client's certificate; empty: none
    std::string keyFile;  ///< PEM, its key
    /// Required on the servers' certificates, and requested from them (SNI), as behind a proxy. Empty: the host of each
    /// server's address.
    std::string serverName{};
};

/// The settings of a client. A value; never printed: it holds the password.
struct ClientSettings {
    Target target;
    std::string password{};                          ///< of target.user; without a user the server's requirepass
    std::string sentinelPassword{};                  ///< of the Sentinels, for the default user; empty: none
    TlsSettings tls{};                               ///< used if target.tls
    std::string clientName{};                        ///< for CLIENT SETNAME; empty: none. No spaces
    std::chrono::milliseconds connectTimeout{3'000}; ///< for each address: TCP, TLS and the first commands
    /// A request without a reply for this long fails with OperationTimeout: its outcome is unknown. The connection
    /// stays in use, so that a later request is executed after it; it is closed after three times this without any
    /// byte.
    std::chrono::milliseconds requestTimeout{3'000};
    /// Suspended becomes Lost after this long without contact.
    std::chrono::milliseconds lostAfter{30'000};
    std::size_t largestReply = 64u << 20;       ///< bytes in memory for one reply; a larger one closes the connection
    int maxInFlight = 4096;                     ///< requests for each server; further ones fail with Throttled
    std::shared_ptr<Traffic> traffic = nullptr; ///< counts the traffic; may be null
    /// Makes the connections, as through a tunnel. Null: the network of this machine.
    std::shared_ptr<Dialer> dialer = nullptr;
    /// While it is closed, requests that may change a key fail with Refused and are not sent. Null: all are sent.
    std::shared_ptr<const WriteGate> gate = nullptr;
    /// Where locks on this client call the program's replies and handlers. Null: on one thread beside the loop
    /// (EventLoop::callbacks()). Must outlive the client, its shares and its locks.
    Executor* callbacks = nullptr;
    /// For the pauses between attempts to connect, in [0, 1). Null: a generator of each connection.
    std::function<double()> random{};
};

} // namespace lockscope::redis
