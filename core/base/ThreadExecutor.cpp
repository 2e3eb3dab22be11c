// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/ThreadExecutor.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

namespace lockscope {

namespace {

// Condition variables use CLOCK_MONOTONIC, which stops while the machine is suspended; the timers use CLOCK_BOOTTIME.
// This wake-up interval limits how late a timer can be after a suspend.
constexpr auto longestNap = std::chrono::milliseconds(500);
/// The shortest wait, while another thread runs the tasks.
constexpr auto shortestNap = std::chrono::milliseconds(1);

/// After this many tasks on another thread, the executor's own thread runs the rest.
constexpr int mostOnCaller = 64;

struct TimerTask {
    Task task;
    std::shared_ptr<std::atomic<bool>> cancelled;
};

} // namespace

struct ThreadExecutor::State {
    SystemClock clock;
    std::mutex mutex;
    std::condition_variable wakeUp;
    std::deque<Task> tasks;
    std::multimap<SteadyTime, TimerTask> timers;
    Dispatch dispatch = Dispatch::OwnThread;
    bool stopping = false;
    bool lent = false;                     ///< another thread runs the tasks
    SteadyTime napEnd = SteadyTime::min(); ///< when its own thread wakes up next; min: it is awake
    std::thread thread;
    std::atomic<std::thread::id> runner{}; ///< the thread that runs the current task

    void moveDueTimers()
    {
        const auto now = clock.now();
        while (!timers.empty() && timers.begin()->first <= now) {
            auto due = std::move(timers.begin()->second);
            timers.erase(timers.begin());
            tasks.push_back([timer = std::move(due)] {
                if (!timer.cancelled->load())
                    timer.task();
            });
        }
    }

    void runFirst(std::unique_lock<std::mutex>& lock)
    {
        {
            Task task = std::move(tasks.front());
            tasks.pop_front();
            runner = std::this_thread::get_id();
            lock.unlock();
            task();
            // The task is destroyed here, without the mutex: the destructors of what it owns may post.
        }
        lock.lock();
        runner = std::thread::id();
    }

    /// On another thread, with `lock` held; `lock` is unlocked at the end.
    void lend(std::unique_lock<std::mutex>& lock)
    {
        lent = true;
        for (int i = 0; i < mostOnCaller && !tasks.empty() && !stopping; ++i)
            runFirst(lock);
        lent = false;
        const bool anyLeft = !tasks.empty() || stopping;
        lock.unlock();
        if (anyLeft)
            wakeUp.notify_all();
    }

    void loop()
    {
        std::unique_lock lock(mutex);
        while (!stopping) {
            moveDueTimers();
            // While another thread runs tasks, it runs all of them, including the timers that expire here.
            if (lent || tasks.empty())
                nap(lock);
            else
                runFirst(lock);
        }
    }

    void nap(std::unique_lock<std::mutex>& lock)
    {
        napEnd = timers.empty() ? SteadyTime::max() : timers.begin()->first;
        if (timers.empty())
            wakeUp.wait(lock);
        else
            wakeUp.wait_for(lock, std::clamp<Duration>(napEnd - clock.now(), shortestNap, longestNap));
        napEnd = SteadyTime::min();
    }

    /// With the mutex held. True if no awake thread will see a new task.
    [[nodiscard]] bool isAsleep() const { return !lent && runner.load() == std::thread::id(); }
};

ThreadExecutor::ThreadExecutor(Dispatch dispatch)
    : m_state(std::make_shared<State>())
{
    m_state->dispatch = dispatch;
    // A plain pointer: stop() joins the thread before the state is destroyed.
    m_state->thread = std::thread([state = m_state.get()] { state->loop(); });
}

ThreadExecutor::~ThreadExecutor()
{
    stop();
}

void ThreadExecutor::post(Task task)
{
    const auto state = m_state; // another thread may destroy the executor between unlock and notify
    std::unique_lock lock(state->mutex);
    if (state->stopping)
        return;
    state->tasks.push_back(std::move(task));
    if (!state->isAsleep())
        return;
    lock.unlock();
    state->wakeUp.notify_one();
}

void ThreadExecutor::dispatch(Task task)
{
    const auto state = m_state; // another thread may destroy the executor between unlock and notify
    std::unique_lock lock(state->mutex);
    if (state->stopping)
        return;
    const bool isAsleep = state->isAsleep();
    const bool isIdle = isAsleep && state->tasks.empty();
    state->tasks.push_back(std::move(task));
    if (isIdle && state->dispatch == Dispatch::Caller) {
        state->lend(lock);
    } else if (isAsleep) {
        lock.unlock();
        state->wakeUp.notify_one();
    }
}

Subscription ThreadExecutor::after(Duration delay, Task task)
{
    auto cancelled = std::make_shared<std::atomic<bool>>(false);
    const auto now = m_state->clock.now();
    const auto due = now + std::min(delay, Duration(SteadyTime::max() - now)); // an unlimited delay must not overflow
    bool wakesTooLate = false;
    {
        const std::lock_guard lock(m_state->mutex);
        if (m_state->stopping)
            return {};
        m_state->timers.emplace(due, TimerTask{std::move(task), cancelled});
        wakesTooLate = m_state->napEnd > due;
    }
    if (wakesTooLate)
        m_state->wakeUp.notify_one();
    return Subscription([cancelled, due, weak = std::weak_ptr(m_state)] {
        cancelled->store(true);
        const auto state = weak.lock();
        if (!state)
            return;
        TimerTask dropped; // destroyed after the mutex is unlocked: its destructors may post
        const std::lock_guard lock(state->mutex);
        const auto [first, last] = state->timers.equal_range(due);
        const auto found =
            std::find_if(first, last, [&](const auto& entry) { return entry.second.cancelled == cancelled; });
        if (found != last) {
            dropped = std::move(found->second);
            state->timers.erase(found);
        }
    });
}

bool ThreadExecutor::isCurrent() const
{
    return m_state->runner.load() == std::this_thread::get_id();
}

const Clock& ThreadExecutor::clock() const
{
    return m_state->clock;
}

void ThreadExecutor::stop()
{
    {
        const std::lock_guard lock(m_state->mutex);
        m_state->stopping = true;
    }
    m_state->wakeUp.notify_all();
    if (m_state->thread.joinable())
        m_state->thread.join();
    {
        std::unique_lock lock(m_state->mutex);
        m_state->wakeUp.wait(lock, [this] { return !m_state->lent; }); // the running task ends
    }
    std::deque<Task> tasks;
    std::multimap<SteadyTime, TimerTask> timers;
    {
        const std::lock_guard lock(m_state->mutex);
        tasks.swap(m_state->tasks);
        timers.swap(m_state->timers);
    }
}

} // namespace lockscope
