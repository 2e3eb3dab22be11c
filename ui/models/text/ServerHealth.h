// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The health of the servers as text. Pure.

#include "core/model/Snapshot.h"
#include "ui/theme/Theme.h"

#include <QString>
#include <QStringList>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace lockscope::ui {

enum class ServerCondition {
    Up,
    Attention, ///< not serving, or started a short time ago; of a replica: behind
    Down,
    Unknown
};

/// A server, as the list of servers shows it.
struct ServerRow {
    std::string address; ///< "host:port"
    ServerCondition condition = ServerCondition::Unknown;
    bool leads = false; ///< other servers follow it
    QString state;      ///< "leader", "master", "down"
    QString note;       ///< "connected · up 3 d 2 h"; "restarted 4 m 02 s ago"; "≥ 6 m 12 s": since when it is down
    QString figure;     ///< "3 ms": its latency; or why it is down, in a few words
    QString details;    ///< all that it reports, in one line
    QString brief;      ///< "zk-3 down": its name without what all servers share, where there is little room
    Tone stateTone = Tone::Normal;
    Tone noteTone = Tone::Muted;

    friend bool operator==(const ServerRow&, const ServerRow&) = default;
};

/// When the servers of Redis were started, as the snapshots of one connection show it. Pure.
class ServerStarts final {
public:
    void see(const inspect::Snapshot& snapshot);
    /// It was started again since it was seen first.
    [[nodiscard]] bool hasRestarted(const std::string& address) const;

private:
    struct Start {
        WallTime first;
        WallTime last;
    };
    std::map<std::string, Start> m_starts; ///< by address
};

/// The members of the ensemble, or the masters of Redis, each followed by its replicas. `isRedlock`: the masters are
/// independent. `connected`: the address of the server of Lockscope's session; empty: none. Empty while no server is
/// known.
[[nodiscard]] std::vector<ServerRow> serverRows(const inspect::Snapshot& snapshot, WallTime now, bool isRedlock,
                                                std::string_view connected = {}, const ServerStarts& starts = {});

/// The details of all: a line for each.
[[nodiscard]] QStringList detailsOf(const std::vector<ServerRow>& servers);

/// "2 of 3 servers" if one of them is down; else empty.
[[nodiscard]] QString serversUp(const std::vector<ServerRow>& servers);

/// One of the servers or masters does not answer.
[[nodiscard]] bool isServerDown(const inspect::Snapshot& snapshot);

/// "ZooKeeper 3.8.4", "Redis 7.0.15, 7.2.4"; the product alone while no version is known. Of independent masters with
/// their quorum: "Redis 7.0.15 · Redlock, quorum 3".
[[nodiscard]] QString productText(const inspect::Snapshot& snapshot, bool isRedlock);

} // namespace lockscope::ui
