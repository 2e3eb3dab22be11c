// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/sandbox/Sandbox.h"

#include <QString>

#include <memory>
#include <vector>

namespace lockscope::test {

/// Real servers for a test, on their own thread: a test may block its thread while they start, stop and serve. Uses
/// Debian's servers, or those in LOCKSCOPE_ZOOKEEPER_HOME. With LOCKSCOPE_TEST_PINNED it fails unless they have that
/// version. Thread: one thread at a time; every function waits for its effect. The destructor removes everything.
class ServerFixture final {
public:
    /// The longest session timeout that the servers grant. Long enough to survive a stall of the machine.
    static constexpr int longestSessionMs = 90'000;

    explicit ServerFixture(ensemble::SandboxOptions options = {});
    ~ServerFixture();
    ServerFixture(const ServerFixture&) = delete;
    ServerFixture& operator=(const ServerFixture&) = delete;

    /// Returns when every server serves, or the reason why one does not.
    [[nodiscard]] Result<void> start();

    /// "127.0.0.1:40123", without a chroot. Known after start().
    [[nodiscard]] QString connectString() const { return m_connect; }
    [[nodiscard]] std::vector<ensemble::Sandbox::Server> servers() const;
    [[nodiscard]] QString folder() const;

    /// A path not used before on these servers; the node does not exist.
    [[nodiscard]] QString uniquePath();

    /// Fault functions. killServer returns when the process has ended, startServer and startServers when the servers
    /// serve again, pauseServer when the whole process has stopped.
    [[nodiscard]] Result<void> killServer(int index = 0);
    [[nodiscard]] Result<void> startServer(int index = 0);
    /// Starts servers of an ensemble that has no quorum without them.
    [[nodiscard]] Result<void> startServers(const std::vector<int>& indexes);
    [[nodiscard]] Result<void> pauseServer(int index = 0);
    void resumeServer(int index = 0);

private:
    class Host;

    std::unique_ptr<Host> m_host;
    QString m_connect;
    int m_paths = 0;
};

} // namespace lockscope::test
