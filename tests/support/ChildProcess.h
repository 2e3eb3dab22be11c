// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/OwnedProcess.h"
#include "tests/support/Test.h"

#include <QProcess>

#include <csignal>

namespace lockscope::test {

/// A program started by a test. LineProcess and the soak's Stream handle its output.
/// Thread: the creating thread. The destructor kills the process; the kernel kills it if the test crashes.
class ChildProcess {
public:
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    void say(const QString& line) { m_process.write(line.toUtf8() + '\n'); }
    void endInput() { m_process.closeWriteChannel(); }
    /// SIGINT, SIGTERM, SIGKILL, …
    void signal(int number) const
    {
        if (m_process.processId() > 0)
            ::kill(static_cast<pid_t>(m_process.processId()), number);
    }

    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    [[nodiscard]] bool waitForEnd(int limitMs = defaultLimitMs) const
    {
        return QTest::qWaitFor([this] { return !isRunning(); }, limitMs);
    }
    /// As in a shell: 128 plus the signal number if a signal ended the process.
    [[nodiscard]] int exitCode() const
    {
        return m_process.exitCode() + (m_process.exitStatus() == QProcess::CrashExit ? 128 : 0);
    }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }

    static constexpr int defaultLimitMs = 60'000;

protected:
    ChildProcess() { ensemble::tieToOwner(m_process, SIGKILL); }
    ~ChildProcess()
    {
        m_process.blockSignals(true); // the receivers may be destroyed
        if (!isRunning())
            return;
        m_process.kill();
        m_process.waitForFinished();
    }

    QProcess m_process;
};

} // namespace lockscope::test
