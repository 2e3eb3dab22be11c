// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The servers of a Redis sandbox as values: ports, roles, configuration, and how to see that each is complete.

#include "core/sandbox/ServerProcess.h"
#include "core/sandbox/redis/RedisSandbox.h"

namespace lockscope::redis {

inline constexpr auto sandboxMaster = "mymaster"; ///< the name by which Sentinels know the master

struct RedisServer {
    RedisSandbox::Role role = RedisSandbox::Role::Master;
    int port = 0;
    int tlsPort = 0;        ///< 0: no TLS
    int master = 0;         ///< the index of its master; its own for a master
    QByteArray clusterId{}; ///< 40 hexadecimal digits

    /// The port by which servers know each other, and which the target names.
    [[nodiscard]] int announcedPort() const { return tlsPort > 0 ? tlsPort : port; }
};

/// The servers of a sandbox with these options, on free ports, masters first.
[[nodiscard]] Result<std::vector<RedisServer>> redisServers(const RedisSandboxOptions& options);

/// The files and the process of servers[index]. `program`: a server by its name, redis-server.
[[nodiscard]] ensemble::ServerPlan planOf(const RedisSandboxOptions& options, const std::vector<RedisServer>& servers,
                                          std::size_t index, const QString& folder, const QString& program);

/// See RedisSandbox::target().
[[nodiscard]] QString targetOf(const RedisSandboxOptions& options, const std::vector<RedisServer>& servers);

} // namespace lockscope::redis
