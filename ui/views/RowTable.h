// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QTableView;

namespace lockscope::ui {

/// A table whose rows are chosen whole, without grid or row numbers, its rows `height` pixels high, its
/// columns as wide as the model says. It has its model.
void showAsRows(QTableView& table, int height);

/// A click on a header sorts by it, one more the other way round, a third gives back the model's own order. Its model
/// is a proxy that sorts.
void sortByHeader(QTableView& table);

} // namespace lockscope::ui
