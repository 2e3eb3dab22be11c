// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/RetryPolicy.h"

#include <algorithm>
#include <random>

namespace lockscope::locks {

namespace {

constexpr auto defaultPause = std::chrono::milliseconds(50);

double randomFraction()
{
    thread_local std::mt19937_64 engine{std::random_device{}()};
    return std::uniform_real_distribution<double>(0.0, 1.0)(engine);
}

} // namespace

RetryPolicy::RetryPolicy()
    : RetryPolicy(forever(defaultPause))
{
}

RetryPolicy::RetryPolicy(Decide decide)
    : m_decide(std::make_shared<const Decide>(std::move(decide)))
{
}

RetryPolicy RetryPolicy::none()
{
    return RetryPolicy([](int, Duration) -> std::optional<Duration> { return std::nullopt; });
}

RetryPolicy RetryPolicy::times(int retries, Duration pause)
{
    return RetryPolicy(
        [retries, pause](int failures, Duration) { return failures <= retries ? std::optional(pause) : std::nullopt; });
}

RetryPolicy RetryPolicy::forever(Duration pause, std::optional<Duration> budget)
{
    return RetryPolicy([pause, budget](int, Duration elapsed) {
        return !budget || elapsed < *budget ? std::optional(pause) : std::nullopt;
    });
}

RetryPolicy RetryPolicy::exponential(Duration first, Duration longest, int retries, Random random)
{
    if (!random)
        random = &randomFraction;
    return RetryPolicy([=](int failures, Duration) -> std::optional<Duration> {
        if (failures > retries)
            return std::nullopt;
        constexpr int largestExponent = 30; // more doubling would overflow; `longest` applies long before
        const auto widest = static_cast<double>((std::int64_t{1} << std::min(failures, largestExponent)) - 1);
        const auto factor = 1.0 + random() * widest;
        const auto pause = std::chrono::duration<double, std::nano>(first) * factor;
        return pause < longest ? std::chrono::duration_cast<Duration>(pause) : longest;
    });
}

std::optional<Duration> RetryPolicy::pauseAfter(int failures, Duration elapsed) const
{
    return (*m_decide)(failures, elapsed);
}

} // namespace lockscope::locks
