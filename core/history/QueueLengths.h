// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <cstdint>
#include <vector>

namespace lockscope::inspect {

/// How many waited, over all the time that was watched, in bounded memory: at most 64 steps of equal length, each with
/// the most that waited in it. When time passes the end, two steps become one of twice the length, from one second on:
/// a minute is told by the second, a day by the half hour. Pure.
class QueueLengths final {
public:
    struct Step {
        WallTime from{};
        int most = 0; ///< waiters
    };

    /// From `at` on so many wait. Times before the last one count as the last one.
    void add(WallTime at, int waiters);

    /// Without the time after the last change.
    [[nodiscard]] std::vector<Step> steps() const;
    /// Of all time.
    [[nodiscard]] int most() const { return m_most; }

    [[nodiscard]] std::size_t bytes() const { return m_steps.capacity() * sizeof(std::int32_t); }

private:
    void halve();

    WallTime m_from{};
    std::chrono::milliseconds m_length{1'000};
    std::vector<std::int32_t> m_steps;
    int m_last = 0;
    int m_most = 0;
    bool m_hasBegun = false;
};

} // namespace lockscope::inspect
