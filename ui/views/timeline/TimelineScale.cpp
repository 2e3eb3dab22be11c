// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/timeline/TimelineScale.h"

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

double TimelineScale::xOf(WallTime at) const
{
    return left + width * static_cast<double>((at - from).count()) / static_cast<double>(span.count());
}

WallTime TimelineScale::timeAt(double x) const
{
    const auto share = width > 0 ? (x - left) / width : 0;
    return from + std::chrono::milliseconds(std::llround(share * static_cast<double>(span.count())));
}

TimelineScale TimelineScale::zoomed(double factor, WallTime about) const
{
    auto zoomed = *this;
    const auto wanted = std::clamp(static_cast<double>(span.count()) * factor, static_cast<double>(shortest.count()),
                                   static_cast<double>(longest.count()));
    zoomed.span = std::chrono::milliseconds(std::llround(wanted));
    const auto share = static_cast<double>((about - from).count()) / static_cast<double>(span.count());
    zoomed.from = about - std::chrono::milliseconds(std::llround(share * wanted));
    return zoomed;
}

std::chrono::milliseconds TimelineScale::stepOf(double pixels) const
{
    using namespace std::chrono_literals;
    static constexpr std::chrono::milliseconds steps[] = {
        10ms,  20ms,  50ms,  100ms, 200ms, 500ms, 1s, 2s,  5s,  10s,     15s,     30s,      1min,     2min,     5min,
        10min, 15min, 30min, 1h,    2h,    3h,    6h, 12h, 24h, 24h * 2, 24h * 7, 24h * 30, 24h * 90, 24h * 365};
    const auto least = width > 0 ? static_cast<double>(span.count()) * pixels / width : 0;
    for (const auto step : steps) {
        if (static_cast<double>(step.count()) >= least)
            return step;
    }
    return std::end(steps)[-1];
}

std::vector<WallTime> TimelineScale::ticks(WallTime origin, std::chrono::milliseconds step) const
{
    std::vector<WallTime> ticks;
    for (auto at = origin - (origin - from) / step * step; at <= to(); at += step) {
        if (at >= from)
            ticks.push_back(at);
    }
    return ticks;
}

} // namespace lockscope::ui
