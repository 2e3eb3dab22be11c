// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Where code runs. An executor is serial: it runs one task at a time, in the order posted, so whatever is confined to
/// it needs no mutex. A client, its locks and the inspector that uses them share one executor.

#include "core/base/Clock.h"
#include "core/base/Subscription.h"

#include <functional>

namespace lockscope {

using Task = std::function<void()>;

class Executor {
public:
    virtual ~Executor() = default;

    /// Runs `task` later, after everything posted before. Any thread. Tasks posted after the executor has stopped are
    /// destroyed unrun.
    virtual void post(Task task) = 0;

    /// As post(), but where nothing runs or waits here it may run `task` at once on the calling thread, which must hold
    /// no lock that the task may want. For those who have nothing else to do, such as a client library's own threads.
    virtual void dispatch(Task task) { post(std::move(task)); }

    /// Runs `task` once, `delay` from now on clock(). Any thread; cancel by destroying the subscription on the
    /// executor.
    [[nodiscard]] virtual Subscription after(Duration delay, Task task) = 0;

    /// Runs `task` and waits for its end, or for the executor's: once that has stopped it is not run. In a task of this
    /// executor it runs at once.
    virtual void runAndWait(const Task& task);

    /// True in a task of this executor.
    [[nodiscard]] virtual bool isCurrent() const = 0;

    /// The clock that its timers go by.
    [[nodiscard]] virtual const Clock& clock() const = 0;

    /// Runs `task` at once in a task of this executor, else posts it.
    void run(Task task)
    {
        if (isCurrent())
            task();
        else
            post(std::move(task));
    }
};

} // namespace lockscope
