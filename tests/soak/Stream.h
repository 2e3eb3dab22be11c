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
#include <utility>

namespace lockscope::soak {

/// A child process whose lines are looked at as they come and not kept. Thread: the one that made it.
class Stream final {
public:
    using Take = std::function<void(const QByteArray& line)>;

    Stream(const QString& program, const QStringList& arguments, Take out, Take err = {})
    {
        ensemble::tieToOwner(m_process, SIGKILL);
        QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process,
                         [this, take = std::move(out)] { read(QProcess::StandardOutput, take); });
        QObject::connect(&m_process, &QProcess::readyReadStandardError, &m_process,
                         [this, take = std::move(err)] { read(QProcess::StandardError, take); });
        m_process.start(program, arguments);
    }
    ~Stream()
    {
        m_process.kill();
        m_process.waitForFinished();
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    void say(const char* line) { m_process.write(QByteArray(line) + '\n'); }
    void interrupt() const
    {
        if (m_process.processId() > 0)
            ::kill(static_cast<pid_t>(m_process.processId()), SIGINT);
    }
    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    [[nodiscard]] bool waitForEnd(int limitMs) const
    {
        return QTest::qWaitFor([this] { return !isRunning(); }, limitMs);
    }
    [[nodiscard]] int exitCode() const
    {
        return m_process.exitCode() + (m_process.exitStatus() == QProcess::CrashExit ? 128 : 0);
    }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }

private:
    void read(QProcess::ProcessChannel channel, const Take& take)
    {
        m_process.setReadChannel(channel);
        while (m_process.canReadLine()) {
            const auto line = m_process.readLine().chopped(1);
            if (take)
                take(line);
        }
    }

    QProcess m_process;
};

[[nodiscard]] inline QJsonObject objectIn(const QByteArray& line)
{
    return QJsonDocument::fromJson(line).object();
}

} // namespace lockscope::soak
