// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/connect/FolderWatchdog.h"
#include "core/connect/SshSettings.h"
#include "core/zk/ConnectString.h"

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>

#include <chrono>
#include <memory>
#include <vector>

namespace lockscope::connect {

/// One `ssh` process that leads to every server, each by a socket in a folder which no other user can enter. It never
/// asks for anything: keys come from the agent or the user's configuration.
/// Thread: the one that made it, which needs an event loop; the kernel ends ssh with that thread. Destroyed, it ends
/// ssh and waits for that, and the folder is gone: some milliseconds, and some seconds where either does not want to
/// go.
class SshTunnel final : public QObject {
    Q_OBJECT
public:
    SshTunnel(SshSettings settings, std::vector<zk::Server> servers, QObject* parent = nullptr);
    ~SshTunnel() override;
    SshTunnel(const SshTunnel&) = delete;
    SshTunnel& operator=(const SshTunnel&) = delete;

    /// Makes the folder. Once, before all else.
    [[nodiscard]] Result<void> prepare();

    /// up() follows, or down(); nothing does if it is starting or up already. Soon after a failure it fails again at
    /// once, so that an SSH server is not asked at the pace of a client's attempts.
    void start();
    [[nodiscard]] bool isUp() const { return m_up; }

    /// A new connected socket to the server of that index, which the caller has to close. NoConnection: it is down.
    [[nodiscard]] Result<int> connectTo(std::size_t index) const;

    /// Why the SSH server could not reach a server, if it has said so since the last call; else empty.
    [[nodiscard]] std::string takeComplaint();

Q_SIGNALS:
    void up();
    /// It failed to start, or ended later.
    void down(const lockscope::Error& error);

private:
    void launch();
    void checkListening();
    void readComplaints();
    void fail(Error error);
    [[nodiscard]] Error ended() const;
    void end();

    SshSettings m_settings;
    std::vector<zk::Server> m_servers;
    // The watchdog goes last: it removes the folder also after kill -9.
    ensemble::FolderWatchdog m_watchdog;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QProcess> m_process; ///< null unless starting or up
    QByteArray m_complaints;             ///< the end of what it wrote to its standard error
    QTimer m_check;
    QTimer m_limit;
    std::chrono::milliseconds m_pause{0}; ///< after the newest failure
    QElapsedTimer m_sinceFailure;
    Error m_failure;
    bool m_up = false;
};

} // namespace lockscope::connect
