// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The texts of what is drawn of a wait-for graph besides its sessions: locks, arrows and cycles. Pure functions.

#include "ui/views/graph/WaitDrawing.h"

#include <QString>

namespace lockscope::ui {

/// "orders": the last part of the path, at most `length` characters.
[[nodiscard]] QString lockNodeName(const DrawnLock& lock, int length);
/// "9 waiting"; empty without waiters.
[[nodiscard]] QString lockNodeWord(const DrawnLock& lock);
/// "8 more wait": waiters of a lock in a cycle that are not drawn; empty: none.
[[nodiscard]] QString lockPillText(const DrawnLock& lock);
/// A lock in a sentence: its holders and the number of its waiters. `node`: see WaitDrawing.
[[nodiscard]] QString lockNodeText(const WaitDrawing& drawing, std::size_t node, WallTime now);
/// All data of a lock, one line each.
[[nodiscard]] QString lockNodeDetails(const WaitDrawing& drawing, std::size_t node, WallTime now);

/// "waits 12 s", "held ≤ 9 m 45 s", "behind".
[[nodiscard]] QString arrowLabel(const DrawnArrow& arrow, WallTime now);
/// "A waits for B at /x (12 s)", "B holds /x (9 m 45 s)".
[[nodiscard]] QString arrowText(const WaitDrawing& drawing, const DrawnArrow& arrow, WallTime now);
[[nodiscard]] QString arrowDetails(const WaitDrawing& drawing, const DrawnArrow& arrow, WallTime now);

/// "Deadlock of 3 sessions".
[[nodiscard]] QString cycleTitle(const inspect::WaitSnapshot& snapshot, std::size_t cycle);
/// "since 03:17:09, 2 m 31 s", with the date if that was on an earlier day: since the last of its waits began; empty
/// while unknown.
[[nodiscard]] QString cycleAge(const inspect::WaitSnapshot& snapshot, std::size_t cycle, WallTime now);

/// "1 cycle, 3 sessions, 3 locks", and sentences about what is left out.
[[nodiscard]] QString shownText(const WaitDrawing& drawing);
/// What the arrows mean, as sentences.
[[nodiscard]] QString arrowsText();

} // namespace lockscope::ui
