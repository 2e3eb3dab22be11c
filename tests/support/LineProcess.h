// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ensemble/OwnedProcess.h"
#include "tests/support/Test.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <csignal>
#include <functional>

namespace lockscope::test {

/// A child process that talks in lines, to which a test listens. Waits keep the event loop going.
/// Thread: the one that made it. Destroyed, it kills the process; the kernel does if the test crashes.
class LineProcess final {
public:
    LineProcess(const QString& program, const QStringList& arguments,
                const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
    {
        m_process.setProcessEnvironment(environment);
        ensemble::tieToOwner(m_process, SIGKILL);
        m_process.start(program, arguments);
    }
    ~LineProcess()
    {
        if (m_process.state() == QProcess::NotRunning)
            return;
        m_process.kill();
        m_process.waitForFinished();
    }
    LineProcess(const LineProcess&) = delete;
    LineProcess& operator=(const LineProcess&) = delete;

    void say(const QString& line) { m_process.write(line.toUtf8() + '\n'); }
    void endInput() { m_process.closeWriteChannel(); }
    /// SIGINT, SIGTERM, SIGKILL, …
    void signal(int number) const
    {
        if (m_process.processId() > 0)
            ::kill(static_cast<pid_t>(m_process.processId()), number);
    }

    /// Until `isIt` likes a line that was not looked at before; what stands before it counts as looked at.
    [[nodiscard]] bool waitForLine(const std::function<bool(const QByteArray&)>& isIt, int limitMs = defaultLimitMs)
    {
        return QTest::qWaitFor(
            [&] {
                read();
                while (m_looked < m_lines.size()) {
                    if (isIt(m_lines.at(m_looked++)))
                        return true;
                }
                return false;
            },
            limitMs);
    }
    /// The same for a line that is a JSON object whose "event" is this one.
    [[nodiscard]] bool waitForEvent(const QString& event, int limitMs = defaultLimitMs)
    {
        return waitForLine([&](const QByteArray& line) { return eventOf(line) == event; }, limitMs);
    }
    /// The last line that a wait liked.
    [[nodiscard]] QJsonObject found() const
    {
        return m_looked > 0 ? QJsonDocument::fromJson(m_lines.at(m_looked - 1)).object() : QJsonObject();
    }

    [[nodiscard]] bool waitForEnd(int limitMs = defaultLimitMs)
    {
        const bool ended = QTest::qWaitFor([this] { return m_process.state() == QProcess::NotRunning; }, limitMs);
        read();
        return ended;
    }
    /// As a shell says it: 128 and the number when a signal ended it.
    [[nodiscard]] int exitCode() const
    {
        return m_process.exitCode() + (m_process.exitStatus() == QProcess::CrashExit ? 128 : 0);
    }

    /// All whole lines so far.
    [[nodiscard]] const QList<QByteArray>& lines()
    {
        read();
        return m_lines;
    }
    [[nodiscard]] const QByteArray& errors()
    {
        m_errors += m_process.readAllStandardError();
        return m_errors;
    }
    /// For the message of a failed check.
    [[nodiscard]] QByteArray told()
    {
        const auto status = m_process.state() == QProcess::NotRunning
                                ? "it ended with " + QByteArray::number(exitCode())
                                : QByteArray("it runs");
        return status + "\n" + lines().join('\n') + "\n" + errors();
    }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }

    static constexpr int defaultLimitMs = 60'000;

private:
    void read()
    {
        m_process.setReadChannel(QProcess::StandardOutput);
        while (m_process.canReadLine())
            m_lines.append(m_process.readLine().chopped(1));
    }
    static QString eventOf(const QByteArray& line)
    {
        return QJsonDocument::fromJson(line).object().value(QStringLiteral("event")).toString();
    }

    QProcess m_process;
    QList<QByteArray> m_lines;
    QByteArray m_errors;
    qsizetype m_looked = 0;
};

} // namespace lockscope::test
