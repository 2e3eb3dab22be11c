// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

namespace lockscope::ui {

/// Which time of a recording is shown: stands still, or runs at a speed until the end, where it stops. Pure.
class ReplayClock final {
public:
    /// Stands still at `at`, which is taken to lie within.
    void begin(WallTime from, WallTime to, WallTime at);

    void play(SteadyTime now);
    void pause(SteadyTime now);
    /// Goes on from there if it was running.
    void seek(WallTime at, SteadyTime now);
    /// Seconds of the recording a second; more than 0.
    void setSpeed(double speed, SteadyTime now);

    [[nodiscard]] WallTime timeAt(SteadyTime now) const;
    /// Not any more once it has come to the end.
    [[nodiscard]] bool isPlaying(SteadyTime now) const { return m_isPlaying && timeAt(now) < m_to; }
    [[nodiscard]] double speed() const { return m_speed; }

private:
    void settle(SteadyTime now);

    WallTime m_from{};
    WallTime m_to{};
    WallTime m_at{};      ///< what was shown at
    SteadyTime m_since{}; ///< this time
    double m_speed = 1;
    bool m_isPlaying = false;
};

} // namespace lockscope::ui
