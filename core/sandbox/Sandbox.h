// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/sandbox/ServerGroup.h"

#include <QString>

#include <functional>
#include <memory>
#include <vector>

namespace lockscope::ensemble {

/// The connection from one server of a sandbox to another, in which a proxy can be placed. Server `from` connects to
/// `port` on `listenAddress`; server `to` listens on `port` of 127.0.0.1.
struct PeerRoute {
    int from = 0; ///< from 0
    int to = 0;
    QString listenAddress; ///< a loopback address, one for each pair
    quint16 port = 0;
};

struct SandboxOptions {
    int servers = 1;                     ///< 1 or 3
    int tickMs = 500;                    ///< the servers' tickTime
    bool readOnlyMode = false;           ///< servers without a quorum answer reads
    bool adminServer = true;             ///< each server has an AdminServer on a port of its own
    QString words = QStringLiteral("*"); ///< allowed four-letter commands, comma-separated; must include srvr
    int heapMb = 128;                    ///< per server; enough for some ten thousand nodes
    int niceness = 0;                    ///< added to the owner's niceness: under CPU load the owner has priority
    int sessionTimeoutMs = 0;            ///< fixed for all clients; 0: as requested by the client, at least 2 ticks
    int longestSessionMs = 0;            ///< maximum that a client can request; 0: 20 ticks
    QString moreSettings{};              ///< further lines of zoo.cfg, each ended by a line feed; they win
    /// For three servers: if set, the servers connect to each other only by these routes. The function opens the routes
    /// before it returns, so that a server can be disconnected from the others. Called again if other ports are chosen.
    std::function<Result<void>(const std::vector<PeerRoute>&)> openRoutes{};
};

/// A temporary ensemble of real ZooKeeper servers: child processes on free loopback ports. By default with AdminServer
/// and all four-letter commands. The data is in a private temporary folder.
class Sandbox final : public ServerGroup {
public:
    struct Server {
        int clientPort = 0;
        int adminPort = 0;
        qint64 processId = 0;
    };

    explicit Sandbox(SandboxOptions options, QObject* parent = nullptr);
    ~Sandbox() override;

    /// "127.0.0.1:40123", or three addresses; valid from ready() on.
    [[nodiscard]] QString connectString() const;
    [[nodiscard]] std::vector<Server> servers() const;
    [[nodiscard]] int serverAt(int port) const override;

private:
    [[nodiscard]] Result<std::vector<ServerPlan>> plan(const QString& folder, int attempt) override;

    class Private;
    std::unique_ptr<Private> m_private;
};

} // namespace lockscope::ensemble
