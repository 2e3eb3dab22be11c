// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/ChildProcess.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <functional>

namespace lockscope::test {

/// A child process with line-based output, which a test reads. Waits keep the event loop running.
class LineProcess final : public ChildProcess {
public:
    LineProcess(const QString& program, const QStringList& arguments,
                const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
    {
        m_process.setProcessEnvironment(environment);
        m_process.start(program, arguments);
    }

    /// Waits until `isIt` accepts a line that was not checked before; the lines before it count as checked. Also
    /// returns false if the process has ended without an accepted line.
    [[nodiscard]] bool waitForLine(const std::function<bool(const QByteArray&)>& isIt, int limitMs = defaultLimitMs)
    {
        bool found = false;
        (void)QTest::qWaitFor(
            [&] {
                const bool isLast = !isRunning(); // evaluated before its last lines are read
                read();
                while (!found && m_looked < m_lines.size())
                    found = isIt(m_lines.at(m_looked++));
                return found || isLast;
            },
            limitMs);
        return found;
    }
    /// The same for a line that is a JSON object with this "event".
    [[nodiscard]] bool waitForEvent(const QString& event, int limitMs = defaultLimitMs)
    {
        return waitForLine([&](const QByteArray& line) { return eventOf(line) == event; }, limitMs);
    }
    /// The line that the last successful wait accepted.
    [[nodiscard]] QJsonObject found() const
    {
        return m_looked > 0 ? QJsonDocument::fromJson(m_lines.at(m_looked - 1)).object() : QJsonObject();
    }

    /// All complete lines so far.
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
    [[nodiscard]] QByteArray reported()
    {
        const auto status = isRunning() ? QByteArray("it runs") : "it ended with " + QByteArray::number(exitCode());
        return status + "\n" + lines().join('\n') + "\n" + errors();
    }

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

    QList<QByteArray> m_lines;
    QByteArray m_errors;
    qsizetype m_looked = 0;
};

} // namespace lockscope::test
