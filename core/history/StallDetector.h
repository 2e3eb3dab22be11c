// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/history/Gap.h"

#include <chrono>
#include <optional>
#include <utility>

namespace lockscope::inspect {

/// Notices that this process did not run for some time: it was stopped, its machine was suspended, or one step took
/// too long. Changes in that time were seen late, or not at all. Pure; thread: one.
class StallDetector final {
public:
    /// A longer time between two calls of check() is a stall.
    static constexpr std::chrono::milliseconds limit{3'000};

    /// `clock` must outlive this object.
    explicit StallDetector(const Clock& clock)
        : m_clock(clock)
        , m_last(clock.wallNow())
    {
    }

    /// Call at least once a second, and before each snapshot is processed. Returns a stall that has just ended. Uses
    /// wall time: the other clock stops while a machine is suspended.
    [[nodiscard]] std::optional<Gap> check()
    {
        const auto now = m_clock.wallNow();
        const auto last = std::exchange(m_last, now);
        return now - last > limit ? std::optional(Gap{last, now, {}}) : std::nullopt;
    }

private:
    const Clock& m_clock;
    WallTime m_last;
};

} // namespace lockscope::inspect
