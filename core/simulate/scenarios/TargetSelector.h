// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Whom a fault hits or a condition is about. Pure.

#include "core/base/Result.h"
#include "core/simulate/scenarios/ScenarioFacts.h"

#include <string>
#include <vector>

namespace lockscope::console {

struct TargetSelector {
    enum class Kind {
        Named,  ///< a client, or all of a group
        Count,  ///< so many of them, the first in the scenario's order
        Share,  ///< one in so many, rounded up
        Nobody, ///< for conditions
        Holder, ///< of all who believe that they hold, the one that got it last
        FirstWaiter,
        Server,
        Leader,
        Follower
    };

    Kind kind = Kind::Named;
    std::string name; ///< "everybody" stands for all
    int number = 0;   ///< Count: how many; Share: one in so many; Server: from 1

    friend bool operator==(const TargetSelector&, const TargetSelector&) = default;
};

/// "2 of worker", "the holder": for people.
[[nodiscard]] std::string describe(const TargetSelector& whom);

[[nodiscard]] bool isServer(const TargetSelector& whom);

/// The clients that belong to `name`: of that name, of that group, or all; empty when there are none.
[[nodiscard]] std::vector<const ClientFacts*> clientsNamed(const ScenarioFacts& facts, const std::string& name);

/// How many of `all` are meant: so many, a share of them, or all.
[[nodiscard]] std::size_t howMany(const TargetSelector& whom, std::size_t all);

/// The clients meant, now. Refused when nobody fits: nobody holds, say. Not for servers.
[[nodiscard]] Result<std::vector<std::string>> choose(const TargetSelector& whom, const ScenarioFacts& facts);

} // namespace lockscope::console
