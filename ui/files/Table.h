// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QStringList>
#include <QVariant>

#include <vector>

namespace lockscope::ui {

/// Rows for a file. A value, any thread.
struct Table {
    QStringList keys;               ///< always in English: scripts rely on them
    std::vector<QVariantList> rows; ///< a value for each key: null, bool, number, text, texts or a JSON object
};

/// RFC 4180 in UTF-8: the keys, then a line for each row. Texts are quoted, numbers are not; several texts in one cell
/// are separated by "; ". Untrusted names and payloads: a text that a spreadsheet would compute gets an apostrophe
/// before it. NUL, which ends a text in many readers, becomes U+FFFD.
[[nodiscard]] QByteArray csvOf(const Table& table);

/// An array of objects. Invalid UTF-16 becomes U+FFFD; all other text is unchanged.
[[nodiscard]] QByteArray jsonOf(const Table& table);

/// For the clipboard: a line for each row, values separated by tabs. Tabs and line breaks within values become spaces,
/// and a text that a spreadsheet would compute gets an apostrophe, as in csvOf().
[[nodiscard]] QString tabSeparated(const std::vector<QVariantList>& rows);

} // namespace lockscope::ui
