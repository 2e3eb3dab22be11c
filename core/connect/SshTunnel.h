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

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <vector>

namespace lockscope::connect {

/// One `ssh` process that forwards to every server, each through a socket in a folder no other user can enter. Without
/// servers it has one socket, which is a SOCKS proxy to any server. It never prompts: keys come from the agent or the
/// user's configuration.
/// Thread: the one that created it, which needs an event loop; the kernel ends ssh with that thread. The destructor
/// ends ssh, waits for it and removes the folder: some milliseconds, or some seconds if either blocks.
class SshTunnel final : public QObject {
    Q_OBJECT
public:
    SshTunnel(SshSettings settings, std::vector<zk::Server> servers, QObject* parent = nullptr);
    ~SshTunnel() override;
    SshTunnel(const SshTunnel&) = delete;
    SshTunnel& operator=(const SshTunnel&) = delete;

    /// Creates the folder. Call once, before all else.
    [[nodiscard]] Result<void> prepare();

    /// Starts ssh; up() or down() follows. No effect while starting or up. Soon after a failure it fails again
    /// immediately, so that a client's retries do not flood the SSH server.
    void start();
    [[nodiscard]] bool isUp() const { return m_up; }

    /// A new connected socket to the server of that index, or with index 0 to the SOCKS proxy; the caller closes it.
    /// NoConnection: the tunnel is down.
    [[nodiscard]] Result<int> connectTo(std::size_t index) const;

    /// Why the SSH server could not reach a server, if reported since the last call; else empty.
    [[nodiscard]] std::string takeComplaint();
    /// The same for the oldest report; the others stay. Of each connection that ssh closes without a reply.
    [[nodiscard]] std::string takeFirstComplaint();

Q_SIGNALS:
    void up();
    /// The tunnel failed to start, or ended later.
    void down(const lockscope::Error& error);

private:
    [[nodiscard]] std::size_t sockets() const { return std::max<std::size_t>(m_servers.size(), 1); }
    void launch();
    void checkListening();
    void readComplaints();
    void readNewComplaints();
    void fail(Error error);
    [[nodiscard]] Error ended() const;
    void end();

    SshSettings m_settings;
    std::vector<zk::Server> m_servers;
    // The watchdog is destroyed last: it removes the folder also after kill -9.
    ensemble::FolderWatchdog m_watchdog;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QProcess> m_process; ///< null unless starting or up
    QByteArray m_complaints;             ///< the end of ssh's standard error
    QTimer m_check;
    QTimer m_limit;
    std::chrono::milliseconds m_pause{0}; ///< after the last failure
    QElapsedTimer m_sinceFailure;
    Error m_failure;
    bool m_up = false;
};

} // namespace lockscope::connect
