// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Snapshots in the JSON that scripts rely on: names and forms are a contract, only fields may be added. Times are ISO
/// 8601 UTC, durations whole milliseconds, zxids and session ids "0x…" strings. Pure.
///
/// Of a lock whose clients alone know how many leases there are, `leases` is null and `leasesKnown` ("exact",
/// "inferred", "unknown") says so. `gate` is null, or where those lie who wait to be let into the queue ("path"), and
/// the node by which somebody holds the gate who waits in the queue by another ("holder"). A contender has the full
/// `path` of its node, and `atGate`. `show` looks at one lock alone: what takes several, a deadlock, is in the findings
/// of `ls` and `findings`.
///
/// `heldForAtMost`: nobody saw the holder come to hold, so `heldForMs` may be too long; null with it.
///
/// Of a contender's session the servers tell, where they do: `host` and who told it (`hostSource`), the `server` that
/// has its connection, `timeoutMs`, `lastHeardMs` (at least so long ago), `expiresInMs` (at most), and when we heard
/// all this (`reportedAt`). Whatever nobody told is null. `watches`: the lock's nodes that its session watches; null
/// when that was not asked for, or may be known to a server that did not tell.

#include "core/model/Snapshot.h"

#include <QJsonObject>
#include <QString>

#include <vector>

namespace lockscope::inspect {

/// "2026-11-20T16:41:07.314Z"
[[nodiscard]] QString isoTime(WallTime time);

[[nodiscard]] QJsonObject contenderJson(const Snapshot& snapshot, const Lock& lock, const Contender& contender,
                                        WallTime now);

/// One element of `ls`. `findings`: those of the lock, worst first, as a FindingIndex gives them.
[[nodiscard]] QJsonObject lockJson(const Snapshot& snapshot, const Lock& lock, WallTime now,
                                   const std::vector<const Finding*>& findings);

/// The document of `show`.
[[nodiscard]] QJsonObject queueJson(const Snapshot& snapshot, const Lock& lock, WallTime now,
                                    const std::vector<const Finding*>& findings);

/// The document of `ls`, its locks in the order given.
[[nodiscard]] QJsonObject listJson(const Snapshot& snapshot, const std::vector<const Lock*>& locks, WallTime now);

/// What needs attention first: by the worst of the snapshot's findings, then the longest wait, then the path.
[[nodiscard]] std::vector<const Lock*> worstFirst(const Snapshot& snapshot);

} // namespace lockscope::inspect
