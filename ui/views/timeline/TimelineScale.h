// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <chrono>
#include <vector>

namespace lockscope::ui {

/// Which stretch of time lies where on a line of pixels. Pure.
struct TimelineScale {
    static constexpr std::chrono::milliseconds shortest{100};
    static constexpr std::chrono::milliseconds longest{std::chrono::hours(24 * 366)};

    WallTime from{};
    std::chrono::milliseconds span{60'000};
    double left = 0;  ///< where `from` lies
    double width = 1; ///< of the whole span

    [[nodiscard]] WallTime to() const { return from + span; }
    [[nodiscard]] double xOf(WallTime at) const;
    [[nodiscard]] WallTime timeAt(double x) const;
    /// The span times `factor`, within its limits; `about` stays where it is.
    [[nodiscard]] TimelineScale zoomed(double factor, WallTime about) const;

    /// The least time of 1, 2, 5, 10, 15, 30 of a unit that people count in, which is `pixels` wide or more.
    [[nodiscard]] std::chrono::milliseconds stepOf(double pixels) const;
    /// What is seen of the times that lie a multiple of `step` before or after `origin`.
    [[nodiscard]] std::vector<WallTime> ticks(WallTime origin, std::chrono::milliseconds step) const;
};

} // namespace lockscope::ui
