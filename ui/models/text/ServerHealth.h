// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The health of the servers as text. Pure.

#include "core/model/Snapshot.h"

#include <QString>
#include <QStringList>

#include <string_view>
#include <vector>

namespace lockscope::ui {

enum class ServerCondition {
    Up,
    Attention, ///< not serving, behind, or restarted a short time ago
    Down,
    Unknown
};

/// A server, as the list of servers shows it.
struct ServerRow {
    std::string address; ///< "host:port"
    ServerCondition condition = ServerCondition::Unknown;
    QString state;   ///< "leader"; "follower · connected"; "follower, 120 transactions behind"; "down ≥ 6 m 12 s"
    QString figure;  ///< "3 ms": its latency; or why it is down
    QString details; ///< all that it reports, in one line

    friend bool operator==(const ServerRow&, const ServerRow&) = default;
};

/// The members of the ensemble, or the masters of Redis, each followed by its replicas. `isRedlock`: the masters are
/// independent. `connected`: the address of the server of Lockscope's session; empty: none. Empty while no server is
/// known.
[[nodiscard]] std::vector<ServerRow> serverRows(const inspect::Snapshot& snapshot, WallTime now, bool isRedlock,
                                                std::string_view connected = {});

/// The details of all: a line for each.
[[nodiscard]] QStringList detailsOf(const std::vector<ServerRow>& servers);

/// "2 of 3 servers" if one of them is down; else empty.
[[nodiscard]] QString serversUp(const std::vector<ServerRow>& servers);

/// "ZooKeeper 3.8.4", "Redis 7.0.15, 7.2.4"; the product alone while no version is known.
[[nodiscard]] QString productText(const inspect::Snapshot& snapshot);

} // namespace lockscope::ui
