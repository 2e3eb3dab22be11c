// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A WaitSnapshot as JSON and as text, such as the chains of a finding (WaitGraph::chainsOf). Pure.
///
/// {"nodes": [{"key", "session", "isKnown", "client", "host", "hostSource", "holds": [PLACE…], "waits": [PLACE…],
/// "undecided": [PLACE…], "holdCount", "waitCount", "undecidedCount", "trouble", "isInCycle", "isStuck",
/// "waitersLeftOut"}…], "edges": [{"from", "to": indices of nodes, "waiter": PLACE, "blocker": PLACE, "mode",
/// "blockerHolds", "blockersLeftOut", "since", "cycle": index or null, "step"}…], "cycles": [{"edges": [index…],
/// "isCertain"}…], "sessionsLeftOut", "undecidedLocks",
/// "cyclesElsewhere"}. PLACE: {"lock", "atGate", "node"}. Session ids are "0x…" or
/// null, times ISO 8601 UTC; null: unknown.

#include "core/base/Result.h"
#include "core/waits/WaitSnapshot.h"

#include <QJsonObject>

#include <string>
#include <string_view>

namespace lockscope::inspect {

/// "none", "no-session", "dead", "disconnected", "silent".
[[nodiscard]] std::string_view toString(WaitNode::Trouble trouble);

[[nodiscard]] QJsonObject waitJson(const WaitSnapshot& snapshot);
/// The inverse. The JSON may be from any source: unknown fields are ignored. Errors: BadArguments, with the place.
[[nodiscard]] Result<WaitSnapshot> waitSnapshotIn(const QJsonObject& json);

/// A line for each wait, then the heads of the chains. Ages are relative to `now`. Names may come from untrusted
/// payloads; the caller must escape them before printing.
[[nodiscard]] std::string waitText(const WaitSnapshot& snapshot, WallTime now);

} // namespace lockscope::inspect
