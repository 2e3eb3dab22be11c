// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Texts for the state of a contender in its queue. Pure functions, any thread.

#include "core/model/Snapshot.h"

#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// "holding", "waiting"; of a read/write lock "reading", "writing", "waiting to read", "waiting to write"; "at gate
/// lock". Lower case, for running text.
[[nodiscard]] QString doingOf(const inspect::Lock& lock, const inspect::Contender& contender);

/// The titles of a contender's card, longest first, to select one that fits: "next · write", "#1 · write".
[[nodiscard]] QStringList cardTitles(const inspect::Lock& lock, const inspect::Contender& contender);

/// The reason why it waits, as a sentence, if not obvious from its position: a reader, a writer, or at the gate lock.
/// Else empty. `facts`: the session data from the servers; null: none.
[[nodiscard]] QString whyItWaits(const inspect::Lock& lock, const inspect::Contender& contender,
                                 const ensemble::EnsembleFacts* facts);

} // namespace lockscope::ui
