// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/DiagnosticsModel.h"

namespace lockscope::ui {

/// How a row of diagnostics is told.
struct DiagnosticsWords {
    QString part; ///< of the program
    QString name;
    QString meaning; ///< a sentence or two
};
[[nodiscard]] DiagnosticsWords wordsOf(DiagnosticsModel::Row row);

} // namespace lockscope::ui
