// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <vector>

namespace lockscope::console {

/// Cuts what is read into lines, in bounded memory. Pure.
class LineCutter final {
public:
    struct Line {
        QByteArray text; ///< without its end; of one that is too long the beginning
        bool isTooLong = false;
    };

    /// In bytes, without the end of the line.
    explicit LineCutter(qsizetype longest)
        : m_longest(longest)
    {
    }

    /// The lines that are whole now, empty ones too. One that is too long is told once, as soon as it is, and skipped
    /// up to its end.
    [[nodiscard]] std::vector<Line> feed(const QByteArray& bytes);
    /// A last line without its end; an empty one if there is none.
    [[nodiscard]] std::vector<Line> finish() { return feed("\n"); }

private:
    qsizetype m_longest;
    QByteArray m_begun;
    bool m_skipping = false;
};

} // namespace lockscope::console
