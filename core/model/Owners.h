// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The owner of a contender, from the best source: the servers, else its payload or name. Also whether the owner is
/// alive. Pure.

#include "core/model/FindingSettings.h"
#include "core/model/Snapshot.h"

namespace lockscope::inspect {

/// The owner of a contender. reportedAt gives the age of the values.
struct Owner {
    std::int64_t session = 0; ///< 0: none, or unknown
    bool isKnown = false;     ///< the session is known, or there is known to be none
    std::string host;         ///< "ip:port", or the payload's text; empty when unknown
    HostSource hostSource = HostSource::None;
    std::string hostName{}; ///< the name of that address, if names are wanted; empty when unknown
    std::string client{};   ///< Redis: the name of its connection; empty when unknown
    std::string server;     ///< "host:port" of the server that has its connection; empty when unknown
    std::optional<std::chrono::milliseconds> timeout;
    std::optional<WallTime> lastHeard; ///< of the last heartbeat; it may be earlier
    std::optional<WallTime> expiresAt; ///< the latest possible time
    /// When the servers reported it, or the payload was written; nullopt when unknown.
    std::optional<WallTime> reportedAt;

    [[nodiscard]] std::optional<std::chrono::milliseconds> sinceHeard(WallTime now) const;
    /// 0 when the reported time has passed.
    [[nodiscard]] std::optional<std::chrono::milliseconds> expiresIn(WallTime now) const;
    /// For texts: nullopt when the reported time has passed, because a later heartbeat may have moved it.
    [[nodiscard]] std::optional<std::chrono::milliseconds> timeLeft(WallTime now) const;
};

[[nodiscard]] Owner ownerOf(const Snapshot& snapshot, const Contender& contender);
/// The same from the servers' facts and from the hosts that were found; null: the servers were not asked, none was.
[[nodiscard]] Owner ownerOf(const ensemble::EnsembleFacts* facts, const RedisHosts* hosts, const Contender& contender);
[[nodiscard]] Owner ownerOf(const ensemble::EnsembleFacts* facts, const Contender& contender);
/// Adds what the servers report about its session.
void addSessionFacts(Owner& owner, const ensemble::SessionFacts& facts);
/// Adds the name of its host.
void addHostName(Owner& owner, const ensemble::EnsembleFacts* facts);

/// The state of a node's session, from the servers' reports.
enum class OwnerLife {
    Alive,        ///< connected, with a recent heartbeat where heartbeats are reported
    Silent,       ///< connected, but without a heartbeat for two thirds of its timeout; clients send one every third
    Disconnected, ///< alive, but no server has a connection of it
    Gone,         ///< no server lists it
    Unknown       ///< a server did not report, or the node may be newer than the reports
};

/// The one rule for OwnerLife, for findings and release. `lastSeen`: when the node was last known to exist. A session
/// counts as gone or disconnected only if its node existed before the servers were asked, and after they answered. That
/// it existed before is proved by zxids or by our own listing, never by comparing the clocks of two machines. The
/// contender's session must be known and not 0.
[[nodiscard]] OwnerLife judgeOwner(const ensemble::EnsembleFacts& facts, const Contender& contender, WallTime lastSeen,
                                   const FindingSettings& settings = {});

/// How long a connected session has been without a heartbeat, at least. Nullopt while unknown.
[[nodiscard]] std::optional<std::chrono::milliseconds> silenceOf(const ensemble::SessionFacts& session);

/// The nodes of the lock that its session watches, by their names within the lock. Nullopt when the watches were not
/// requested, the session is unknown, or a server that did not report may have them.
[[nodiscard]] std::optional<std::vector<std::string>> watchesOf(const Snapshot& snapshot, const Lock& lock,
                                                                const Contender& contender);

} // namespace lockscope::inspect
