// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The sessions of the whole ensemble and their ephemeral nodes, as one server tells them. Pure.

#include "core/base/Clock.h"
#include "core/model/zookeeper/EnsembleFacts.h"

#include <QByteArray>

#include <chrono>
#include <map>
#include <optional>

namespace lockscope::ensemble {

/// When a session ends unless it is heard from: told as a time, as a moment of the leader's uptime clock, or not.
struct DumpedSession {
    std::optional<WallTime> expiresAt;
    std::optional<std::int64_t> expiresAtUptime; ///< milliseconds, as ClientConnection::lastResponse
    std::optional<std::chrono::milliseconds> timeout;

    friend bool operator==(const DumpedSession&, const DumpedSession&) = default;
};

struct SessionDump {
    /// Every session of the ensemble; nothing when this server does not know them (a follower's AdminServer).
    std::optional<std::map<SessionId, DumpedSession>> sessions;
    /// The earliest moment at which the leader looks for sessions that ended: never long ago.
    std::optional<std::int64_t> nextExpiryUptime;
    EphemeralOwners ephemerals; ///< by the path that a client with the chroot sees; what lies outside is left out
};

/// From the AdminServer's `dump`. Nothing when it is no such answer.
[[nodiscard]] std::optional<SessionDump> dumpFromJson(const QByteArray& answer, std::string_view chroot);

/// From the four-letter word `dump`. A leader tells times to the second, in the zone of its clock: `now` says which it
/// must be. A follower tells the timeouts instead.
[[nodiscard]] std::optional<SessionDump> dumpFromWord(const QByteArray& answer, std::string_view chroot, WallTime now);

} // namespace lockscope::ensemble
