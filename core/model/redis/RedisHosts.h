// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// From where the holders and waiters on Redis have their connections. No data on Redis says it: it is read from the
/// list of clients, and from the commands that the servers execute for some seconds. Values.

#include "core/base/Clock.h"
#include "core/model/HostNames.h"
#include "core/model/HostSource.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::inspect {

/// The client object of an owner: "5f0c2a9e-…" of "5f0c2a9e-…:41"; each start of a client gives it another one. A token
/// and a permit's id are their own. A view into `owner`. Pure.
[[nodiscard]] std::string_view instanceOf(std::string_view owner);

/// A connection of a client. A client has several, and ports change: the host is what counts.
struct RedisHost {
    std::string address; ///< "ip:port"; "unix:/path" for a client on the server's own machine
    std::string client;  ///< the name that the connection was given (CLIENT SETNAME); empty: none, or unknown
    std::string server;  ///< "host:port" of the master
    HostSource source = HostSource::None;
    WallTime seenAt{}; ///< by this machine's clock

    friend bool operator==(const RedisHost&, const RedisHost&) = default;
};

/// Why a server did not report something.
struct RedisRefusal {
    std::string server;  ///< "host:port"
    std::string command; ///< "MONITOR", "CLIENT LIST"
    std::string reason;  ///< the server's words

    friend bool operator==(const RedisRefusal&, const RedisRefusal&) = default;
};

/// Remembered until the source ends. A sample of the servers' commands is the better source: an address in it has used
/// the owner's id.
struct RedisHosts {
    std::map<std::string, RedisHost, std::less<>> byInstance; ///< by instanceOf() its owners
    std::optional<WallTime> listedAt;                         ///< when the lists of clients were read, or refused
    std::optional<WallTime> sampledAt;                        ///< the end of the last sample; nullopt: none was made
    std::vector<RedisRefusal> refusals;                       ///< of the last attempts
    std::shared_ptr<const HostNames> hostNames;               ///< of the addresses; null: none are wanted

    /// Null: unknown.
    [[nodiscard]] const RedisHost* find(std::string_view owner) const
    {
        const auto found = byInstance.find(instanceOf(owner));
        return found == byInstance.end() ? nullptr : &found->second;
    }

    friend bool operator==(const RedisHosts&, const RedisHosts&) = default;
};

} // namespace lockscope::inspect
