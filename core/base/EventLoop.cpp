// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/EventLoop.h"

#include "core/base/DurationText.h"
#include "core/base/SocketWatch.h"

#include <uv.h>

#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

namespace lockscope {

namespace {

/// The loop whose thread this is.
thread_local const void* currentLoop = nullptr;

void mustSucceed(int code, const char* call)
{
    if (code < 0)
        throw std::system_error(-code, std::generic_category(), call);
}

/// A counter of the system that a loop waits for; closed at the end.
class Descriptor {
public:
    Descriptor(int descriptor, const char* call)
        : m_descriptor(descriptor)
    {
        mustSucceed(descriptor < 0 ? -errno : 0, call);
    }
    ~Descriptor() { ::close(m_descriptor); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] int get() const { return m_descriptor; }

    /// Afterwards it is not readable until it counts again.
    void drain() const
    {
        std::uint64_t count = 0;
        [[maybe_unused]] const auto got = ::read(m_descriptor, &count, sizeof count); // nothing to read: not readable
    }

private:
    int m_descriptor;
};

} // namespace

struct SocketWatch::Poll {
    Poll(std::shared_ptr<EventLoop::State> ofLoop, Handler handler)
        : loop(std::move(ofLoop))
        , ready(std::move(handler))
    {
    }

    std::shared_ptr<EventLoop::State> loop;
    Handler ready;
    uv_poll_t handle{};
    int socket = -1;
    Events wanted;
    bool isEnded = false;
};

/// What outlives the loop's object while other threads post to it. The mutex protects tasks and timers; everything of
/// libuv belongs to the loop's thread.
class EventLoop::State final : public std::enable_shared_from_this<State> {
public:
    State(Log log, Start start)
        : m_log(std::move(log))
        , m_start(start)
    {
    }

    void start()
    {
        mustSucceed(uv_loop_init(&m_loop), "uv_loop_init");
        watch(m_wake, m_wakePoll, [](uv_poll_t* poll, int, int) {
            of(poll).beginTurn();
            of(poll).m_wake.drain();
        });
        watch(m_alarm, m_alarmPoll, [](uv_poll_t* poll, int, int) {
            of(poll).beginTurn();
            of(poll).m_alarm.drain();
            of(poll).m_alarmAt = SteadyTime::max();
        });
        uv_prepare_init(&m_loop, &m_prepare);
        m_prepare.data = this;
        uv_prepare_start(&m_prepare, [](uv_prepare_t* prepare) { static_cast<State*>(prepare->data)->runTasks(); });
        uv_idle_init(&m_loop, &m_idle);
        m_thread = std::thread([this] { run(); });
    }

    void post(Task task)
    {
        ensureStarted();
        bool mustWake = false;
        {
            const std::lock_guard lock(m_mutex);
            if (m_isStopping)
                return;
            m_tasks.push_back(std::move(task));
            mustWake = !isCurrent() && !std::exchange(m_isWoken, true);
        }
        if (mustWake)
            wake();
    }

    [[nodiscard]] Subscription after(Duration delay, Task task)
    {
        ensureStarted();
        const auto now = m_clock.now();
        const auto due = now + std::min(delay, Duration(SteadyTime::max() - now)); // an unlimited delay
        std::uint64_t id = 0;
        bool mustWake = false;
        {
            const std::lock_guard lock(m_mutex);
            if (m_isStopping)
                return {};
            id = ++m_lastTimer;
            const auto [timer, isNew] = m_timers.emplace(Due(due, id), std::move(task));
            mustWake = timer == m_timers.begin() && !isCurrent() && !std::exchange(m_isWoken, true);
        }
        if (mustWake)
            wake();
        return Subscription([weak = weak_from_this(), due, id] {
            if (const auto state = weak.lock())
                state->cancel(Due(due, id));
        });
    }

    void ensureStarted()
    {
        if (m_start == Start::WithFirstTask)
            std::call_once(m_started, [this] { start(); });
    }
    [[nodiscard]] bool isCurrent() const { return currentLoop == this; }
    [[nodiscard]] const Clock& clock() const { return m_clock; }

    void stop()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isStopping = true;
        }
        wake();
        if (m_thread.joinable())
            m_thread.join();
        std::deque<Task> tasks;
        std::map<Due, Task> timers;
        std::map<std::uint64_t, Task> dueTimers;
        {
            const std::lock_guard lock(m_mutex);
            tasks.swap(m_tasks);
            timers.swap(m_timers);
            dueTimers.swap(m_dueTimers);
        }
    }

    // ---- sockets: on the loop's thread, or after its end

    void add(SocketWatch::Poll& poll)
    {
        if (!m_isOpen)
            return;
        mustSucceed(uv_poll_init(&m_loop, &poll.handle, poll.socket), "uv_poll_init");
        poll.handle.data = &poll;
    }

    void wait(SocketWatch::Poll& poll)
    {
        if (!m_isOpen)
            return;
        const int events = (poll.wanted.read ? UV_READABLE : 0) | (poll.wanted.write ? UV_WRITABLE : 0);
        if (events == 0)
            uv_poll_stop(&poll.handle);
        else
            uv_poll_start(&poll.handle, events, &State::onReady);
    }

    void remove(const std::shared_ptr<SocketWatch::Poll>& poll)
    {
        poll->isEnded = true;
        if (!m_isOpen)
            return;
        m_ending.push_back(poll); // libuv uses it until the call below
        uv_close(reinterpret_cast<uv_handle_t*>(&poll->handle), [](uv_handle_t* handle) {
            auto* ended = static_cast<SocketWatch::Poll*>(handle->data);
            ended->loop->m_ending.remove_if([ended](const auto& one) { return one.get() == ended; });
        });
    }

