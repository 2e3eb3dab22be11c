// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/Backoff.h"

#include <algorithm>
#include <utility>

namespace lockscope::redis {

namespace {

constexpr Duration firstPause = std::chrono::milliseconds(50);
constexpr Duration longestPause = std::chrono::seconds(2);

} // namespace

Backoff::Backoff(Random random)
    : m_random(std::move(random))
{
}

Duration Backoff::next()
{
    const auto pause = m_pause;
    m_pause = std::clamp(2 * pause, firstPause, longestPause);
    const auto half = pause / 2;
    return half + std::chrono::duration_cast<Duration>(half * m_random());
}

} // namespace lockscope::redis
