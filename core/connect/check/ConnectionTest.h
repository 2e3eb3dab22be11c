// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/check/TestRun.h"
#include "core/zk/ClientFactory.h"

#include <thread>

namespace lockscope::connect {

/// Tests step by step whether a connection works, and says at the first step that fails why, and what to do. It opens a
/// session, or connections, of its own and only reads. Its texts contain no secret.
///
/// Thread: any; the steps run on a thread of its own. The destructor cancels, and waits for the end of its sessions,
/// which can take seconds: not on the UI thread.
class ConnectionTest final {
public:
    struct Settings {
        Profile profile;
        Secrets secrets;
        zk::ClientFactory makeClient; ///< for ZooKeeper
        TestLimits limits{};
    };

    /// Starts. `report` is called on the test's thread after each change; the last call has isOver, unless the
    /// destructor is first.
    ConnectionTest(Settings settings, TestRun::Report report);
    ~ConnectionTest();
    ConnectionTest(const ConnectionTest&) = delete;
    ConnectionTest& operator=(const ConnectionTest&) = delete;

    /// The last report follows at once. Any thread.
    void cancel();

private:
    TestRun m_run;
    std::thread m_thread;
};

} // namespace lockscope::connect
