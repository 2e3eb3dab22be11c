// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/replay/ReplayClock.h"

#include <algorithm>

namespace lockscope::ui {

void ReplayClock::begin(WallTime from, WallTime to, WallTime at)
{
    m_from = from;
    m_to = std::max(from, to);
    m_at = std::clamp(at, m_from, m_to);
    m_isPlaying = false;
}

void ReplayClock::play(SteadyTime now)
{
    settle(now);
    if (m_at == m_to)
        m_at = m_from; // play at the end starts again from the beginning
    m_isPlaying = true;
}

void ReplayClock::pause(SteadyTime now)
{
    settle(now);
    m_isPlaying = false;
}

void ReplayClock::seek(WallTime at, SteadyTime now)
{
    m_isPlaying = isPlaying(now);
    m_at = std::clamp(at, m_from, m_to);
    m_since = now;
}

void ReplayClock::setSpeed(double speed, SteadyTime now)
{
    settle(now);
    m_speed = speed;
}

WallTime ReplayClock::timeAt(SteadyTime now) const
{
    if (!m_isPlaying)
        return m_at;
    // As numbers, not durations: a night at a high speed would overflow them.
    const auto passed = std::chrono::duration<double, std::milli>(now - m_since).count() * m_speed;
    const auto left = static_cast<double>((m_to - m_at).count());
    return passed >= left ? m_to : m_at + std::chrono::milliseconds(static_cast<std::int64_t>(std::max(passed, 0.0)));
}

void ReplayClock::settle(SteadyTime now)
{
    m_at = timeAt(now);
    m_since = now;
    m_isPlaying = m_isPlaying && m_at < m_to;
}

} // namespace lockscope::ui
