// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/sources/zookeeper/discovery/InspectorLoad.h"

#include <cstdint>
#include <optional>

namespace lockscope::ui {

/// What a connection has done since it was opened, and has to do: a value. What is counted grows.
struct ConnectionLoad {
    std::uint64_t line = 0;        ///< another one: another connection, counted from the beginning
    SteadyTime at{};               ///< when it was counted
    std::uint64_t requests = 0;    ///< sent by all its clients
    std::uint64_t writes = 0;      ///< of those, the ones that may change a node
    std::uint64_t watchEvents = 0; ///< that arrived
    Duration threadWait{};         ///< until its thread had time to count
    std::uint64_t snapshotsMade = 0;
    std::uint64_t snapshotsShown = 0;
    std::optional<Duration> showingTook;  ///< until every panel had been told of the last snapshot, without painting
    std::optional<Duration> findingsTook; ///< of the last snapshot that was looked at
    std::optional<inspect::InspectorLoad> inspector; ///< nothing before there is a way to the servers
};

} // namespace lockscope::ui
