// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What `open` prints that no command prints of a live snapshot. `--json` of the summary: {"file", "source":
/// "live|audit log", "connect", "from", "to", "end": why, null if the recorder was stopped hard, "snapshots", "events":
/// {"joined", "granted", "left", "gaveUp", "lost", "revoked", "released"}, "locks": [LOCK…] worst first}. LOCK:
/// {"path", the same counts, "waitMs": {"count", "p50", "p99", "longest"}, "holdMs": the same, "inferredWaits",
/// "inferredHolds": so many more whose beginning or end was not seen, "mostWaiters", "queueLength": [{"at", "most"}…]}.

#include "app/lockscopectl/Context.h"
#include "core/history/History.h"
#include "core/history/recordings/Replay.h"

namespace lockscope::ctl {

/// Span, events, and how long was waited for each lock and held.
void printSummary(const Context& context, const std::string& file, inspect::Replay& replay);

} // namespace lockscope::ctl
