// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/ChildProcess.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <functional>
#include <utility>

namespace lockscope::soak {

/// A child process whose lines are processed as they arrive and not kept.
class Stream final : public test::ChildProcess {
public:
    using Take = std::function<void(const QByteArray& line)>;

    Stream(const QString& program, const QStringList& arguments, Take out, Take err = {})
    {
        QObject::connect(&m_process, &QProcess::readyReadStandardOutput, &m_process,
                         [this, take = std::move(out)] { read(QProcess::StandardOutput, take); });
        QObject::connect(&m_process, &QProcess::readyReadStandardError, &m_process,
                         [this, take = std::move(err)] { read(QProcess::StandardError, take); });
        m_process.start(program, arguments);
    }

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
};

[[nodiscard]] inline QJsonObject objectIn(const QByteArray& line)
{
    return QJsonDocument::fromJson(line).object();
}

} // namespace lockscope::soak
