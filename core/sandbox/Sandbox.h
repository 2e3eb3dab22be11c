// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/sandbox/ServerSoftware.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace lockscope::ensemble {

/// The way from one server of a sandbox to another, into which a proxy can be put: server `from` connects to `port` on
/// `listenAddress`, and means `port` on 127.0.0.1, where server `to` listens.
struct PeerRoute {
    int from = 0; ///< from 0
    int to = 0;
    QString listenAddress; ///< of this machine's loopback network, one for each pair
    quint16 port = 0;
};

struct SandboxOptions {
    int servers = 1;           ///< 1 or 3
    int tickMs = 500;          ///< what the servers count in
    bool readOnlyMode = false; ///< servers without quorum answer reads
    bool adminServer = true;   ///< tells of the servers on a port of its own
    QString words =
        QStringLiteral("*");  ///< the four-letter words that are allowed, with commas; srvr must be among them
    int heapMb = 128;         ///< of each server: enough for some ten thousand nodes
    int niceness = 0;         ///< added to the owner's: where processors are short, the owner goes first
    int sessionTimeoutMs = 0; ///< every client gets this one; 0: as the client asks, from 2 ticks on
    int longestSessionMs = 0; ///< the most that a client gets by asking; 0: 20 ticks
    /// Of three servers: if it is given, the servers speak to each other by these routes alone, which it has to open
    /// before it returns, so that a server can be cut off from the others. Called again with others when the ports have
    /// to be chosen anew.
    std::function<Result<void>(const std::vector<PeerRoute>&)> openRoutes{};
};

/// A throw-away ensemble of real ZooKeeper servers: child processes on free loopback ports, AdminServer on and every
/// four-letter word allowed unless the options say otherwise, data in a private temporary folder.
///
/// Thread: the one that made it, which needs an event loop and must live as long as the sandbox (the kernel ends the
/// servers with that thread). Nothing blocks but the destructor, until the servers have ended and the folder is gone:
/// mostly some milliseconds. When the owner ends, even by kill -9, the servers and the folder go with it.
class Sandbox final : public QObject {
    Q_OBJECT
public:
    struct Server {
        int clientPort = 0;
        int adminPort = 0;
        qint64 processId = 0;
    };

    explicit Sandbox(SandboxOptions options, QObject* parent = nullptr);
    ~Sandbox() override;

    /// Finds the server software, starts, and emits ready() or failed().
    void start();

    /// "127.0.0.1:40123" or three of them; known from ready() on.
    [[nodiscard]] QString connectString() const;
    [[nodiscard]] std::vector<Server> servers() const;
    [[nodiscard]] QString folder() const;

    /// Faults, for tests and simulations; `index` counts from 0. Each returns at once.
    void killServer(int index);   ///< SIGKILL; serverStopped() follows
    void startServer(int index);  ///< again, on its data and ports; serverReady() follows
    void pauseServer(int index);  ///< SIGSTOP
    void resumeServer(int index); ///< SIGCONT

Q_SIGNALS:
    void ready();
    void failed(const lockscope::Error& error);
    void serverReady(int index);
    void serverStopped(int index);

private:
    class Private;
    std::unique_ptr<Private> m_private;
};

} // namespace lockscope::ensemble
