// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace lockscope::ctl {

/// Aligned text: a header line and rows, two blanks between columns, none at the end of a line.
[[nodiscard]] QString table(const QStringList& header, const QList<QStringList>& rows);

/// "4 m 12 s", "3.5 s", "350 ms"; "-" for nothing.
[[nodiscard]] QString shortDuration(const std::optional<std::chrono::milliseconds>& duration);

/// "3.4 MB", "812 bytes".
[[nodiscard]] QString sizeText(std::int64_t bytes);

/// Of a client's or a host's name in a table.
inline constexpr qsizetype nameWidth = 24;

/// The beginning and the end of a long name: what tells nodes apart is at both.
[[nodiscard]] QString elided(const QString& name, qsizetype width);

/// Paragraphs in lines of at most 79 columns; a line that begins with a blank stays as it is.
[[nodiscard]] QString wrapped(const QString& text);

/// Control characters would let a stranger's payload write to the terminal: they are replaced.
[[nodiscard]] QString safe(const std::string& text);

} // namespace lockscope::ctl
