// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/ConnectString.h"

#include <string>
#include <vector>

namespace lockscope::console {

/// The servers of a run, and the part of them that an inspector shows.
struct ObservedEnsemble {
    zk::ConnectString servers;      ///< of ZooKeeper
    std::string redis{};            ///< the target of Redis servers: "redis://cache1:6379"; empty: ZooKeeper
    std::vector<int> adminPorts{};  ///< one per server of a ZooKeeper sandbox; empty: unknown
    std::string root{};             ///< the run's own node; on Redis the beginning of all names, may be empty
    std::vector<std::string> names; ///< Redis: of the run's locks, the only ones that an inspector reads

    [[nodiscard]] bool isRedis() const { return !redis.empty(); }
    /// The target in the form that users type.
    [[nodiscard]] std::string text() const { return isRedis() ? redis : servers.text(); }
};

} // namespace lockscope::console
