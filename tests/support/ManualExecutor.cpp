// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/ManualExecutor.h"

#include <QtGlobal>

#include <algorithm>
#include <deque>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace lockscope::test {

struct ManualExecutor::State {
    /// By due time; equal due times in the order in which they were set.
    using TimerKey = std::pair<SteadyTime, std::uint64_t>;

    std::mutex mutex;
    std::deque<Task> tasks;
    std::map<TimerKey, Task> timers;
    std::uint64_t lastTimer = 0;
    std::thread::id runner;
};

ManualExecutor::ManualExecutor(ManualClock& clock)
    : m_clock(clock)
    , m_state(std::make_shared<State>())
{
}

ManualExecutor::~ManualExecutor()
{
    // A dropped task may own objects that post or cancel in their destructor: empty the queues outside the lock until
    // they stay empty.
    for (;;) {
        std::deque<Task> tasks;
        std::map<State::TimerKey, Task> timers;
        const std::lock_guard lock(m_state->mutex);
        tasks.swap(m_state->tasks);
        timers.swap(m_state->timers);
        if (tasks.empty() && timers.empty())
            return;
    }
}

void ManualExecutor::post(Task task)
{
    const std::lock_guard lock(m_state->mutex);
    m_state->tasks.push_back(std::move(task));
}

Subscription ManualExecutor::after(Duration delay, Task task)
{
    const std::lock_guard lock(m_state->mutex);
    const State::TimerKey key{m_clock.now() + std::max(delay, Duration::zero()), ++m_state->lastTimer};
    m_state->timers.emplace(key, std::move(task));
    return Subscription([weak = std::weak_ptr(m_state), key] {
        const auto state = weak.lock();
        if (!state)
            return;
        Task dropped; // destroyed after the lock: it may own subscriptions of this executor
        const std::lock_guard guard(state->mutex);
        if (const auto it = state->timers.find(key); it != state->timers.end()) {
            dropped = std::move(it->second);
            state->timers.erase(it);
        }
    });
}

bool ManualExecutor::isCurrent() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->runner == std::this_thread::get_id();
}

const Clock& ManualExecutor::clock() const
{
    return m_clock;
}

bool ManualExecutor::runOne()
{
    Task task;
    std::thread::id before;
    {
        const std::lock_guard lock(m_state->mutex);
        if (!m_state->tasks.empty()) {
            task = std::move(m_state->tasks.front());
            m_state->tasks.pop_front();
        } else if (!m_state->timers.empty() && m_state->timers.begin()->first.first <= m_clock.now()) {
            task = std::move(m_state->timers.begin()->second);
            m_state->timers.erase(m_state->timers.begin());
        } else {
            return false;
        }
        before = std::exchange(m_state->runner, std::this_thread::get_id());
    }
    task();
    task = nullptr; // what the task owns is destroyed within the task, as on a thread executor
    const std::lock_guard lock(m_state->mutex);
    m_state->runner = before;
    return true;
}

std::size_t ManualExecutor::runUntilIdle()
{
    constexpr std::size_t limit = 1'000'000;
    std::size_t count = 0;
    while (runOne()) {
        if (++count > limit)
            qFatal("ManualExecutor: still not idle after %zu tasks", limit);
    }
    return count;
}

void ManualExecutor::advance(Duration by)
{
    const SteadyTime target = m_clock.now() + by;
    for (;;) {
        runUntilIdle();
        const auto next = nextTimer();
        if (!next || *next > target)
            break;
        m_clock.advance(*next - m_clock.now());
    }
    m_clock.advance(target - m_clock.now());
    runUntilIdle();
}

void ManualExecutor::runAndWait(const Task& task)
{
    if (isCurrent()) {
        task();
        return;
    }
    post(task);
    runUntilIdle();
}

std::size_t ManualExecutor::pendingTasks() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->tasks.size();
}

std::optional<SteadyTime> ManualExecutor::nextTimer() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->timers.empty() ? std::nullopt : std::optional(m_state->timers.begin()->first.first);
}

std::size_t ManualExecutor::pendingTimers() const
{
    const std::lock_guard lock(m_state->mutex);
    return m_state->timers.size();
}

} // namespace lockscope::test