private:
    /// A timer's time and number: timers that are due at the same time run in the order of their calls.
    using Due = std::pair<SteadyTime, std::uint64_t>;

    static void onReady(uv_poll_t* handle, int status, int events)
    {
        auto& poll = *static_cast<SocketWatch::Poll*>(handle->data);
        if (poll.isEnded)
            return;
        poll.loop->beginTurn();
        // libuv ends a watch on an error, and the error may be another socket's: what this process has closed and a
        // child process has inherited, epoll(7) reports under its old number, which may be in use again.
        if (status < 0)
            poll.loop->wait(poll);
        // Its owner learns of an error by reading.
        poll.ready({status < 0 || (events & (UV_READABLE | UV_DISCONNECT)) != 0, (events & UV_WRITABLE) != 0});
    }

    static State& of(const uv_poll_t* poll) { return *static_cast<State*>(poll->data); }

    void watch(const Descriptor& descriptor, uv_poll_t& poll, uv_poll_cb readable)
    {
        mustSucceed(uv_poll_init(&m_loop, &poll, descriptor.get()), "uv_poll_init");
        poll.data = this;
        mustSucceed(uv_poll_start(&poll, UV_READABLE, readable), "uv_poll_start");
    }

    void wake() const
    {
        const std::uint64_t one = 1;
        // A full counter wakes the loop, too.
        [[maybe_unused]] const auto written = ::write(m_wake.get(), &one, sizeof one);
    }

    void run()
    {
        currentLoop = this;
        uv_run(&m_loop, UV_RUN_DEFAULT);
        const auto closeOne = [](uv_handle_t* handle, void*) {
            if (!uv_is_closing(handle))
                uv_close(handle, nullptr);
        };
        uv_walk(&m_loop, closeOne, nullptr);
        uv_run(&m_loop, UV_RUN_DEFAULT); // until all are closed
        m_isOpen = false;
        uv_loop_close(&m_loop);
        currentLoop = nullptr;
    }

    /// Before each wait for sockets: the tasks that were posted until now, and the timers that are due.
    void runTasks()
    {
        beginTurn();
        {
            const std::lock_guard lock(m_mutex);
            m_isWoken = false;
            moveDueTimers();
            m_running.swap(m_tasks);
        }
        while (!m_running.empty() && !m_isStopping) {
            const Task task = std::move(m_running.front());
            m_running.pop_front();
            task();
            // The task is destroyed here, without the mutex: the destructors of what it owns may post.
        }
        m_running.clear();
        reportLateness();
        if (m_isStopping) {
            uv_stop(&m_loop);
            uv_idle_start(&m_idle, [](uv_idle_t*) {}); // no wait
            return;
        }
        prepareToWait();
    }

    void moveDueTimers()
    {
        const auto now = m_clock.now();
        while (!m_timers.empty() && m_timers.begin()->first.first <= now) {
            auto timer = m_timers.extract(m_timers.begin());
            const auto [due, id] = timer.key();
            m_lateness = std::max(m_lateness, Duration(now - due));
            m_dueTimers.emplace(id, std::move(timer.mapped()));
            m_tasks.push_back([this, id = id] { runDueTimer(id); });
        }
    }

    void runDueTimer(std::uint64_t id)
    {
        std::unique_lock lock(m_mutex);
        const auto due = m_dueTimers.extract(id); // a cancelled timer is not there
        lock.unlock();
        if (due)
            due.mapped()();
    }

    void cancel(const Due& timer)
    {
        Task dropped; // destroyed after the mutex is unlocked: its destructors may post
        const std::lock_guard lock(m_mutex);
        if (auto waiting = m_timers.extract(timer))
            dropped = std::move(waiting.mapped());
        else if (auto due = m_dueTimers.extract(timer.second))
            dropped = std::move(due.mapped());
    }

    /// With the first event after a wait. uv_metrics_idle_time() does not serve: with libuv 1.44, waits for a server
    /// that does not answer counted as work.
    void beginTurn()
    {
        if (m_turnBegan == 0)
            m_turnBegan = uv_hrtime();
    }

    /// Says so if this turn was long, or began late because the process did not run.
    void reportLateness()
    {
        const Duration busy(static_cast<std::int64_t>(uv_hrtime() - std::exchange(m_turnBegan, 0)));
        const auto late = std::exchange(m_lateness, Duration::zero());
        const bool wasLate = std::exchange(m_isLate, busy >= lateLimit);
        if (busy >= lateLimit)
            warn("the event loop was blocked for " + text(busy) +
                 ". Sessions can end. Move long work from the loop to another thread");
        else if (late >= lateLimit && !wasLate)
            warn("the event loop ran " + text(late) +
                 " late. The process was stopped, or had no processor. Sessions can end");
    }

    void warn(const std::string& message) const { m_log.write(LogLevel::Warning, "loop", message); }

    static std::string text(Duration duration)
    {
        return durationText(std::chrono::duration_cast<std::chrono::milliseconds>(duration));
    }

    void prepareToWait()
    {
        bool isBusy = false;
        auto first = SteadyTime::max();
        {
            const std::lock_guard lock(m_mutex);
            isBusy = !m_tasks.empty();
            if (!m_timers.empty())
                first = m_timers.begin()->first.first;
        }
        // With an active idle handle the loop does not wait.
        if (isBusy)
            uv_idle_start(&m_idle, [](uv_idle_t*) {});
        else
            uv_idle_stop(&m_idle);
        // An alarm that is too early, because its timer was cancelled or the clocks differ, only costs a turn.
        if (first < m_alarmAt)
            setAlarm(first);
    }

    void setAlarm(SteadyTime at)
    {
        m_alarmAt = at;
        const auto since = std::max<Duration>(at.time_since_epoch(), std::chrono::nanoseconds(1)); // 0 disarms
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
        itimerspec alarm{};
        alarm.it_value.tv_sec = seconds.count();
        alarm.it_value.tv_nsec = (since - seconds).count();
        ::timerfd_settime(m_alarm.get(), TFD_TIMER_ABSTIME, &alarm, nullptr);
    }

    const Log m_log;
    const Start m_start;
    std::once_flag m_started;
    const SystemClock m_clock;
    const Descriptor m_wake{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), "eventfd"};
    const Descriptor m_alarm{::timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK), "timerfd_create"};

    std::mutex m_mutex;
    std::deque<Task> m_tasks;
    std::map<Due, Task> m_timers;
    std::map<std::uint64_t, Task> m_dueTimers; ///< moved to the tasks, not run yet
    std::uint64_t m_lastTimer = 0;
    bool m_isWoken = false; ///< a wake-up is on its way
    std::atomic<bool> m_isStopping{false};

    // Of the loop's thread.
    uv_loop_t m_loop{};
    uv_poll_t m_wakePoll{};
    uv_poll_t m_alarmPoll{};
    uv_prepare_t m_prepare{};
    uv_idle_t m_idle{};
    std::deque<Task> m_running;
    SteadyTime m_alarmAt = SteadyTime::max(); ///< of the next alarm; max: none is set
    std::list<std::shared_ptr<SocketWatch::Poll>> m_ending;
    std::uint64_t m_turnBegan = 0; ///< in nanoseconds of uv_hrtime(); 0: between two turns
    Duration m_lateness{0};        ///< of the latest timer in this turn
    bool m_isLate = false;         ///< the turn before was reported
    bool m_isOpen = true;
    std::thread m_thread;
};

