// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/topology/LookSchedule.h"

#include <algorithm>
#include <random>
#include <utility>

namespace lockscope::redis {

namespace {

constexpr Duration shortestPeriod = std::chrono::seconds(25);
constexpr Duration randomOfPeriod = std::chrono::seconds(10);
constexpr Duration pendingPause = std::chrono::seconds(1);

Backoff::Random randomPart()
{
    return [random = std::minstd_rand(std::random_device()())]() mutable {
        return std::uniform_real_distribution<double>()(random);
    };
}

} // namespace

LookSchedule::LookSchedule(Executor& executor, Task look)
    : m_executor(executor)
    , m_look(std::move(look))
    , m_random(randomPart())
    , m_backoff(randomPart())
{
}

void LookSchedule::request(Duration gap)
{
    if (m_isLooking)
        m_requested = std::min(m_requested.value_or(gap), gap);
    else
        plan(Duration::zero(), gap);
}

void LookSchedule::end(Outcome outcome)
{
    m_isLooking = false;
    const auto pause = pauseAfter(outcome);
    if (const auto gap = std::exchange(m_requested, std::nullopt))
        plan(Duration::zero(), *gap);
    plan(pause);
}

void LookSchedule::stop()
{
    m_isStopped = true;
    m_timer.reset();
}

Duration LookSchedule::pauseAfter(Outcome outcome)
{
    if (outcome == Outcome::Unsettled)
        return m_backoff.next();
    if (outcome == Outcome::Pending)
        return pendingPause;
    m_backoff.reset();
    return shortestPeriod + std::chrono::duration_cast<Duration>(randomOfPeriod * m_random());
}

void LookSchedule::plan(Duration delay, Duration gap)
{
    const auto now = m_executor.clock().now();
    auto due = now + delay;
    if (m_began)
        due = std::max(due, *m_began + gap);
    if (m_isStopped || (m_timer && m_due <= due))
        return;
    m_due = due;
    m_timer = m_executor.after(due - now, [this] { begin(); });
}

void LookSchedule::begin()
{
    m_timer.reset();
    m_began = m_executor.clock().now();
    m_isLooking = true;
    m_look();
}

} // namespace lockscope::redis
