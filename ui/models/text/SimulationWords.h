// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The texts of a simulation's log lines (core/simulate) in the window.

#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// Text of a line's "event": "granted", "timed out", … An unknown event stays unchanged.
[[nodiscard]] QString simulationWord(const QString& event);

/// Text of a line about a finding. `kind`, and `state` "shown" or "gone": as in the line.
[[nodiscard]] QString findingChangeText(const QString& kind, const QString& state);

/// The patterns of core/ with values that the sentences of simulated clients are made of, the longer ones first.
[[nodiscard]] QStringList clientPatterns();

/// A sentence that a simulated client, a process of its own, reports in English: in the language of the window. Its
/// values, such as names, stay; so does a sentence that is not known.
[[nodiscard]] QString clientMessage(const QString& english);

} // namespace lockscope::ui
