// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/WriteGate.h"
#include "core/zk/ConnectString.h"
#include "core/zk/Traffic.h"

#include <chrono>
#include <cstddef>
#include <memory>

namespace lockscope::zk {

/// The largest request in bytes that servers accept with the default jute.maxbuffer. They close the connection on a
/// larger one.
inline constexpr std::size_t largestRequestByDefault = 0xfffff;

/// The settings of a client. A value.
struct ClientSettings {
    ConnectString servers;
    std::chrono::milliseconds sessionTimeout{10'000}; ///< requested; the server may clamp it
    bool acceptReadOnly = false;                      ///< may connect to a server without quorum
    int maxInFlight = 512;                            ///< further requests wait in the client, in order
    std::shared_ptr<Traffic> traffic = nullptr;       ///< counts the traffic; may be null
    /// While it is closed, requests that may change a node fail with Refused and are not sent. Null: all are sent.
    std::shared_ptr<const WriteGate> gate = nullptr;
    /// Where locks on this client call the program's replies and handlers, so that a slow one delays no session. Null:
    /// on one thread beside the loop (EventLoop::callbacks()). The loop itself is allowed for programs whose handlers
    /// never block. Must outlive the client, its shares and its locks.
    Executor* callbacks = nullptr;
    /// In bytes. Larger requests fail with TooLarge and are not sent. Set it for servers with another jute.maxbuffer.
    std::size_t largestRequest = largestRequestByDefault;
};

} // namespace lockscope::zk
