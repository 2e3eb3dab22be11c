// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Sessions, and what each of them has to do with locks. Pure.

#include "core/model/Owners.h"

#include <QJsonObject>

#include <vector>

namespace lockscope::inspect {

/// One node of a session in a lock.
struct SessionNode {
    ContenderKey key;
    int position = 0;

    friend bool operator==(const SessionNode&, const SessionNode&) = default;
};

struct SessionSummary {
    Owner owner;        ///< with the session's id, and what the servers say of it
    std::string client; ///< who one of its nodes says it is; empty when none does
    bool isOwn = false; ///< the inspector's own
    std::vector<SessionNode> holds;
    std::vector<SessionNode> waits;
    /// The servers' list of sessions is known and it is not there: it has ended, or began since.
    bool isMissing = false;
};

enum class WhichSessions {
    WithLocks, ///< those that hold or wait
    All        ///< every one that the servers tell of, too
};

/// Whoever blocks most first: those that hold, by how many wait behind them; then those that wait; then the others,
/// each by its id.
[[nodiscard]] std::vector<SessionSummary> summariesOf(const Snapshot& snapshot, WhichSessions which);

/// The document of `sessions`: {"connect", "takenAt", "complete", "askedAt": when the servers were asked, null if they
/// were not, "everySession", "everyConnection", "sessions": [SESSION…], "servers": [SERVER…]}.
/// SESSION: {"session", "client", "host", "hostSource", "server", "secure", "timeoutMs", "lastHeardMs": at least so
/// long ago, "expiresInMs": at most, "connected": null when nobody knows, "listed": null likewise, "own", "reportedAt",
/// "holds": [{"path", "node", "position"}…], "waits": the same}.
/// SERVER: {"server", "answers", "mode", "version", "connections": "adminserver|fourletter|none", "sessions": the same,
/// "trouble", "advice": ["line of zoo.cfg"…]}.
[[nodiscard]] QJsonObject sessionsJson(const Snapshot& snapshot, WhichSessions which, WallTime now);

} // namespace lockscope::inspect
