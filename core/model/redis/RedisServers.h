// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the masters report of themselves, as far as locks depend on it. Values.

#include "core/base/Clock.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

/// A replica, as its master reports it.
struct RedisReplica {
    std::string address;                     ///< "host:port"
    bool isOnline = false;                   ///< false: it connects, or its first copy is under way
    std::optional<std::int64_t> bytesBehind; ///< of what the master has written, at its last acknowledgement
    std::optional<std::chrono::seconds> lag; ///< since its last acknowledgement

    friend bool operator==(const RedisReplica&, const RedisReplica&) = default;
};

/// One server. Nullopt: unknown; `refused` says why.
struct RedisServerFacts {
    std::string address; ///< "host:port"
    WallTime readAt{};   ///< by this machine's clock
    bool answers = true; ///< it has answered a command. Not recorded
    /// It does not answer: when that was noticed first; it may have begun earlier. Not recorded.
    std::optional<WallTime> downSince;
    std::string noAnswerReason; ///< it does not answer: why. Not recorded
    std::string role;           ///< "master", "slave"; empty: unknown
    std::string version;        ///< "7.0.15"; empty: unknown
    std::optional<bool> isCluster;
    std::optional<std::chrono::seconds> uptime;
    std::optional<std::chrono::milliseconds> clockOffset; ///< of its clock to this machine's
    std::optional<std::chrono::milliseconds> roundTrip;   ///< clockOffset is exact to half of it
    std::optional<std::int64_t> connectedReplicas;
    std::vector<RedisReplica> replicas;
    std::optional<std::int64_t> maxMemory;    ///< in bytes; 0: no limit
    std::optional<std::string> policy;        ///< maxmemory-policy
    std::optional<std::string> notifications; ///< notify-keyspace-events
    std::optional<bool> hasAppendOnlyFile;    ///< appendonly
    std::optional<std::string> fsync;         ///< appendfsync: "always", "everysec", "no"
    std::string refused; ///< what the server refused or did not answer, and why; empty: it answered all

    friend bool operator==(const RedisServerFacts&, const RedisServerFacts&) = default;
};

/// "replica" for what servers call "slave".
[[nodiscard]] constexpr std::string_view roleName(std::string_view role)
{
    return role == "slave" ? "replica" : role;
}

struct RedisServers {
    std::vector<RedisServerFacts> servers; ///< the masters, sorted by address

    /// A client can listen nowhere else: there are no replicas and no cluster. Redisson's setting subscriptionMode lets
    /// clients subscribe on a replica, and in a cluster without sharded channels on any node.
    [[nodiscard]] bool haveEachListener() const
    {
        return !servers.empty() && std::all_of(servers.begin(), servers.end(), [](const RedisServerFacts& server) {
            return server.isCluster == false && server.connectedReplicas == 0;
        });
    }

    friend bool operator==(const RedisServers&, const RedisServers&) = default;
};

} // namespace lockscope::inspect
