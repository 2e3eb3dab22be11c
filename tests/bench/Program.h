// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

#include <vector>

namespace lockscope::bench {

/// Processor time of some processes, in seconds, since they started.
[[nodiscard]] double processorSeconds(const std::vector<qint64>& processes);

/// How often their threads went to sleep, since they started.
[[nodiscard]] double contextSwitches(const std::vector<qint64>& processes);

/// One of the measured programs, which lives from command to command (Commands.h). Waits for its answers.
class Program final {
public:
    /// `servers`: the processes whose processor time is told beside the program's own.
    Program(QString name, const QString& executable, const QStringList& arguments, std::vector<qint64> servers);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    [[nodiscard]] const QString& name() const { return m_name; }

    /// The figures, with "clientCpuS", "serverCpuS", "clientSwitches" and "serverSwitches" over what counts.
    [[nodiscard]] Result<QJsonObject> measure(const QString& measure, int clients, double seconds);

private:
    [[nodiscard]] Result<QJsonObject> nextLine();
    [[nodiscard]] Error problem(const QString& what) const;

    QString m_name;
    QString m_command; ///< the present one
    QProcess m_process;
    std::vector<qint64> m_servers;
};

} // namespace lockscope::bench
