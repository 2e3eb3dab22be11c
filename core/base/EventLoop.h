// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Log.h"

#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace lockscope {

/// An executor with its own thread, which also waits for sockets and timers: the event loop of all network clients.
/// Many clients share one loop. Its tasks must not block and must not throw: while one runs, no other client on this
/// loop is served, and a session ends if that takes two thirds of its timeout. A loop that is late by lateLimit writes
/// a warning. Callbacks that may block belong on callbacks().
/// Based on libuv; timers use CLOCK_BOOTTIME (Clock.h).
class EventLoop final : public Executor {
public:
    /// A turn of the loop that takes longer, or a timer that is later than this, is reported to the log.
    static constexpr auto lateLimit = std::chrono::milliseconds(500);

    /// Starts the thread. The log gets the warnings of late turns; it is called on the loop's thread. Throws
    /// std::system_error if the system has no thread or file descriptor left, as std::thread does.
    explicit EventLoop(Log log = Log::toStandardError(LogLevel::Warning));
    /// stop().
    ~EventLoop() override;
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    /// The loop of all clients that were not given another one: one thread in the process. Any thread.
    [[nodiscard]] static EventLoop& shared();

    /// The version of libuv that runs, such as "1.44.2".
    [[nodiscard]] static std::string libraryVersion();

    void post(Task task) override;
    [[nodiscard]] Subscription after(Duration delay, Task task) override;
    [[nodiscard]] bool isCurrent() const override;
    [[nodiscard]] const Clock& clock() const override;

    /// For callbacks of the user, which may block: an executor on a second thread, which starts with its first task.
    /// Any thread. It lives as long as the loop, and stops with it.
    [[nodiscard]] Executor& callbacks();

    /// A function that posts a task to this loop, and may outlive it: then it destroys the task. Any thread.
    [[nodiscard]] std::function<void(Task)> poster() const;

    /// Waits for the running task, destroys the others unrun, and joins the threads. Not in one of its tasks.
    void stop();

private:
    friend class SocketWatch;
    class State;
    enum class Start {
        AtOnce,
        WithFirstTask
    };

    EventLoop(Log log, Start start);

    std::shared_ptr<State> m_state;
    std::once_flag m_callbacksOnce;
    std::unique_ptr<EventLoop> m_callbacks;
};

} // namespace lockscope
