// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/inspect/DurationStatistics.h"

#include <QString>

#include <vector>

namespace lockscope::ui {

/// Durations as bars whose widths grow with the duration: 1, 2, 5, 10, 20, 50 ms and so on. Pure.
struct HistogramLayout {
    struct Bar {
        std::chrono::milliseconds from{0}; ///< included
        std::chrono::milliseconds to{0};   ///< not included
        std::uint64_t count = 0;
    };
    std::vector<Bar> bars; ///< without gaps, from the first that counts something to the last
    std::uint64_t most = 0;

    [[nodiscard]] static HistogramLayout of(const std::vector<inspect::DurationStatistics::Group>& groups);
};

} // namespace lockscope::ui
