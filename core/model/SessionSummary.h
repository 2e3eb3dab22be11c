// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Sessions, with the locks that each holds and waits for. Pure.

#include "core/model/Owners.h"
#include "core/model/zookeeper/SessionNodes.h"

#include <QJsonObject>

#include <optional>
#include <vector>

namespace lockscope::inspect {

/// One node of a session in a lock.
struct SessionNode {
    ContenderKey key;
    int position = 0;        ///< in the queue, from 0
    int place = 0;           ///< among the waiters, from 1; 0: it does not wait, or its place is unknown
    bool isPossible = false; ///< the lock only looks like one
    std::string owner{};     ///< Redis: "uuid:thread", a token or a permit's id
    bool isOrdered = true;   ///< false: the lock has no order, and `position` says nothing

    friend bool operator==(const SessionNode&, const SessionNode&) = default;
};

struct SessionSummary {
    Owner owner;        ///< with the session's id and the servers' facts
    std::string client; ///< the client's name by one of its nodes; empty when unknown
    bool isOwn = false; ///< a session of Lockscope itself
    std::vector<SessionNode> holds;
    std::vector<SessionNode> waits;
    std::vector<SessionNode> undecided; ///< it holds or waits, which of the two is unknown
    /// The servers' list of sessions is known and lacks it: it has ended, or began later.
    bool isMissing = false;
    // Redis, instead of a session:
    std::string instance{};                           ///< a client object, a token or a permit's id
    std::optional<std::chrono::milliseconds> lease{}; ///< the longest one that was read of its holds
};

/// Which sessions to show, and what of them.
struct SessionsWanted {
    bool otherNodes = false;            ///< also their nodes that belong to no lock
    std::optional<SessionId> only = {}; ///< only this one; nothing: all
    std::string instance = {};          ///< Redis: only this client instance; empty: all

    [[nodiscard]] bool includes(const SessionSummary& session) const;
};

enum class WhichSessions {
    WithLocks, ///< only sessions with a node in a lock
    All        ///< also every session that the servers list
};

/// 0: it holds a lock, 1: it waits, 2: it may do either, 3: neither. Possible locks prove neither.
[[nodiscard]] int groupOf(const SessionSummary& summary);

/// First the sessions that hold, by the number of waiters behind them; then sessions that wait; then those that may do
/// either; then the others, each by id. Possible locks prove neither. On Redis, without sessions: instancesOf().
[[nodiscard]] std::vector<SessionSummary> summariesOf(const Snapshot& snapshot, WhichSessions which);

/// The document of `sessions`: {"connect", "takenAt", "complete", "askedAt": when the servers were asked, null if they
/// were not, "everySession", "everyConnection", "sessions": [SESSION…], "servers": [SERVER…]}.
/// SESSION: {"session", "client", "host", "hostSource", "hostName", "server", "secure", "timeoutMs", "lastHeardMs": at
/// least, "expiresInMs": at most, "connected": null when unknown, "listed": null when unknown, "own", "reportedAt",
/// "holds":
/// [{"path", "node", "position", "certainty"}…], "waits", "undecided": the same, "ephemerals": ["path"…] of its nodes
/// that belong to no lock, null when not wanted or unknown}. SERVER: {"server", "answers", "mode", "version",
/// "connections": "adminserver|fourletter|none", "sessions": the same, "trouble", "advice": ["line of zoo.cfg"…],
/// "state", "downSince", "latencyMs", "longestLatencyMs", "outstanding", "behind", "followers", "syncedFollowers"}:
/// null when unknown. On Redis the sessions are instancesOf(), of which "session" is null, with "instance" and
/// "leaseMs"; each of their locks has the "owner". The document has besides "unnamedWaiters", "sampledAt" and
/// "refusals":
/// [{"server", "command", "reason"}…].
[[nodiscard]] QJsonObject sessionsJson(const Snapshot& snapshot, WhichSessions which, WallTime now,
                                       const SessionsWanted& wanted = {});

} // namespace lockscope::inspect
