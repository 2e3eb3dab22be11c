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
    QString folder; ///< absolute, the server's own; made by prepare()
    int id = 1;
    int clientPort = 0;
    int adminPort = 0;
    QString settings; ///< further lines of zoo.cfg
    bool readOnlyMode = false;
    bool adminServer = true;
    QString words = QStringLiteral("*"); ///< four-letter words that are allowed
    int heapMb = 128;
    int niceness = 0; ///< added to the owner's
    QString hosts{};  ///< lines "address name", by which alone this server knows names; empty: it uses the system's
};

/// One ZooKeeper server as a child process, which the kernel ends with the thread that started it.
/// Thread: the one that made it; needs an event loop. Destroyed, it kills the server and waits for its end.
class ServerProcess final : public QObject {
    Q_OBJECT
public:
    ServerProcess(ServerSoftware software, ServerPlan plan, QObject* parent = nullptr);
    ~ServerProcess() override;

    /// Writes the server's folder: zoo.cfg, myid, and by which names it knows the others.
    [[nodiscard]] Result<void> prepare();

    /// serving() follows, or stopped() if it fails. Asked for while it is being killed, it starts after its end.
    void start();
    void kill();
    void pause();
    void resume();

    [[nodiscard]] const ServerPlan& plan() const { return m_plan; }
    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    [[nodiscard]] bool isServing() const { return m_serving; }
    [[nodiscard]] qint64 processId() const { return m_process.processId(); }

    /// The last line of its log that says what went wrong; empty when it says nothing.
    [[nodiscard]] QString complaint() const;
    /// Its log says that another process has one of its ports.
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
