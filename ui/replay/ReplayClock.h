// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

namespace lockscope::ui {

/// The shown time of a recording: paused, or running at a speed to the end, where it stops. Pure.
class ReplayClock final {
public:
    /// Paused at `at`, which must be between `from` and `to`.
    void begin(WallTime from, WallTime to, WallTime at);

    void play(SteadyTime now);
    void pause(SteadyTime now);
    /// Continues from there if it was playing.
    void seek(WallTime at, SteadyTime now);
    /// Seconds of the recording per second; greater than 0.
    void setSpeed(double speed, SteadyTime now);

    [[nodiscard]] WallTime timeAt(SteadyTime now) const;
    /// False once the end is reached.
    [[nodiscard]] bool isPlaying(SteadyTime now) const { return m_isPlaying && timeAt(now) < m_to; }
    [[nodiscard]] double speed() const { return m_speed; }

private:
    void settle(SteadyTime now);

    WallTime m_from{};
    WallTime m_to{};
    WallTime m_at{};      ///< the time shown at
    SteadyTime m_since{}; ///< this time
    double m_speed = 1;
    bool m_isPlaying = false;
};

} // namespace lockscope::ui
