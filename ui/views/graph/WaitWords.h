// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The texts of a wait-for graph, and the shapes and tones of its sessions. Pure functions.

#include "core/waits/WaitSnapshot.h"
#include "ui/models/Roles.h"
#include "ui/theme/Theme.h"

#include <QString>
#include <QStringList>

#include <cstddef>

namespace lockscope::ui {

/// The display name: the client's own name, else its host, session or node.
[[nodiscard]] QString waitName(const inspect::WaitNode& node);

struct WaitLook {
    Mark mark = Mark::None;
    Tone tone = Tone::Normal;
    QString word; ///< "holding", "waiting", "deadlock", …
};
[[nodiscard]] WaitLook waitLook(const inspect::WaitSnapshot& snapshot, std::size_t node);

/// Its state with the end of its session id, the longest text first: "alive · session …002f", "alive".
[[nodiscard]] QStringList sessionStateTexts(const inspect::WaitSnapshot& snapshot, std::size_t node);

/// waitName(); with the session if two nodes have the same name.
[[nodiscard]] QString uniqueWaitName(const inspect::WaitSnapshot& snapshot, std::size_t node);

/// "A waits for B at /x (12 s)".
[[nodiscard]] QString waitText(const inspect::WaitSnapshot& snapshot, std::size_t edge, WallTime now);
/// "Deadlock: A waits for B at /x (12 s); B waits for A at /y (11 s). Neither client can continue until …"
[[nodiscard]] QString cycleText(const inspect::WaitSnapshot& snapshot, std::size_t cycle, WallTime now);
/// The first two cycles, one line each, and the number of the others; empty without any.
[[nodiscard]] QString cyclesText(const inspect::WaitSnapshot& snapshot, WallTime now);
/// How many locks the graph leaves out because their holders are unknown; empty without any.
[[nodiscard]] QString undecidedText(const inspect::WaitSnapshot& snapshot);

/// A session in a sentence: what it holds and which session it waits for.
[[nodiscard]] QString sessionText(const inspect::WaitSnapshot& snapshot, std::size_t node, WallTime now);
/// All data of a session or an arrow, one line each.
[[nodiscard]] QString sessionDetails(const inspect::WaitSnapshot& snapshot, std::size_t node, WallTime now);
[[nodiscard]] QString waitDetails(const inspect::WaitSnapshot& snapshot, std::size_t edge, WallTime now);

} // namespace lockscope::ui
