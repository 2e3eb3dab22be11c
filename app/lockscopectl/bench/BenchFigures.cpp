// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/bench/BenchFigures.h"

namespace lockscope::ctl {

double inMilliseconds(Duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

QString benchLine(const QStringList& cells, std::span<const int> widths)
{
    QString line = cells.front().leftJustified(widths.front());
    for (qsizetype i = 1; i < cells.size(); ++i)
        line += QStringLiteral("  ") + cells[i].rightJustified(widths[static_cast<std::size_t>(i)]);
    return line;
}

} // namespace lockscope::ctl
