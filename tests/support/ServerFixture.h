// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/sandbox/Sandbox.h"

#include <QString>

#include <memory>
#include <vector>

namespace lockscope::test {

/// Real servers for a test, on a thread of their own: a test may block its own thread while they start, stop and serve.
/// Debian's, or those that LOCKSCOPE_ZOOKEEPER_HOME names; LOCKSCOPE_TEST_PINNED: fails unless they are of that
/// version. Thread: any one thread at a time; every function waits for its effect. Destroyed, nothing is left of it.
class ServerFixture final {
public:
    /// Who asks for a long session gets it: one that nobody wants to end must outlast a standstill of the machine.
    static constexpr int longestSessionMs = 90'000;

    explicit ServerFixture(ensemble::SandboxOptions options = {});
    ~ServerFixture();
    ServerFixture(const ServerFixture&) = delete;
    ServerFixture& operator=(const ServerFixture&) = delete;

    /// Returns when every server serves, or why it does not.
    [[nodiscard]] Result<void> start();

    /// "127.0.0.1:40123", to which a test adds a chroot if it wants one. Known after start().
    [[nodiscard]] QString connectString() const { return m_connect; }
    [[nodiscard]] std::vector<ensemble::Sandbox::Server> servers() const;
    [[nodiscard]] QString folder() const;

    /// A path that nobody has used on these servers; the node does not exist.
    [[nodiscard]] QString uniquePath();

    /// Fault verbs. The first returns when the process has ended, those that start when the servers serve again, that
    /// which pauses when the whole process stands still.
    [[nodiscard]] Result<void> killServer(int index = 0);
    [[nodiscard]] Result<void> startServer(int index = 0);
    /// Those of an ensemble that has no quorum without them.
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
