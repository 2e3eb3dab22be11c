// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/zookeeper/AdminAddress.h"
#include "core/model/HostNames.h"
#include "core/zk/ConnectString.h"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockscope::ensemble {

inline constexpr int defaultAdminPort = 8080;

/// How to request facts from the servers. A value.
struct CollectorSettings {
    zk::ConnectString connect;                     ///< the servers; its chroot is removed from the paths
    std::vector<int> adminPorts{defaultAdminPort}; ///< one port for all, or one per server; empty: not used
    bool words = true;                             ///< four-letter commands are allowed
    /// Addresses to use instead of those of `connect`, in the same order, if the servers are reached through a
    /// forwarder. Empty: the servers' own addresses.
    std::vector<zk::Server> wordDetours{};
    std::vector<AdminAddress> adminDetours{};
    /// Why the detour to the AdminServer of that index fails, in words; empty: unknown. Any thread. Null: see the
    /// reply.
    std::function<std::string(std::size_t)> adminTrouble{};
    bool namedOnly = false;                    ///< ignore further servers of the ensemble: there is no route to them
    std::chrono::milliseconds interval{5'000}; ///< from one round to the next; longer if a round takes long
    std::chrono::milliseconds watchInterval{10'000};       ///< least time between two requests for the watches
    std::chrono::milliseconds questionLimit{1'000};        ///< timeout of a request about one server
    std::chrono::milliseconds bigQuestionLimit{8'000};     ///< timeout of a request for whole lists
    long long mostBytes = 64LL << 20;                      ///< limit of one reply
    std::shared_ptr<const inspect::HostNames> hostNames{}; ///< of the clients; may be null
    bool looksUpHosts = false;                             ///< reverse lookups for the other clients

    /// 0: its AdminServer is not used. `index` counts the servers to ask, those of the connect string first.
    [[nodiscard]] int adminPortOf(std::size_t index) const;
    /// Where to send requests for the server at `address`, and for its AdminServer on `port`.
    [[nodiscard]] zk::Server wordEndpointOf(std::size_t index, const zk::Server& address) const;
    [[nodiscard]] AdminAddress adminEndpointOf(std::size_t index, const zk::Server& address, int port) const;
};

} // namespace lockscope::ensemble
