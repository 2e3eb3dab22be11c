// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/sandbox/ServerProcess.h"

#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace lockscope::ensemble {

/// The servers of a sandbox: child processes in a private temporary folder. Starts them, and starts them again with
/// other ports if another process has taken one. When the owner ends, even by kill -9, the servers end and the folder
/// is deleted.
///
/// Thread: the one that created it, which needs an event loop and must outlive it: the kernel ends the servers with
/// that thread. Only the destructor blocks, until the servers have ended and the folder is deleted: usually some
/// milliseconds, none after ended().
class ServerGroup : public QObject {
    Q_OBJECT
public:
    ~ServerGroup() override;

    /// Once: finds the server software and starts; ready() or failed() follows, after this call has returned.
    void start();
    /// Kills the servers and deletes the folder without blocking: ended() follows, and no other signal.
    void end();
    [[nodiscard]] QString folder() const; ///< empty before start()

    /// Faults, for tests and simulations; `index` counts from 0. From ready() on; before, and for an index without a
    /// server, without effect. Each returns immediately.
    void killServer(int index);   ///< SIGKILL; serverStopped() follows
    void startServer(int index);  ///< starts it again, in its folder; serverReady() follows
    void pauseServer(int index);  ///< SIGSTOP
    void resumeServer(int index); ///< SIGCONT

    [[nodiscard]] int serverCount() const;
    [[nodiscard]] bool isRunning(int index) const;
    /// The server that listens for clients there; -1: none.
    [[nodiscard]] virtual int serverAt(int port) const = 0;

Q_SIGNALS:
    void ready();
    void failed(const lockscope::Error& error);
    void serverReady(int index);
    void serverStopped(int index);
    void ended();

protected:
    explicit ServerGroup(QObject* parent);

    /// Chooses ports and plans the servers. Each server's folder is "<folder>/start-<attempt>-server-<number>", see
    /// serverFolder(). Called by start(), and again after a port was lost.
    [[nodiscard]] virtual Result<std::vector<ServerPlan>> plan(const QString& folder, int attempt) = 0;
    [[nodiscard]] bool isReady() const;
    [[nodiscard]] qint64 processId(std::size_t index) const; ///< 0: none

private:
    class Private;
    std::unique_ptr<Private> m_private;
};

/// The folder of a server; `number` counts from 1.
[[nodiscard]] QString serverFolder(const QString& folder, int attempt, int number);

} // namespace lockscope::ensemble
