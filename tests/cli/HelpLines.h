// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The layout of a help text.

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace lockscope::test {

/// The first line that is wider than a terminal of 80 columns and could be wrapped; empty if there is none.
inline QString wideLine(const QByteArray& help)
{
    constexpr qsizetype width = 80;
    for (const auto& line : QString::fromUtf8(help).split(u'\n')) {
        if (line.size() > width && line.trimmed().contains(u' '))
            return line;
    }
    return {};
}

} // namespace lockscope::test
