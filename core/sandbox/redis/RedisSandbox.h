// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/sandbox/ServerGroup.h"

#include <QString>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::redis {

enum class SandboxKind {
    Single,      ///< one master
    Independent, ///< masters that do not know of each other, for Redlock
    Sentinel,    ///< a master "mymaster" with two replicas, and three Sentinels
    Cluster      ///< three masters, each with a replica
};

/// TLS of the servers: PEM files with absolute paths. The CA verifies the servers to each other, and clients.
struct SandboxTls {
    QString caFile;
    QString certFile;
    QString keyFile;
    bool clientCertificates = false; ///< clients must have a certificate
};

struct RedisSandboxOptions {
    SandboxKind kind = SandboxKind::Single;
    int masters = 5;            ///< Independent: how many
    int replicas = 0;           ///< Single: how many
    int downAfterMs = 5'000;    ///< Sentinel, Cluster: a server without a reply for this long is regarded as down
    int niceness = 0;           ///< added to the owner's niceness: under CPU load the owner has priority
    QString password{};         ///< of the default user; empty: none
    QString sentinelPassword{}; ///< of the Sentinels; empty: none
    /// Besides its port each server has one with TLS; servers connect to each other by TLS.
    std::optional<SandboxTls> tls{};
    QString moreSettings{};         ///< further lines of redis.conf, each ended by a line feed; they win
    QString moreSentinelSettings{}; ///< likewise, of the Sentinels
    bool movesClocks = false;       ///< moveClock() is used
};

/// Temporary real Redis servers: child processes on free loopback ports, without persistence, in a private temporary
/// folder.
/// Ready: each replica has its master's data, the Sentinels know all servers and each other, each server of a cluster
/// is connected to all others and all slots are served. A server that is killed loses its data.
class RedisSandbox final : public ensemble::ServerGroup {
public:
    enum class Role {
        Master,
        Replica,
        Sentinel
    };
    struct Server {
        Role role = Role::Master; ///< at the start; a failover changes it: findRole()
        int port = 0;             ///< without TLS
        int tlsPort = 0;          ///< 0: none
        QString socket;           ///< the path of its unix socket
        qint64 processId = 0;     ///< 0: it does not run
    };

    explicit RedisSandbox(RedisSandboxOptions options, QObject* parent = nullptr);
    ~RedisSandbox() override;

    /// "redis://127.0.0.1:40123", "redis+sentinel://127.0.0.1:40123,…/mymaster", "redis+cluster://…", "redlock://…";
    /// with TLS "rediss://…" and so on. Valid from ready() on. Without passwords.
    [[nodiscard]] QString target() const;
    /// Masters first, then replicas in the order of their masters, then Sentinels.
    [[nodiscard]] std::vector<Server> servers() const;
    [[nodiscard]] int serverAt(int port) const override;
    /// Sets the clock of a server to this much before or after the machine's; its timers are not affected. Only with
    /// RedisSandboxOptions::movesClocks, from ready() on. Takes effect with the server's next look at its clock.
    [[nodiscard]] Result<void> moveClock(int index, std::chrono::milliseconds offset);
    /// Asks all servers now which of them have this role, and reports their indexes in order, within about a second: a
    /// failover changes them. Each reports its role itself; with Sentinels, most of them also name the master. None:
    /// such as a master that is down, before the failover. `group`: of a cluster, the servers that had this master at
    /// the start, from 0; else 0. From ready() on. `found` is called asynchronously, unless this is destroyed before.
    void findRole(Role role, int group, std::function<void(const std::vector<int>& indexes)> found);

private:
    [[nodiscard]] Result<std::vector<ensemble::ServerPlan>> plan(const QString& folder, int attempt) override;
    [[nodiscard]] QString folderOf(std::size_t index) const;

    class Private;
    std::unique_ptr<Private> m_private;
};

/// "master", "replica" or "sentinel".
[[nodiscard]] QString toString(RedisSandbox::Role role);

} // namespace lockscope::redis
