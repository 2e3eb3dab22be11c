// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The texts of a simulation's log lines (core/simulate) in the window.

#include <QString>

namespace lockscope::ui {

/// Text of a line's "event": "granted", "timed out", … An unknown event stays unchanged.
[[nodiscard]] QString simulationWord(const QString& event);

/// Text of a line about a finding. `kind`, and `state` "shown" or "gone": as in the line.
[[nodiscard]] QString findingChangeText(const QString& kind, const QString& state);

} // namespace lockscope::ui
