// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <vector>

namespace lockscope::console {

/// Splits a byte stream into lines, in bounded memory. Pure.
class LineCutter final {
public:
    struct Line {
        QByteArray text; ///< without its line end; of a line that is too long, its beginning
        bool isTooLong = false;
    };

    /// The longest line, in bytes, without its end.
    explicit LineCutter(qsizetype longest)
        : m_longest(longest)
    {
    }

    /// The lines completed by `bytes`, including empty lines. A line that is too long is returned once, as soon as it
    /// is too long, and skipped up to its end.
    [[nodiscard]] std::vector<Line> feed(const QByteArray& bytes);
    /// The last line, if it has no end; else an empty line.
    [[nodiscard]] std::vector<Line> finish() { return feed("\n"); }

private:
    qsizetype m_longest;
    QByteArray m_begun;
    bool m_skipping = false;
};

} // namespace lockscope::console
