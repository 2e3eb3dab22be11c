// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace lockscope::ui {

/// The number of durations in one bucket.
struct DurationCount {
    std::chrono::microseconds about{0};
    std::uint64_t count = 0;
};

/// The bars of a histogram, with limits of 1, 2, 5, 10, 20, 50 units and so on. Pure function.
struct HistogramLayout {
    struct Bar {
        std::chrono::microseconds from{0}; ///< inclusive
        std::chrono::microseconds to{0};   ///< exclusive
        std::uint64_t count = 0;
    };
    std::vector<Bar> bars; ///< without gaps, from the first to the last that is not empty
    std::uint64_t most = 0;

    /// Where a duration lies between the left and the right end, 0 to 1: in the bar that has it, by its share of the
    /// bar's width. Durations beyond an end are at the end.
    [[nodiscard]] double placeOf(std::chrono::microseconds duration) const;

    /// `counts`: shortest first. `unit`: the width of the first bar.
    [[nodiscard]] static HistogramLayout of(const std::vector<DurationCount>& counts, std::chrono::microseconds unit);
};

} // namespace lockscope::ui
