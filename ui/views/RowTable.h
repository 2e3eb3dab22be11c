// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

class QTableView;

namespace lockscope::ui {

/// Sets up a table to select whole rows, without grid and row numbers, with rows of rowHeight() and the column widths
/// of the model. The model must be set before.
void showAsRows(QTableView& table);

/// The columns share the width of the table by what their texts need: none is cut while another has free width, and the
/// widest are cut to the same width (max-min fairness). Columns become wider with their rows, not narrower, so that
/// they do not move to and fro; a width that the user sets stays. Call it once, behind showAsRows().
void shareWidth(QTableView& table);

/// A click on a header sorts by it, a second click reverses the order, a third restores the model's order. The model
/// must be a sorting proxy.
void sortByHeader(QTableView& table);

} // namespace lockscope::ui
