// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a contender does in its queue, in words. Pure, any thread.

#include "core/model/Snapshot.h"

#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// "holds", "waiting"; of a read/write lock "reads", "writes", "waiting to read", "waiting to write"; "at gate lock".
[[nodiscard]] QString doingOf(const inspect::Lock& lock, const inspect::Contender& contender);

/// What a card says of it above its name, the longest first, to take what there is room for: "next · write",
/// "#1 · write".
[[nodiscard]] QStringList cardTitles(const inspect::Lock& lock, const inspect::Contender& contender);

/// Why it waits, as a sentence, where that is more than its place in the queue: a reader, a writer, or at the gate.
/// Else empty. `facts`: what the servers say of the sessions; null: nothing.
[[nodiscard]] QString whyItWaits(const inspect::Lock& lock, const inspect::Contender& contender,
                                 const ensemble::EnsembleFacts* facts);

} // namespace lockscope::ui
