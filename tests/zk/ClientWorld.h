// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the conformance suite needs to try a zk::Client of any kind: two clients of the same servers and the means to
/// break the connection of the first.

#include "core/zk/Client.h"

#include <functional>
#include <memory>

namespace lockscope::test {

class ClientWorld {
public:
    virtual ~ClientWorld() = default;

    /// Connects both clients and makes root(). An error is a failure of the test that follows.
    [[nodiscard]] virtual Result<void> start() = 0;

    [[nodiscard]] virtual zk::Client& client() = 0;     ///< the one that faults hit
    [[nodiscard]] virtual zk::Client& other() = 0;      ///< the one that stays connected
    [[nodiscard]] virtual std::string root() const = 0; ///< a node of this world's own

    /// A further client, still connecting, which is the test's to destroy; faults don't hit it.
    [[nodiscard]] virtual std::unique_ptr<zk::Client> connect() = 0;

    /// Runs `task` on the clients' executor and waits for it.
    virtual void run(const Task& task) = 0;

    /// Lets time pass until `condition` holds; false when it does not come about. Evaluated on the clients' executor.
    [[nodiscard]] virtual bool waitFor(const std::function<bool()>& condition) = 0;

    virtual void disconnect() = 0; ///< breaks the connection at once
    virtual void silence() = 0;    ///< leaves it, but nothing gets through
    virtual void reconnect() = 0;  ///< ends either

    /// Ends client()'s session on the server, and with it its ephemeral nodes.
    [[nodiscard]] virtual Result<void> expire() = 0;
};

} // namespace lockscope::test
