// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The commands' output for a snapshot, live or replayed.

#include "app/lockscopectl/Context.h"
#include "core/history/EventStream.h"
#include "core/model/SessionSummary.h"

#include <deque>

namespace lockscope::ctl {

/// The client's name in a table, shortened to `nameWidth` and marked if it is the last known one; empty: unknown.
[[nodiscard]] QString clientCell(const std::optional<inspect::ContenderDetails>& details);

/// A revocation request overwrites the client's name, but the action log may have it. Returns the lock itself, or a
/// copy in `room` with the names from the action log.
[[nodiscard]] const inspect::Lock* withLastKnownNames(const inspect::Lock& lock, std::deque<inspect::Lock>& room);

/// Prints the output of `ls`. Ages are relative to `now`.
Exit printList(const Context& context, const inspect::Snapshot& snapshot, WallTime now);

/// Whether `show` explains which dialects fit.
enum class Why {
    NotAsked,
    Asked
};

/// Prints the output of `show` for the lock at `path`, or the reason why there is none.
Exit printQueue(const Context& context, const inspect::Snapshot& snapshot, const std::string& path, WallTime now,
                Why why = Why::NotAsked);

/// The host and its name, if it is known; at most about `width` characters each.
[[nodiscard]] QString hostCell(const inspect::Owner& owner, qsizetype width);

/// Prints the output of `sessions`.
Exit printSessions(const Context& context, const inspect::Snapshot& snapshot, inspect::WhichSessions which,
                   WallTime now, const inspect::SessionsWanted& wanted = {});

/// Prints the output of `findings`.
Exit printFindings(const Context& context, const inspect::Snapshot& snapshot,
                   const std::vector<std::string>& notes = {});

/// Prints a line of `watch`.
void printEvent(const Context& context, const inspect::LockEvent& event);

} // namespace lockscope::ctl