EventLoop::EventLoop(Log log)
    : EventLoop(std::move(log), Start::AtOnce)
{
}

EventLoop::EventLoop(Log log, Start start)
    : m_state(std::make_shared<State>(std::move(log), start))
{
    if (start == Start::AtOnce)
        m_state->start();
}

EventLoop::~EventLoop()
{
    stop();
}

EventLoop& EventLoop::shared()
{
    static EventLoop loop;
    return loop;
}

std::string EventLoop::libraryVersion()
{
    return uv_version_string();
}

void EventLoop::post(Task task)
{
    const auto state = m_state; // the task may lead to the loop's destruction by another thread
    state->post(std::move(task));
}

Subscription EventLoop::after(Duration delay, Task task)
{
    return m_state->after(delay, std::move(task));
}

bool EventLoop::isCurrent() const
{
    return m_state->isCurrent();
}

const Clock& EventLoop::clock() const
{
    return m_state->clock();
}

Executor& EventLoop::callbacks()
{
    std::call_once(m_callbacksOnce, [this] { m_callbacks.reset(new EventLoop(Log(), Start::WithFirstTask)); });
    return *m_callbacks;
}

std::function<void(Task)> EventLoop::poster() const
{
    return [state = m_state](Task task) { state->post(std::move(task)); };
}

void EventLoop::stop()
{
    m_state->stop();
    if (m_callbacks)
        m_callbacks->stop();
}

// ---- sockets

SocketWatch::SocketWatch(EventLoop& loop, int socket, Handler ready)
    : m_poll(std::make_shared<Poll>(loop.m_state, std::move(ready)))
{
    m_poll->socket = socket;
    m_poll->loop->add(*m_poll);
}

SocketWatch::~SocketWatch()
{
    m_poll->loop->remove(m_poll);
}

void SocketWatch::wait(Events events)
{
    if (std::exchange(m_poll->wanted, events) != events)
        m_poll->loop->wait(*m_poll);
}

int SocketWatch::socket() const
{
    return m_poll->socket;
}

} // namespace lockscope
