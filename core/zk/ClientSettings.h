// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/WriteGate.h"
#include "core/zk/ConnectString.h"
#include "core/zk/Traffic.h"

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>

namespace lockscope::zk {

/// What servers take in one request unless their jute.maxbuffer says otherwise. Over a larger one they drop the
/// connection.
inline constexpr std::size_t largestRequestByDefault = 0xfffff;

/// What a client is made with. A value.
struct ClientSettings {
    ConnectString servers;
    std::chrono::milliseconds sessionTimeout{10'000}; ///< asked for; the server may clamp it
    bool acceptReadOnly = false;                      ///< may connect to a server without quorum
    int maxInFlight = 512;                            ///< further requests wait here, in order
    std::shared_ptr<Traffic> traffic = nullptr;       ///< where to count what goes over the wire; null: nowhere
    /// While it is closed, whatever would change a node is answered Refused and never sent. Null: nothing is refused.
    std::shared_ptr<const WriteGate> gate = nullptr;
    /// In bytes. Larger requests are answered TooLarge and never sent; for servers with another jute.maxbuffer.
    std::size_t largestRequest = largestRequestByDefault;
};

class Client;

/// Makes a client on an executor; any thread.
using ClientFactory = std::function<std::unique_ptr<Client>(const ClientSettings&, Executor&)>;

} // namespace lockscope::zk
