// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the lines of a simulation (core/simulate) are called in the window.

#include <QString>

namespace lockscope::ui {

/// Of a line's "event": "granted", "timed out", … What is not known stays as it is.
[[nodiscard]] QString simulationWord(const QString& event);

/// Of a line about a finding: its kind and "shown" or "gone", as they stand there.
[[nodiscard]] QString findingChangeText(const QString& kind, const QString& state);

} // namespace lockscope::ui
