// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/lockscopectl/Context.h"
#include "core/base/Result.h"

#include <QProcess>

#include <functional>

namespace lockscope::ctl {

/// A `bench crowd` in a separate process, so that its sessions add no load to the measured process. Used on one thread,
/// which blocks in each call. The destructor ends the process, which removes its nodes, and waits for that.
class CrowdProcess final {
public:
    CrowdProcess(const Context& context, const std::string& below, int sessions);
    ~CrowdProcess();
    CrowdProcess(const CrowdProcess&) = delete;
    CrowdProcess& operator=(const CrowdProcess&) = delete;

    /// Waits until all its sessions are connected.
    [[nodiscard]] Result<void> start();

    /// Sends a command and waits for its end. `onLine` gets each line of the stream before that.
    [[nodiscard]] Result<QJsonObject> order(const QString& words,
                                            const std::function<void(const QJsonObject&)>& onLine = {});

private:
    [[nodiscard]] Result<QJsonObject> nextLine();

    QString m_program;
    QStringList m_arguments;
    QProcess m_process;
};

} // namespace lockscope::ctl
