// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the commands print of a snapshot, be it live or replayed.

#include "app/lockscopectl/Context.h"
#include "core/history/EventStream.h"
#include "core/model/SessionSummary.h"

#include <deque>

namespace lockscope::ctl {

/// The client's name in a table, shortened to `nameWidth`, with the mark of a name that is the last known one; empty if
/// it is not known.
[[nodiscard]] QString clientCell(const std::optional<inspect::ContenderDetails>& details);

/// Where a revocation request was written over a client's name, the action log may have it: the lock itself, or a copy
/// in `room` with those names.
[[nodiscard]] const inspect::Lock* withLastKnownNames(const inspect::Lock& lock, std::deque<inspect::Lock>& room);

/// What `ls` prints. Ages are those at `now`.
Exit printList(const Context& context, const inspect::Snapshot& snapshot, WallTime now);

/// What `show` prints of the lock that `path` means; or why there is none.
Exit printQueue(const Context& context, const inspect::Snapshot& snapshot, const std::string& path, WallTime now);

/// What `sessions` prints.
Exit printSessions(const Context& context, const inspect::Snapshot& snapshot, inspect::WhichSessions which,
                   WallTime now);

/// What `findings` prints.
Exit printFindings(const Context& context, const inspect::Snapshot& snapshot);

/// A line of `watch`.
void printEvent(const Context& context, const inspect::LockEvent& event);

} // namespace lockscope::ctl
