// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QStringList>
#include <QVariant>

#include <vector>

namespace lockscope::ui {

/// Rows as they go into a file. A value, any thread.
struct Table {
    QStringList keys;               ///< English whatever the window speaks: scripts rely on them
    std::vector<QVariantList> rows; ///< a value for each key: null, bool, number, text, texts or a JSON object
};

/// RFC 4180 in UTF-8: the keys, then a line a row. Texts are quoted and numbers are not; several texts in one cell are
/// parted by "; ". A text that a spreadsheet would compute begins with an apostrophe: names and payloads are other
/// people's. NUL, which ends a text for many a reader, becomes U+FFFD.
[[nodiscard]] QByteArray csvOf(const Table& table);

/// An array of objects. What is no valid UTF-16 becomes U+FFFD; all else is as it was.
[[nodiscard]] QByteArray jsonOf(const Table& table);

/// For the clipboard: a line a row, values parted by tabs. Tabs and line breaks within become spaces, and what a
/// spreadsheet would compute begins with an apostrophe, as in csvOf().
[[nodiscard]] QString tabSeparated(const std::vector<QVariantList>& rows);

} // namespace lockscope::ui
