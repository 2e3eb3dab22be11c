// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Reply.h"
#include "core/redis/Target.h"

namespace lockscope::redis {

/// Connects to servers by another way than the network of this machine, such as a tunnel. It gets each address as the
/// target, a Sentinel or a cluster names it: the client and its status use that address, and TLS checks its name.
/// Clients may share it. Thread: any.
class Dialer {
public:
    virtual ~Dialer() = default;
    /// Calls `done` once, on any thread, not later than `timeout`: with a connected, non-blocking stream socket, which
    /// the receiver closes, or with the reason as an error. It resolves the name itself.
    virtual void dial(const Address& server, Duration timeout, Reply<int> done) = 0;
};

} // namespace lockscope::redis
