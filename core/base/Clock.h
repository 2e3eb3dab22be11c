// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Two clocks. Waiting, timeouts and leases use the steady clock. It counts the time that a machine is suspended
/// (CLOCK_BOOTTIME): a lease also expires during suspend. Times shown to users come from the wall clock.

#include <chrono>

namespace lockscope {

using Duration = std::chrono::nanoseconds;

/// Tag of the steady timeline: a time_point of it is a different type than that of std::chrono::steady_clock.
struct SteadyTimeline {
    using duration = Duration;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<SteadyTimeline>;
    static constexpr bool is_steady = true;
};

using SteadyTime = SteadyTimeline::time_point;
using WallTime = std::chrono::sys_time<std::chrono::milliseconds>;

/// Thread-safe source of both times.
class Clock {
public:
    virtual ~Clock() = default;
    [[nodiscard]] virtual SteadyTime now() const = 0;
    [[nodiscard]] virtual WallTime wallNow() const = 0;
};

/// The machine's clocks. Stateless; any thread.
class SystemClock final : public Clock {
public:
    [[nodiscard]] SteadyTime now() const override;
    [[nodiscard]] WallTime wallNow() const override;
};

} // namespace lockscope
