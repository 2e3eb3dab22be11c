// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The target of a fault or a condition. Pure.

#include "core/base/Result.h"
#include "core/simulate/scenarios/ScenarioFacts.h"

#include <string>
#include <vector>

namespace lockscope::console {

struct TargetSelector {
    enum class Kind {
        Named,    ///< a client, or all clients of a group
        Count,    ///< `number` of them, the first in the scenario's order
        Share,    ///< one in `number`, rounded up
        NoClient, ///< for conditions
        Holder,   ///< of all clients that believe they hold, the one with the newest token
        FirstWaiter,
        Server,
        Leader, ///< of ZooKeeper, as Follower
        Follower,
        Master, ///< of Redis, as Replica: the server that has this role when the fault is applied
        Replica
    };

    Kind kind = Kind::Named;
    std::string name; ///< "everybody": all clients
    int number = 0;   ///< Count: how many; Share: one in this many; Server, Replica: from 1
    int group = 0;    ///< Master, Replica: of a cluster, from 1; 0: there is only one

    friend bool operator==(const TargetSelector&, const TargetSelector&) = default;
};

/// "2 of worker", "the holder": shown to users.
[[nodiscard]] std::string describe(const TargetSelector& target);

[[nodiscard]] bool isServer(const TargetSelector& target);
/// The master or a replica.
[[nodiscard]] bool isRedisRole(const TargetSelector& target);

/// The clients with this name, of this group, or all; empty: none.
[[nodiscard]] std::vector<const ClientFacts*> clientsNamed(const ScenarioFacts& facts, const std::string& name);

/// The number of targets among `all` clients: a count, a share, or all.
[[nodiscard]] std::size_t howMany(const TargetSelector& target, std::size_t all);

/// The current targets. Refused if no client matches, for example without a holder. Not for servers.
[[nodiscard]] Result<std::vector<std::string>> choose(const TargetSelector& target, const ScenarioFacts& facts);

} // namespace lockscope::console
