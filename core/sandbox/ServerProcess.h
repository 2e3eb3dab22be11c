// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/sandbox/ServerProbe.h"

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace lockscope::ensemble {

/// A server of a sandbox, whatever it serves.
struct ServerPlan {
    struct File {
        QString path; ///< relative to the folder
        QByteArray content;
    };

    QString folder;          ///< absolute, only for this server: its working folder, created by prepare()
    std::vector<File> files; ///< written by prepare()
    QString program;
    QStringList arguments;
    std::vector<std::pair<QString, QString>> environment; ///< added to the owner's
    int niceness = 0;                                     ///< added to the owner's niceness
    int stage = 0;                                        ///< it starts when all servers of the stages before serve
    std::vector<ProbeQuestion> complete;                  ///< it serves, and knows all servers that it must know
    std::vector<ProbeQuestion> serving; ///< the same after a restart, when others may be gone; empty: as `complete`
    /// The line that reports the error, of the lines of its log.
    QByteArray (*complaint)(const QList<QByteArray>& lines) = nullptr;
};

/// The part of a server's folder that is unique to its sandbox: "lockscope-sandbox-k3Jd9w/start-1-server-1/", plain
/// ASCII. A server that reports a path with it is ours: another process may have taken the port.
[[nodiscard]] QByteArray identityOf(const QString& folder);

/// One server as a child process, which the kernel ends with the thread that started it.
/// Thread: the one that created it; needs an event loop. The destructor kills the server and waits for its end.
class ServerProcess final : public QObject {
    Q_OBJECT
public:
    explicit ServerProcess(ServerPlan plan, QObject* parent = nullptr);
    ~ServerProcess() override;

    /// Writes the server's folder.
    [[nodiscard]] Result<void> prepare();

    /// serving() follows, or stopped() on failure. A call while the server is being killed starts it after its end.
    void start();
    void kill();
    void pause();
    void resume();

    [[nodiscard]] const ServerPlan& plan() const { return m_plan; }
    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }
    [[nodiscard]] bool isServing() const { return m_serving; }
    [[nodiscard]] bool wasStarted() const { return m_started; }
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

    ServerPlan m_plan;
    QProcess m_process;
    ServerProbe m_probe;
    bool m_started = false;
    bool m_complete = false; ///< it has served once
    bool m_serving = false;
    bool m_killing = false;
    bool m_startAgain = false;
};

} // namespace lockscope::ensemble
