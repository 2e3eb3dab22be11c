// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A wait-for graph in words, and by which shape and tone its sessions are shown. Pure.

#include "core/waits/WaitSnapshot.h"
#include "ui/models/Roles.h"
#include "ui/theme/Theme.h"

#include <QString>

#include <cstddef>

namespace lockscope::ui {

/// Who it is: what it says, else its host, its session, its node.
[[nodiscard]] QString waitName(const inspect::WaitNode& node);

struct WaitLook {
    Mark mark = Mark::None;
    Tone tone = Tone::Normal;
    QString word; ///< "holds", "waits", "deadlock", …
};
[[nodiscard]] WaitLook waitLook(const inspect::WaitSnapshot& snapshot, std::size_t node);

/// "orders · 12 s" with the last part of the lock's path cut to `length` characters; "orders" while nobody knows since
/// when.
[[nodiscard]] QString waitLabel(const inspect::WaitEdge& edge, WallTime now, int length);

/// "A waits for B at /x (12 s)".
[[nodiscard]] QString waitText(const inspect::WaitSnapshot& snapshot, std::size_t edge, WallTime now);
/// "Deadlock: A waits for B at /x (12 s); B waits for A at /y (11 s). Neither can go on until one of them lets go."
[[nodiscard]] QString ringText(const inspect::WaitSnapshot& snapshot, std::size_t ring, WallTime now);
/// The first two rings, a line each, and how many more there are; empty without any.
[[nodiscard]] QString ringsText(const inspect::WaitSnapshot& snapshot, WallTime now);
/// How many sessions are shown, and of how many.
[[nodiscard]] QString shownText(const inspect::WaitSnapshot& snapshot);

/// A session in a sentence: what it holds, whom it waits for.
[[nodiscard]] QString sessionText(const inspect::WaitSnapshot& snapshot, std::size_t node, WallTime now);
/// All that is known of a session or an arrow, a line each.
[[nodiscard]] QString sessionDetails(const inspect::WaitSnapshot& snapshot, std::size_t node, WallTime now);
[[nodiscard]] QString waitDetails(const inspect::WaitSnapshot& snapshot, std::size_t edge, WallTime now);

} // namespace lockscope::ui
