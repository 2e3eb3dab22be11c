// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The environment in which the conformance suite tests a zk::Client of any kind: two clients of the same servers, and
/// functions that break the connection of the first.

#include "core/zk/Client.h"

#include <functional>
#include <memory>

namespace lockscope::test {

class ClientWorld {
public:
    virtual ~ClientWorld() = default;

    /// Connects both clients and creates root(). An error fails the test.
    [[nodiscard]] virtual Result<void> start() = 0;

    [[nodiscard]] virtual zk::Client& client() = 0;     ///< the client that faults affect
    [[nodiscard]] virtual zk::Client& other() = 0;      ///< the one that stays connected
    [[nodiscard]] virtual std::string root() const = 0; ///< a node of this world only

    /// A further client, still connecting, owned by the test; faults do not affect it.
    [[nodiscard]] virtual std::unique_ptr<zk::Client> connect() = 0;

    /// Runs `task` on the clients' executor and waits for it.
    virtual void run(const Task& task) = 0;

    /// Lets time pass until `condition` holds; false if it does not. Evaluated on the clients' executor.
    [[nodiscard]] virtual bool waitFor(const std::function<bool()>& condition) = 0;

    virtual void disconnect() = 0; ///< closes the connection at once
    virtual void silence() = 0;    ///< keeps the connection, but drops all traffic
    virtual void reconnect() = 0;  ///< ends both

    /// Ends client()'s session on the server, and with it its ephemeral nodes.
    [[nodiscard]] virtual Result<void> expire() = 0;
};

} // namespace lockscope::test
