// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/ConnectString.h"

#include <chrono>
#include <string>
#include <vector>

namespace lockscope::ensemble {

inline constexpr int defaultAdminPort = 8080;

/// How the servers are asked. A value.
struct CollectorSettings {
    zk::ConnectString connect;                     ///< whom to ask; its chroot is taken off the paths
    std::vector<int> adminPorts{defaultAdminPort}; ///< of all servers, or one a server of `connect`; none: not asked
    /// By which the AdminServers know themselves, one a server of `connect`, where its address is but a way to them:
    /// with TLS they answer to the names of their certificates alone. None: the address.
    std::vector<std::string> adminNames{};
    bool namedOnly = false;                          ///< no others that the ensemble tells of: there is no way to them
    bool words = true;                               ///< four-letter words may be asked
    std::chrono::milliseconds interval{5'000};       ///< from one round to the next, more where a round takes long
    std::chrono::milliseconds watchInterval{10'000}; ///< least time between two questions for the watches
    std::chrono::milliseconds questionLimit{1'000};  ///< for one answer about one server
    std::chrono::milliseconds bigQuestionLimit{8'000}; ///< for one answer about everything
    long long mostBytes = 64LL << 20;                  ///< of one answer

    /// 0: its AdminServer is not asked. `index` counts as the servers to ask do, the connect string's first.
    [[nodiscard]] int adminPortOf(std::size_t index) const;
};

} // namespace lockscope::ensemble
