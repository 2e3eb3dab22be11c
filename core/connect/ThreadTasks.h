// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QRunnable>
#include <QThread>
#include <QThreadPool>

#include <future>
#include <memory>
#include <utility>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace lockscope::ensemble {

namespace detail {

/// A task posted to an event loop. Qt passes it under a lock, but Qt is not built with the thread sanitizer. The
/// annotations state the order: all writes before posting happen before all reads in the task.
template <typename F> class PostedTask final {
public:
    explicit PostedTask(F task)
        : m_task(std::move(task))
    {
        setOut();
    }
    PostedTask(PostedTask&& other) noexcept
        : m_task(std::move(other.m_task))
    {
        setOut();
    }
    PostedTask(const PostedTask&) = delete;
    PostedTask& operator=(const PostedTask&) = delete;
    PostedTask& operator=(PostedTask&&) = delete;
    ~PostedTask() { arrive(); } // also runs if the context was destroyed

    void operator()()
    {
        arrive();
        m_task();
        setOut(); // either thread may destroy the task, whichever finishes last
    }

private:
#if defined(__SANITIZE_THREAD__)
    void setOut()
    {
        __tsan_release(this);
    }
    void arrive()
    {
        __tsan_acquire(this);
    }
#else
    void setOut() {}
    void arrive() {}
#endif

    F m_task;
};

template <typename F> class PoolTask final : public QRunnable {
public:
    explicit PoolTask(F task)
        : m_task(std::move(task))
    {
    }
    void run() override { m_task(); }

private:
    PostedTask<F> m_task;
};

} // namespace detail

/// Runs `task` in the event loop of the thread of `context`, after earlier tasks; never immediately. If `context` is
/// destroyed first, the task is destroyed without a run. Any thread; `task` must not throw.
template <typename F> void runLater(QObject* context, F task)
{
    QMetaObject::invokeMethod(context, detail::PostedTask<F>(std::move(task)), Qt::QueuedConnection);
}

/// Runs `task` on a thread of `pool`. Any thread; `task` must not throw.
template <typename F> void runInPool(QThreadPool& pool, F task)
{
    pool.start(new detail::PoolTask<F>(std::move(task)));
}

/// Runs `task` on the thread of `context` and returns when it is done. That thread runs an event loop and is not the
/// caller's; `task` must not throw. The wait uses a future. Qt's blocking call lets the other thread read the caller's
/// stack in an order that the thread sanitizer does not see. It would report later values on that stack.
template <typename F> void runThere(QObject* context, F task)
{
    Q_ASSERT(context->thread() != QThread::currentThread());
    // Shared: set_value() may still run when the caller continues.
    const auto done = std::make_shared<std::promise<void>>();
    const auto wait = done->get_future();
    runLater(context, [done, task = std::move(task)]() mutable {
        task();
        done->set_value();
    });
    wait.wait();
}

} // namespace lockscope::ensemble
