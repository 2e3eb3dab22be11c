// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The output of `open` that no command has for a live snapshot. `--json` of the summary: {"file", "source":
/// "live|audit log", "connect", "from", "to", "end": reason, null if the recorder was killed, "pictures", "events":
/// {"joined", "granted", "left", "gaveUp", "lost", "revoked", "released"}, "locks": [LOCK…] worst first}. LOCK:
/// {"path", the same counts, "waitMs": {"count", "p50", "p99", "longest"}, "holdMs": the same, "inferredWaits",
/// "inferredHolds": the number of others with unseen begin or end, "mostWaiters", "queueLength": [{"at", "most"}…]}.

#include "app/lockscopectl/Context.h"
#include "core/history/History.h"
#include "core/history/recordings/Replay.h"

namespace lockscope::ctl {

/// Prints the time span, the events, and the wait and hold times of each lock.
void printSummary(const Context& context, const std::string& file, inspect::Replay& replay);

} // namespace lockscope::ctl
