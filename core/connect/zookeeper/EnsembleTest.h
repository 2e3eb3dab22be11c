// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/check/TestRun.h"
#include "core/connect/zookeeper/ZooKeeperConnection.h"

namespace lockscope::connect {

/// The steps of a connection test on an ensemble of ZooKeeper: a session of its own, with reads only. The write gate of
/// its client stays closed. Thread: the test's. `run` must outlive it; the destructor ends the session.
class EnsembleTest final {
public:
    EnsembleTest(TestRun& run, zk::ClientFactory makeClient);
    ~EnsembleTest();
    EnsembleTest(const EnsembleTest&) = delete;
    EnsembleTest& operator=(const EnsembleTest&) = delete;

    /// To the end, or to the first step that fails.
    void run();

private:
    using Root = Result<std::optional<zk::Stat>>;

    [[nodiscard]] bool openRoute();
    [[nodiscard]] bool openSession();
    void sayNoSession();
    [[nodiscard]] bool findChroot();
    void readRoots();
    [[nodiscard]] std::optional<Result<std::vector<std::string>>> childrenOf(const std::string& path);
    [[nodiscard]] std::string whyNotAllowed(const std::string& path) const;
    void onOpened(zk::Client& client);
    void onSession(zk::Client& client, const SessionStatus& session);

    TestRun& m_run;
    TestRun::Answer<Result<void>> m_opened;
    TestRun::Answer<Root> m_root; ///< of the first answer: whether the chroot exists
    Subscription m_session;       ///< on the executor
    ZooKeeperConnection m_connection;
};

} // namespace lockscope::connect
