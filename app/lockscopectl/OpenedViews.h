// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The output of `open` that no command has for a live snapshot. `--json` of the summary: {"file", "source":
/// "live|audit log", "connect", "from", "to", "end": reason, null if the recorder was killed, "pictures", "events":
/// {"joined", "granted", "left", "gaveUp", "lost", "revoked", "released", "unseen"}, "locks": [LOCK…] worst first}.
/// LOCK:
/// {"path", the same counts, "waitMs": {"count", "open", "p50", "p50AtLeast", "p99", "p99AtLeast", "longest"},
/// "holdMs", "openWaitMs": the same, "inferredWaits", "inferredHolds": the number of others with unseen begin or end,
/// "mostWaiters", "queueLength": [{"at", "most"}…]}. Besides "locks": "gaps": [{"from", "to", "path"}…] and "findings":
/// [FINDING with "beganAt", "beganKnown", "endedAt", "endedKnown", "chain"…].

#include "app/lockscopectl/Context.h"
#include "core/history/History.h"
#include "core/history/recordings/Replay.h"

#include <QJsonObject>

namespace lockscope::ctl {

/// The record "durations".
[[nodiscard]] QJsonObject durationsJson(const inspect::DurationStatistics& durations);

/// Prints the time span, the events, and the wait and hold times of each lock.
void printSummary(const Context& context, const std::string& file, inspect::Replay& replay);

} // namespace lockscope::ctl
