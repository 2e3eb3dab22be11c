// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/redis/RedisConfiguration.h"

#include <algorithm>

namespace lockscope::redis {

namespace {

constexpr int sandboxSlots = 16'384;
constexpr int sandboxFailoverMs = 10'000;

/// A value in quotation marks, as redis.conf reads it.
QString quotedSetting(QString text)
{
    text.replace(u'\\', QStringLiteral("\\\\")).replace(u'"', QStringLiteral("\\\""));
    return u'"' + text + u'"';
}

/// What all servers have in common. Paths are relative to the server's working folder.
QString commonConfiguration(const RedisSandboxOptions& options, const RedisServer& server)
{
    QString text = QStringLiteral("bind 127.0.0.1\n"
                                  "port %1\n"
                                  "protected-mode yes\n"
                                  "daemonize no\n"
                                  "supervised no\n"
                                  "unixsocket ./redis.sock\n"
                                  "unixsocketperm 700\n"
                                  "dir ./\n")
                       .arg(server.port);
    if (!options.tls)
        return text;
    return text + QStringLiteral("tls-port %1\n"
                                 "tls-ca-cert-file %2\n"
                                 "tls-cert-file %3\n"
                                 "tls-key-file %4\n"
                                 "tls-auth-clients %5\n"
                                 "tls-replication yes\n")
                      .arg(server.tlsPort)
                      .arg(quotedSetting(options.tls->caFile), quotedSetting(options.tls->certFile),
                           quotedSetting(options.tls->keyFile),
                           options.tls->clientCertificates ? QStringLiteral("yes") : QStringLiteral("no"));
}

QByteArray addressInCluster(const RedisServer& server, int busOffset)
{
    const int port = server.announcedPort();
    return "127.0.0.1:" + QByteArray::number(port) + '@' + QByteArray::number(port + busOffset);
}

} // namespace

QByteArray serverConfiguration(const RedisSandboxOptions& options, const std::vector<RedisServer>& servers,
                               std::size_t index)
{
    const RedisServer& server = servers[index];
    // A replica gets its first data at once, and no server writes to the disk. A cluster's slot map names a replica
    // only after the first byte of the replication stream, which is a ping while no client writes.
    QString text = commonConfiguration(options, server) + QStringLiteral("save \"\"\n"
                                                                         "appendonly no\n"
                                                                         "repl-diskless-sync yes\n"
                                                                         "repl-diskless-sync-delay 0\n"
                                                                         "repl-ping-replica-period 1\n");
    if (!options.password.isEmpty())
        text += QStringLiteral("requirepass %1\nmasterauth %1\n").arg(quotedSetting(options.password));
    if (options.kind == SandboxKind::Cluster) {
        text += QStringLiteral("cluster-enabled yes\n"
                               "cluster-config-file nodes.conf\n"
                               "cluster-node-timeout %1\n")
                    .arg(options.downAfterMs);
        if (options.tls)
            text += QStringLiteral("tls-cluster yes\n");
    } else if (server.role == RedisSandbox::Role::Replica) {
        text += QStringLiteral("replicaof 127.0.0.1 %1\n").arg(servers[server.master].announcedPort());
    }
    return (text + options.moreSettings).toUtf8();
}

QByteArray sentinelConfiguration(const RedisSandboxOptions& options, const std::vector<RedisServer>& servers,
                                 std::size_t index)
{
    QString text =
        commonConfiguration(options, servers[index]) + QStringLiteral("sentinel monitor %1 127.0.0.1 %2 2\n"
                                                                      "sentinel down-after-milliseconds %1 %3\n"
                                                                      "sentinel failover-timeout %1 %4\n")
                                                           .arg(QLatin1String(sandboxMaster))
                                                           .arg(servers.front().announcedPort())
                                                           .arg(options.downAfterMs)
                                                           .arg(std::max(sandboxFailoverMs, 2 * options.downAfterMs));
    if (!options.password.isEmpty())
        text += QStringLiteral("sentinel auth-pass %1 %2\n")
                    .arg(QLatin1String(sandboxMaster), quotedSetting(options.password));
    if (!options.sentinelPassword.isEmpty())
        text +=
            QStringLiteral("requirepass %1\nsentinel sentinel-pass %1\n").arg(quotedSetting(options.sentinelPassword));
    return (text + options.moreSentinelSettings).toUtf8();
}

QByteArray clusterNodes(const std::vector<RedisServer>& servers, std::size_t index, int busOffset)
{
    const auto isMaster = [](const RedisServer& one) { return one.role == RedisSandbox::Role::Master; };
    const auto masters = static_cast<int>(std::count_if(servers.begin(), servers.end(), isMaster));
    QByteArray text;
    for (std::size_t i = 0; i < servers.size(); ++i) {
        const RedisServer& server = servers[i];
        const auto& master = servers[server.master];
        // Each master has an epoch of its own: with the same epoch, they would resolve a conflict first.
        text += server.clusterId + ' ' + addressInCluster(server, busOffset) + ' ' + (i == index ? "myself," : "") +
                (isMaster(server) ? "master -" : "slave " + master.clusterId) + " 0 0 " +
                QByteArray::number(server.master + 1) + " connected";
        if (isMaster(server))
            text += ' ' + QByteArray::number(server.master * sandboxSlots / masters) + '-' +
                    QByteArray::number((server.master + 1) * sandboxSlots / masters - 1);
        text += '\n';
    }
    return text + "vars currentEpoch " + QByteArray::number(masters) + " lastVoteEpoch 0\n";
}

} // namespace lockscope::redis
