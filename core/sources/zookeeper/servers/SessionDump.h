// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The sessions of the whole ensemble and their ephemeral nodes, as reported by one server. Pure.

#include "core/base/Clock.h"
#include "core/model/zookeeper/EnsembleFacts.h"

#include <QByteArray>

#include <chrono>
#include <map>
#include <optional>

namespace lockscope::ensemble {

/// The expiry of a session without further heartbeats: a wall time, a time of the leader's uptime clock, or unknown.
struct DumpedSession {
    std::optional<WallTime> expiresAt;
    std::optional<std::int64_t> expiresAtUptime; ///< milliseconds, as ClientConnection::lastResponse
    std::optional<std::chrono::milliseconds> timeout;

    friend bool operator==(const DumpedSession&, const DumpedSession&) = default;
};

struct SessionDump {
    /// Every session of the ensemble; empty if this server does not report them (a follower's AdminServer).
    std::optional<std::map<SessionId, DumpedSession>> sessions;
    /// Time of the leader's next check for expired sessions: never long ago.
    std::optional<std::int64_t> nextExpiryUptime;
    EphemeralOwners ephemerals; ///< by path relative to the chroot; nodes outside are left out
};

/// From the AdminServer's `dump`. Empty if the reply has another format.
[[nodiscard]] std::optional<SessionDump> dumpFromJson(const QByteArray& answer, std::string_view chroot);

/// From the four-letter command `dump`. A leader reports times in seconds, in its local time zone: `now` is used to
/// find the zone. A follower reports the timeouts instead.
[[nodiscard]] std::optional<SessionDump> dumpFromWord(const QByteArray& answer, std::string_view chroot, WallTime now);

} // namespace lockscope::ensemble
