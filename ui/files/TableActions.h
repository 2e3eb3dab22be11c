// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <functional>

class QAbstractItemView;

namespace lockscope::ui {

class SaveLine;

/// Adds a context menu and keys to a table: Ctrl+C copies the selected rows, Ctrl+S saves all shown rows as CSV or
/// JSON. `name`: the proposed file name; `line` shows the result. `copy`: called instead of copying rows.
void addTableActions(QAbstractItemView& view, const QString& name, SaveLine& line, std::function<void()> copy = {});

} // namespace lockscope::ui
