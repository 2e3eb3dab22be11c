// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include <functional>

class QAbstractItemView;

namespace lockscope::ui {

class SaveLine;

/// What every table can do, by its context menu and by keys: Ctrl+C copies the chosen rows, Ctrl+S saves all that it
/// shows as CSV or JSON. `name` is proposed for the file; `line` tells what came of it. `copy`: instead of the rows.
void addTableActions(QAbstractItemView& view, const QString& name, SaveLine& line, std::function<void()> copy = {});

} // namespace lockscope::ui
