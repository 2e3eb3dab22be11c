// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// A clock that advances only when a test calls advance(). Any thread.

#include "core/base/Clock.h"

#include <mutex>

namespace lockscope::test {

class ManualClock final : public Clock {
public:
    [[nodiscard]] SteadyTime now() const override
    {
        const std::lock_guard lock(m_mutex);
        return m_now;
    }

    [[nodiscard]] WallTime wallNow() const override
    {
        const std::lock_guard lock(m_mutex);
        return m_wall + std::chrono::duration_cast<std::chrono::milliseconds>(m_now - start);
    }

    /// Advances both times. Timers run only when their executor runs: see ManualExecutor::advance.
    void advance(Duration by)
    {
        const std::lock_guard lock(m_mutex);
        m_now += by;
    }

    /// A clock change by an administrator or NTP: the wall clock jumps, the steady clock does not.
    void stepWall(std::chrono::milliseconds by)
    {
        const std::lock_guard lock(m_mutex);
        m_wall += by;
    }

private:
    static constexpr SteadyTime start{std::chrono::hours(1)};

    mutable std::mutex m_mutex;
    SteadyTime m_now = start;
    WallTime m_wall{std::chrono::sys_days(std::chrono::year(2026) / 1 / 1)};
};

} // namespace lockscope::test
