// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The configuration files of a Redis sandbox's servers. Pure.

#include "core/sandbox/redis/RedisServer.h"

#include <QByteArray>

namespace lockscope::redis {

/// redis.conf of a master or a replica.
[[nodiscard]] QByteArray serverConfiguration(const RedisSandboxOptions& options,
                                             const std::vector<RedisServer>& servers, std::size_t index);

/// The same of a Sentinel.
[[nodiscard]] QByteArray sentinelConfiguration(const RedisSandboxOptions& options,
                                               const std::vector<RedisServer>& servers, std::size_t index);

/// The file in which a server of a cluster remembers the others and their slots. With it the servers form the cluster
/// as after a restart, without commands.
[[nodiscard]] QByteArray clusterNodes(const std::vector<RedisServer>& servers, std::size_t index, int busOffset);

} // namespace lockscope::redis
