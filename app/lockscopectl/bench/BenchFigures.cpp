// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/bench/BenchFigures.h"

#include <algorithm>
#include <fstream>
#include <string>

namespace lockscope::ctl {

double inMilliseconds(Duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : values[values.size() / 2];
}

double peakMegabytes()
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        double kilobytes = 0;
        if (word == "VmHWM:" && status >> kilobytes)
            return kilobytes / 1'024;
    }
    return 0;
}

QString benchLine(const QStringList& cells, std::span<const int> widths)
{
    QString line = cells.front().leftJustified(widths.front());
    for (qsizetype i = 1; i < cells.size(); ++i)
        line += QStringLiteral("  ") + cells[i].rightJustified(widths[static_cast<std::size_t>(i)]);
    return line;
}

} // namespace lockscope::ctl
