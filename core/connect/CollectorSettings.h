// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/connect/AdminAddress.h"
#include "core/zk/ConnectString.h"

#include <chrono>
#include <functional>
#include <string>
#include <vector>

namespace lockscope::ensemble {

inline constexpr int defaultAdminPort = 8080;

/// How the servers are asked. A value.
struct CollectorSettings {
    zk::ConnectString connect;                     ///< whom to ask; its chroot is taken off the paths
    std::vector<int> adminPorts{defaultAdminPort}; ///< of all servers, or one a server of `connect`; none: not asked
    bool words = true;                             ///< four-letter words may be asked
    /// Where the servers of `connect` are asked instead, in their order, where the way to them leads over something
    /// else: a tunnel's ends. Empty: at their own addresses.
    std::vector<zk::Server> wordDetours{};
    std::vector<AdminAddress> adminDetours{};
    /// Why such a detour does not lead to the AdminServer of that index, in words; empty: nobody knows. Any thread.
    /// Null: whoever asks hears it himself.
    std::function<std::string(std::size_t)> adminTrouble{};
    bool namedOnly = false;                          ///< no others that the ensemble tells of: there is no way to them
    std::chrono::milliseconds interval{5'000};       ///< from one round to the next, more where a round takes long
    std::chrono::milliseconds watchInterval{10'000}; ///< least time between two questions for the watches
    std::chrono::milliseconds questionLimit{1'000};  ///< for one answer about one server
    std::chrono::milliseconds bigQuestionLimit{8'000}; ///< for one answer about everything
    long long mostBytes = 64LL << 20;                  ///< of one answer

    /// 0: its AdminServer is not asked. `index` counts as the servers to ask do, the connect string's first.
    [[nodiscard]] int adminPortOf(std::size_t index) const;
    /// Where to ask that server, which stands at `address`; its AdminServer on `port` there.
    [[nodiscard]] zk::Server wordEndpointOf(std::size_t index, const zk::Server& address) const;
    [[nodiscard]] AdminAddress adminEndpointOf(std::size_t index, const zk::Server& address, int port) const;
};

} // namespace lockscope::ensemble
