// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <cstdint>
#include <vector>

namespace lockscope::inspect {

/// The number of waiters over the whole time of observation, in bounded memory: at most 64 steps of equal length, each
/// with its maximum. A step lasts one second at first. When the steps are full, each two are merged into one of twice
/// the length: a minute has steps of 1 s, a day of about half an hour. Pure.
class QueueLengths final {
public:
    struct Step {
        WallTime from{};
        int most = 0; ///< waiters
    };

    /// Sets the number of waiters from `at` on. A time before the last one counts as the last one.
    void add(WallTime at, int waiters);

    /// The steps up to the last change, and one with the length since then.
    [[nodiscard]] std::vector<Step> steps() const;
    /// The maximum over all time.
    [[nodiscard]] int most() const { return m_most; }

    [[nodiscard]] std::size_t bytes() const { return m_steps.capacity() * sizeof(std::int32_t); }

private:
    void halve();

    WallTime m_from{};
    std::chrono::milliseconds m_length{1'000};
    std::vector<std::int32_t> m_steps;
    int m_last = 0;
    WallTime m_changedAt{};
    int m_most = 0;
    bool m_hasBegun = false;
};

} // namespace lockscope::inspect
