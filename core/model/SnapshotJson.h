// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Snapshots in the JSON that scripts rely on. Names and forms are a contract: fields may only be added. Times are ISO
/// 8601 UTC, durations whole milliseconds, zxids and session ids "0x…" strings. Pure.
///
/// If only the clients know a lock's number of leases, `leases` is null and `leasesKnown` is "unknown"; else "exact" or
/// "inferred". `gate` is null, or has the "path" of the gate's nodes. Its "holder" is the gate node of a client that
/// waits in the queue by another node. A contender has the full `path` of its node, and `atGate`. `show` covers one
/// lock; findings on several locks, such as deadlocks, are in `ls` and `findings`.
///
/// `heldForAtMost`: `heldForMs` is an upper bound, since the time of acquisition is unknown; null when `heldForMs` is
/// null.
///
/// `openWaitMs`: how long clients have waited because of the lock so far, added up, at the time of the snapshot; null
/// when unknown. Waits behind its waiters at other locks count if the snapshot has these locks.
///
/// A contender's session has, as far as the servers report it: `host` and its source (`hostSource`), the `server` with
/// its connection, `timeoutMs`, `lastHeardMs` (at least), `expiresInMs` (at most), and when this was reported
/// (`reportedAt`). Unknown values are null. `watches`: the lock's nodes that its session watches. It is null when the
/// watches were not requested, or when a server that did not report may have them.
///
/// Of a thread of a client on Redis, `show` has `alsoHolds`: the other locks that it holds, which may be one multi-lock
/// with this one; null when the snapshot is incomplete.

#include "core/model/Snapshot.h"

#include <QJsonObject>
#include <QString>

#include <vector>

namespace lockscope::inspect {

/// "2026-11-20T16:41:07.314Z"
[[nodiscard]] QString isoTime(WallTime time);

[[nodiscard]] QJsonObject contenderJson(const Snapshot& snapshot, const Lock& lock, const Contender& contender,
                                        WallTime now);

/// One element of `ls`. `findings`: the lock's findings, worst first, as returned by FindingIndex.
[[nodiscard]] QJsonObject lockJson(const Snapshot& snapshot, const Lock& lock, WallTime now,
                                   const std::vector<const Finding*>& findings);

/// Why a path is a lock or none.
[[nodiscard]] QJsonObject recognitionJson(const Recognition& recognition);

/// The document of `show`.
[[nodiscard]] QJsonObject queueJson(const Snapshot& snapshot, const Lock& lock, WallTime now,
                                    const std::vector<const Finding*>& findings);

/// The document of `ls`, its locks in the order given.
[[nodiscard]] QJsonObject listJson(const Snapshot& snapshot, const std::vector<const Lock*>& locks, WallTime now);

/// The locks by their worst finding in the snapshot, then by longest wait, then by path.
[[nodiscard]] std::vector<const Lock*> worstFirst(const Snapshot& snapshot);

} // namespace lockscope::inspect
