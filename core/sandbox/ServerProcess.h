// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/sandbox/ServerProbe.h"
#include "core/sandbox/ServerSoftware.h"

#include <QObject>
#include <QProcess>
#include <QString>

namespace lockscope::ensemble {

struct ServerPlan {
    QString folder; ///< absolute, only for this server; created by prepare()
    int id = 1;
    int clientPort = 0;
    int adminPort = 0;
    QString settings; ///< additional lines of zoo.cfg
    bool readOnlyMode = false;
    bool adminServer = true;
    QString words = QStringLiteral("*"); ///< allowed four-letter commands
    int heapMb = 128;
    int niceness = 0; ///< added to the owner's niceness
    QString hosts{};  ///< lines "address name": the only names this server resolves; empty: the system's resolver
};

/// One ZooKeeper server as a child process, which the kernel ends with the thread that started it.
/// Thread: the one that created it; needs an event loop. The destructor kills the server and waits for its end.
class ServerProcess final : public QObject {
    Q_OBJECT
public:
    ServerProcess(ServerSoftware software, ServerPlan plan, QObject* parent = nullptr);
    ~ServerProcess() override;

    /// Writes the server's folder: zoo.cfg, myid, and the names of the other servers.
    [[nodiscard]] Result<void> prepare();

    /// serving() follows, or stopped() on failure. A call while the server is being killed starts it after its end.
    void start();
    void kill();
    void pause();
    void resume();

    [[nodiscard]] const ServerPlan& plan() const { return m_plan; }
    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    [[nodiscard]] bool isServing() const { return m_serving; }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }

    /// The last error line of its log; empty if there is none.
    [[nodiscard]] QString complaint() const;
    /// Whether its log reports that another process has one of its ports.
    [[nodiscard]] bool hasLostPort() const;

Q_SIGNALS:
    void serving();
    void stopped();

private:
    void launch();
    void ended();
    void sendSignal(int number) const;
    [[nodiscard]] QString logFile() const;

    ServerSoftware m_software;
    ServerPlan m_plan;
    QProcess m_process;
    ServerProbe m_probe;
    bool m_serving = false;
    bool m_killing = false;
    bool m_startAgain = false;
};

} // namespace lockscope::ensemble
