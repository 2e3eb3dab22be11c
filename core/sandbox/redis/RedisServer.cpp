// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sandbox/redis/RedisServer.h"

#include "core/sandbox/FreePorts.h"
#include "core/sandbox/redis/RedisConfiguration.h"
#include "core/sandbox/redis/RedisQuestions.h"

#include <QRandomGenerator>
#include <QStringList>

#include <algorithm>

namespace lockscope::redis {

namespace {

using SandboxRole = RedisSandbox::Role;

constexpr int busOffset = 10'000; ///< from a server's port to the port on which a cluster's servers connect

QByteArray newClusterId()
{
    QByteArray bytes(20, Qt::Uninitialized);
    for (char& byte : bytes)
        byte = static_cast<char>(QRandomGenerator::system()->bounded(256));
    return bytes.toHex();
}

/// How many servers of each role.
struct RoleCounts {
    int masters = 1;
    int replicas = 0;
    int sentinels = 0;
};

RoleCounts roleCounts(const RedisSandboxOptions& options)
{
    switch (options.kind) {
    case SandboxKind::Single:
        return {.replicas = options.replicas};
    case SandboxKind::Independent:
        return {.masters = options.masters};
    case SandboxKind::Sentinel:
        return {.replicas = 2, .sentinels = 3};
    case SandboxKind::Cluster:
        return {.masters = 3, .replicas = 3};
    }
    return {};
}

/// Roles and masters, without ports.
std::vector<RedisServer> sandboxMembers(const RoleCounts& counts)
{
    std::vector<RedisServer> servers;
    const auto count = counts.masters + counts.replicas + counts.sentinels;
    servers.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < counts.masters; ++i)
        servers.push_back({.role = SandboxRole::Master, .master = i});
    for (int i = 0; i < counts.replicas; ++i)
        servers.push_back({.role = SandboxRole::Replica, .master = i % counts.masters});
    for (int i = 0; i < counts.sentinels; ++i)
        servers.push_back({.role = SandboxRole::Sentinel});
    return servers;
}

/// The line of the log that reports the error: of an invalid configuration the reason, else the last warning.
QByteArray redisComplaint(const QList<QByteArray>& lines)
{
    const auto quoted =
        std::find_if(lines.crbegin(), lines.crend(), [](const QByteArray& line) { return line.startsWith(">>> "); });
    if (quoted != lines.crend())
        return quoted == lines.crbegin() ? *quoted : *quoted + ": " + *std::prev(quoted);
    const auto warning =
        std::find_if(lines.crbegin(), lines.crend(), [](const QByteArray& line) { return line.contains(" # "); });
    return warning == lines.crend() ? lines.back() : *warning;
}

} // namespace

Result<std::vector<RedisServer>> redisServers(const RedisSandboxOptions& options)
{
    std::vector<RedisServer> servers = sandboxMembers(roleCounts(options));
    const int each = options.tls ? 2 : 1;
    const Result<std::vector<int>> ports = ensemble::freePorts(each * static_cast<int>(servers.size()),
                                                               options.kind == SandboxKind::Cluster ? busOffset : 0);
    if (!ports)
        return failure(ports.error());
    auto port = ports->begin();
    for (RedisServer& server : servers) {
        server.port = *port++;
        server.tlsPort = options.tls ? *port++ : 0;
        if (options.kind == SandboxKind::Cluster)
            server.clusterId = newClusterId();
    }
    return servers;
}

ensemble::ServerPlan planOf(const RedisSandboxOptions& options, const std::vector<RedisServer>& servers,
                            std::size_t index, const QString& folder, const QString& program)
{
    const bool isSentinel = servers[index].role == SandboxRole::Sentinel;
    ensemble::ServerPlan plan;
    plan.folder = folder;
    plan.files = {{QStringLiteral("redis.conf"), isSentinel ? sentinelConfiguration(options, servers, index)
                                                            : serverConfiguration(options, servers, index)}};
    if (options.kind == SandboxKind::Cluster)
        plan.files.push_back({QStringLiteral("nodes.conf"), clusterNodes(servers, index, busOffset)});
    plan.program = program;
    plan.arguments = QStringList{QStringLiteral("./redis.conf")};
    if (isSentinel)
        plan.arguments << QStringLiteral("--sentinel");
    plan.niceness = options.niceness;
    // In a cluster all servers wait for each other; else a replica waits for its master, a Sentinel for both.
    if (options.kind != SandboxKind::Cluster)
        plan.stage = static_cast<int>(servers[index].role);
    plan.complete = completeQuestions(options, servers, index, folder);
    plan.serving = servingQuestions(options, servers[index], folder);
    plan.complaint = &redisComplaint;
    return plan;
}

QString targetOf(const RedisSandboxOptions& options, const std::vector<RedisServer>& servers)
{
    const SandboxRole named = options.kind == SandboxKind::Sentinel ? SandboxRole::Sentinel : SandboxRole::Master;
    QStringList addresses;
    for (const RedisServer& server : servers) {
        if (server.role == named)
            addresses << QStringLiteral("127.0.0.1:%1").arg(server.announcedPort());
    }
    const QString hosts = addresses.join(u',');
    const QString redis = options.tls ? QStringLiteral("rediss") : QStringLiteral("redis");
    switch (options.kind) {
    case SandboxKind::Single:
        return redis + QStringLiteral("://") + hosts;
    case SandboxKind::Independent:
        return (options.tls ? QStringLiteral("redlocks://") : QStringLiteral("redlock://")) + hosts;
    case SandboxKind::Sentinel:
        return redis + QStringLiteral("+sentinel://") + hosts + u'/' + QLatin1String(sandboxMaster);
    case SandboxKind::Cluster:
        return redis + QStringLiteral("+cluster://") + hosts;
    }
    return {};
}

} // namespace lockscope::redis
