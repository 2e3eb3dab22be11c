// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/interop/FencingRegister.h"
#include "tests/interop/LockSlot.h"
#include "tests/support/ServerFixture.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::test {

/// A server, an observing client, and processes of lock clients.
class World final {
public:
    explicit World(ensemble::SandboxOptions options = {})
        : m_servers(std::move(options))
    {
    }

    [[nodiscard]] Result<void> start();

    [[nodiscard]] QString connectString() const { return m_servers.connectString(); }
    [[nodiscard]] BlockingClient& observer() { return *m_observer; }

    /// A new path that exists, so that no server removes it between two cycles. This and makeRegister(): on failure "",
    /// and the test fails.
    [[nodiscard]] std::string madePath();
    /// A new path that does not exist.
    [[nodiscard]] std::string freshPath() { return m_servers.uniquePath().toStdString(); }
    /// A new register with this capacity.
    [[nodiscard]] std::string makeRegister(int capacity);
    [[nodiscard]] RegisterState registerState(const std::string& path);

    [[nodiscard]] std::vector<std::string> children(const std::string& path);
    /// Waits until there are `count` children.
    [[nodiscard]] bool waitForChildren(const std::string& path, std::size_t count, int limitMs = Peer::waitLimitMs);

private:
    ServerFixture m_servers;
    std::unique_ptr<BlockingClient> m_observer;
};

} // namespace lockscope::test
