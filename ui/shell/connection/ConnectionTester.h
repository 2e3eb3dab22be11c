// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/check/ConnectionTest.h"
#include "ui/shell/connection/ConnectionTarget.h"

#include <QObject>
#include <QThreadPool>

#include <memory>

namespace lockscope::ui {

/// Tests a connection, one at a time, without touching the one that is open. Lives on the UI thread and does not block
/// it; the destructor waits for the end of the tests' sessions.
class ConnectionTester final : public QObject {
    Q_OBJECT
public:
    using MakeClient = zk::ClientFactory;

    /// `makeClient`: for targets of ZooKeeper.
    explicit ConnectionTester(MakeClient makeClient, QObject* parent = nullptr);
    ~ConnectionTester() override;

    /// Ends the test that runs, if any; progressed() follows, at last with isOver.
    void start(const ConnectionTarget& target);
    void cancel();

    /// A test runs, or its session is being closed.
    [[nodiscard]] bool isBusy() const { return m_test || m_ending > 0; }
    /// Cancels, and closes the session; no progressed() follows.
    void end();

Q_SIGNALS:
    void progressed(const lockscope::connect::TestProgress& progress);
    /// After end(): every session has ended.
    void ended();

private:
    void take(int number, const connect::TestProgress& progress);

    MakeClient m_makeClient;
    std::unique_ptr<connect::ConnectionTest> m_test;
    int m_number = 0; ///< of the current test: reports of earlier ones are dropped
    int m_ending = 0;
    QThreadPool m_pool; ///< ends the tests
};

} // namespace lockscope::ui
