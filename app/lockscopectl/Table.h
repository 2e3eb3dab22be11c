// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace lockscope::ctl {

/// Aligned text: a header line and rows, two spaces between columns, no trailing spaces. A cell
/// that is longer than its column moves the rest of its own line.
[[nodiscard]] QString table(const QStringList& header, const QList<QStringList>& rows);

/// "4 m 12 s", "3.5 s", "350 ms"; "-" for nothing.
[[nodiscard]] QString shortDuration(const std::optional<std::chrono::milliseconds>& duration);

/// "3.4 MB", "812 bytes".
[[nodiscard]] QString sizeText(std::int64_t bytes);

/// Width of a client's or a host's name in a table.
inline constexpr qsizetype nameWidth = 24;

/// The beginning and the end of a long name: both distinguish nodes.
[[nodiscard]] QString elided(const QString& name, qsizetype width);

/// Wraps paragraphs at 79 columns; a line that begins with a space is unchanged.
[[nodiscard]] QString wrapped(const QString& text);

/// Replaces control characters: the payload of another client must not control the terminal.
[[nodiscard]] QString safe(const std::string& text);

} // namespace lockscope::ctl
