// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/HistogramLayout.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

/// 0, 1, 2, 5, 10, 20, 50, …
std::int64_t limitOf(int index)
{
    if (index == 0)
        return 0;
    constexpr std::int64_t steps[] = {1, 2, 5};
    auto limit = steps[(index - 1) % 3];
    for (auto decades = (index - 1) / 3; decades > 0; --decades)
        limit *= 10;
    return limit;
}

int barOf(std::int64_t units)
{
    auto index = 0;
    while (limitOf(index + 1) <= units)
        ++index;
    return index;
}

} // namespace

double HistogramLayout::placeOf(std::chrono::microseconds duration) const
{
    const auto found = std::find_if(bars.begin(), bars.end(), [&](const Bar& bar) { return duration < bar.to; });
    if (found == bars.end())
        return 1;
    const auto share = std::chrono::duration<double>(duration - found->from) / (found->to - found->from);
    return (static_cast<double>(found - bars.begin()) + std::max(share, 0.0)) / static_cast<double>(bars.size());
}

HistogramLayout HistogramLayout::of(const std::vector<DurationCount>& counts, std::chrono::microseconds unit)
{
    HistogramLayout layout;
    if (counts.empty())
        return layout;
    const auto first = barOf(counts.front().about / unit);
    const auto last = barOf(counts.back().about / unit);
    for (auto index = first; index <= last; ++index)
        layout.bars.push_back({unit * limitOf(index), unit * limitOf(index + 1), 0});
    for (const auto& one : counts)
        layout.bars[static_cast<std::size_t>(barOf(one.about / unit) - first)].count += one.count;
    for (const auto& bar : layout.bars)
        layout.most = std::max(layout.most, bar.count);
    return layout;
}

} // namespace lockscope::ui
