// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

namespace lockscope::ui {

/// Durations that were counted together.
struct DurationCount {
    std::chrono::microseconds about{0};
    std::uint64_t count = 0;
};

/// Durations as bars whose widths grow with the duration: 1, 2, 5, 10, 20, 50 units and so on. Pure.
struct HistogramLayout {
    struct Bar {
        std::chrono::microseconds from{0}; ///< included
        std::chrono::microseconds to{0};   ///< not included
        std::uint64_t count = 0;
    };
    std::vector<Bar> bars; ///< without gaps, from the first that counts something to the last
    std::uint64_t most = 0;

    /// `counts`: the shortest first. `unit`: the first bar is so wide.
    [[nodiscard]] static HistogramLayout of(const std::vector<DurationCount>& counts, std::chrono::microseconds unit);
};

} // namespace lockscope::ui
