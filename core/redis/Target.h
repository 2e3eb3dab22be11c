// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Where Redis servers are: parses and checks targets, for example "redis://app@cache1:6379/2". Pure.

#include "core/base/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::redis {

/// One server: a TCP address or a unix socket.
struct Address {
    std::string host; ///< a host name, an IPv4 address, or an IPv6 address without brackets; empty: unix socket
    std::uint16_t port = 6379;
    std::string socket; ///< the absolute path of a unix socket

    friend auto operator<=>(const Address&, const Address&) = default;
};

/// "host:port", with brackets around an IPv6 address; "unix:/path".
[[nodiscard]] std::string toString(const Address& address);

enum class Topology {
    Single,      ///< one server with its replicas
    Sentinel,    ///< the master that the Sentinels name
    Cluster,     ///< hash slots on several masters
    Independent, ///< N masters that do not know of each other: Redlock
};

struct Target {
    Topology topology = Topology::Single;
    std::vector<Address> servers; ///< at least one; Sentinels for Sentinel
    std::string master;           ///< Sentinel: the master's name
    std::string user;             ///< ACL user; empty: the default user
    int database = 0;             ///< 0 in a cluster
    bool tls = false;

    friend bool operator==(const Target&, const Target&) = default;
};

/// The forms: redis://[USER@]HOST[:PORT][/DB], rediss://…, redis+unix://[USER@]/PATH[?db=N],
/// redis+sentinel://[USER@]HOST[:PORT][,…]/MASTER[/DB], redis+cluster://[USER@]HOST[:PORT][,…],
/// redlock://[USER@]HOST[:PORT],HOST[:PORT],… ; the last three with TLS: rediss+sentinel://, rediss+cluster://,
/// redlocks://. Default ports: 6379, Sentinel 26379. Errors: BadArguments; the detail names the invalid part and gives
/// a valid example. A target with a password is refused: passwords would be visible in process lists and histories.
[[nodiscard]] Result<Target> parseTarget(std::string_view text);

/// True if `text` begins with one of the schemes above.
[[nodiscard]] bool isRedisTarget(std::string_view text);
/// True if it begins with redlock:// or redlocks://.
[[nodiscard]] bool isRedlockTarget(std::string_view text);

/// The form that parseTarget() parses back.
[[nodiscard]] std::string toString(const Target& target);

} // namespace lockscope::redis
