// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Who a contender is, from what is known best: the servers, else its payload or name, else nobody; and whether it
/// lives. Pure.

#include "core/model/FindingSettings.h"
#include "core/model/Snapshot.h"

namespace lockscope::inspect {

/// Each value with who told it; how old it is follows from reportedAt.
struct Owner {
    std::int64_t session = 0; ///< 0: none, or not known yet
    bool isKnown = false;     ///< the session is known, be it that there is none
    std::string host;         ///< "ip:port", or what the payload says; empty when nobody says
    HostSource hostSource = HostSource::None;
    std::string server; ///< "host:port" of the server that has its connection; empty when not told
    std::optional<std::chrono::milliseconds> timeout;
    std::optional<WallTime> lastHeard; ///< at the latest: it may be silent for longer
    std::optional<WallTime> expiresAt; ///< at the latest
    /// When the servers told of it, or the payload was written; nothing when nobody told anything.
    std::optional<WallTime> reportedAt;

    [[nodiscard]] std::optional<std::chrono::milliseconds> sinceHeard(WallTime now) const;
    [[nodiscard]] std::optional<std::chrono::milliseconds> expiresIn(WallTime now) const;
};

[[nodiscard]] Owner ownerOf(const Snapshot& snapshot, const Contender& contender);
/// The same from the facts alone; null: nobody was asked.
[[nodiscard]] Owner ownerOf(const ensemble::EnsembleFacts* facts, const Contender& contender);
/// Adds what the servers say of its session.
void tell(Owner& owner, const ensemble::SessionFacts& facts);

/// What the servers' word for a session means for its node.
enum class OwnerLife {
    Alive,        ///< it is connected, and heard of where that is told
    Silent,       ///< connected, but not heard of for two thirds of its timeout: clients say something every third
    Disconnected, ///< it lives, but no server has a connection of it
    Gone,         ///< it is in no server's list
    Unknown       ///< not every server told, or the node may be younger than what they told
};

/// The one opinion on it, for the findings and for the release. `lastSeen`: when the node was certainly there. A
/// session counts as gone or without a connection only if its node was there before the servers were asked, and still
/// afterwards. For a contender whose session is known, and not 0.
[[nodiscard]] OwnerLife judgeOwner(const ensemble::EnsembleFacts& facts, const Contender& contender, WallTime lastSeen,
                                   const FindingSettings& settings = {});

/// The nodes of the lock that its session watches, by their names within the lock; nothing when the watches were not
/// asked for, its session is not known, or a server that did not tell may have them.
[[nodiscard]] std::optional<std::vector<std::string>> watchesOf(const Snapshot& snapshot, const Lock& lock,
                                                                const Contender& contender);

} // namespace lockscope::inspect
