// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The replies and messages by which Redis Sentinels name a master, and servers their role. Pure; private to
/// core/redis. After https://redis.io/docs/reference/sentinel-clients/

#include "core/base/Result.h"
#include "core/redis/Target.h"
#include "core/redis/Value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::redis {

/// The channel on which a Sentinel publishes each change of a master's address.
inline constexpr std::string_view switchMasterChannel = "+switch-master";

/// SENTINEL GET-MASTER-ADDR-BY-NAME. Nothing: the Sentinel does not monitor a master of this name.
/// Errors: NoAuth; NoConnection for another error reply; System if the reply has another form.
[[nodiscard]] Result<std::optional<Address>> parseMasterAddress(const Value& reply);

/// SENTINEL MASTER: "config-epoch", the number of the failover that made this master. Nothing if the reply has none:
/// the Sentinel does not monitor the master, or is older than 2.8.
[[nodiscard]] std::optional<std::int64_t> parseConfigEpoch(const Value& reply);

/// A Sentinel that another one names.
struct NamedSentinel {
    Address address;
    std::string id; ///< its SENTINEL MYID

    friend bool operator==(const NamedSentinel&, const NamedSentinel&) = default;
};

/// SENTINEL SENTINELS: the other Sentinels of the master. Malformed ones are left out.
[[nodiscard]] std::vector<NamedSentinel> parseSentinels(const Value& reply);

/// A message on switchMasterChannel: "mymaster 10.0.0.1 6379 10.0.0.2 6379".
struct SwitchMaster {
    std::string master; ///< its name; may contain spaces
    Address from;
    Address to;

    friend bool operator==(const SwitchMaster&, const SwitchMaster&) = default;
};

/// Nothing if the message is malformed.
[[nodiscard]] std::optional<SwitchMaster> parseSwitchMaster(std::string_view payload);

/// The reply of ROLE.
struct Role {
    enum class Kind {
        Master,
        Replica,
        Sentinel,
    };
    Kind kind = Kind::Master;
    std::optional<Address> master; ///< of a replica

    friend bool operator==(const Role&, const Role&) = default;
};

/// Errors: NoAuth if the user may not send ROLE; NoConnection for another error reply; System if the reply has another
/// form.
[[nodiscard]] Result<Role> parseRole(const Value& reply);

} // namespace lockscope::redis
