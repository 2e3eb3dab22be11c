// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Runs tasks. An executor is serial: it runs one task at a time, in the order posted. State that only its tasks use
/// needs no mutex. A client, its locks and the inspector that uses them share one executor.

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

    /// Runs `task` once, `delay` from now on clock(). Any thread. To cancel, destroy the subscription on the executor.
    [[nodiscard]] virtual Subscription after(Duration delay, Task task) = 0;

    /// Runs `task` and waits until it has finished. If the executor stops first, returns without having run it. In a
    /// task of this executor, runs it at once.
    virtual void runAndWait(const Task& task);

    /// True in a task of this executor.
    [[nodiscard]] virtual bool isCurrent() const = 0;

    /// The clock of its timers.
    [[nodiscard]] virtual const Clock& clock() const = 0;

    /// In a task of this executor, runs `task` at once; otherwise posts it.
    void run(Task task)
    {
        if (isCurrent())
            task();
        else
            post(std::move(task));
    }
};

} // namespace lockscope
