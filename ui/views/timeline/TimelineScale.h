// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <chrono>
#include <vector>

namespace lockscope::ui {

/// Maps times to horizontal positions in pixels. Pure functions.
struct TimelineScale {
    static constexpr std::chrono::milliseconds shortest{100};
    static constexpr std::chrono::milliseconds longest{std::chrono::hours(24 * 366)};

    WallTime from{};
    std::chrono::milliseconds span{60'000};
    double left = 0;  ///< the position of `from`
    double width = 1; ///< of the whole span

    [[nodiscard]] WallTime to() const { return from + span; }
    [[nodiscard]] double xOf(WallTime at) const;
    [[nodiscard]] WallTime timeAt(double x) const;
    /// The span times `factor`, within its limits; `about` keeps its position.
    [[nodiscard]] TimelineScale zoomed(double factor, WallTime about) const;

    /// The shortest of 1, 2, 5, 10, 15, 30 of a common time unit that is at least `pixels` wide.
    [[nodiscard]] std::chrono::milliseconds stepOf(double pixels) const;
    /// The visible times at a multiple of `step` before or after `origin`.
    [[nodiscard]] std::vector<WallTime> ticks(WallTime origin, std::chrono::milliseconds step) const;
};

} // namespace lockscope::ui
