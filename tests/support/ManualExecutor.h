// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "tests/support/ManualClock.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace lockscope::test {

/// An executor that runs tasks only when the test calls it, on the test's thread. post() and after() may be called from
/// any thread, the functions that run tasks from one thread only. `clock` must outlive the executor.
/// Tasks that have not run at its destruction are destroyed without running.
class ManualExecutor final : public Executor {
public:
    explicit ManualExecutor(ManualClock& clock);
    ~ManualExecutor() override;
    ManualExecutor(const ManualExecutor&) = delete;
    ManualExecutor& operator=(const ManualExecutor&) = delete;

    void post(Task task) override;
    [[nodiscard]] Subscription after(Duration delay, Task task) override;
    [[nodiscard]] bool isCurrent() const override;
    [[nodiscard]] const Clock& clock() const override;

    /// Runs the next task: a posted one, else a due timer. Returns false if there is nothing to run now.
    bool runOne();

    /// Runs until no task can run now, and returns the number of tasks run. Aborts the program after more than a
    /// million: a task posts itself forever.
    std::size_t runUntilIdle();

    /// Advances the clock from one due timer to the next and runs the due tasks at each step. Another executor on the
    /// same clock finds its timers overdue when it runs next.
    void advance(Duration by);

    /// Runs `task` in a task of this executor, together with everything posted before and after it.
    void runAndWait(const Task& task) override;

    [[nodiscard]] std::size_t pendingTasks() const;
    [[nodiscard]] std::size_t pendingTimers() const;
    /// The due time of the next timer.
    [[nodiscard]] std::optional<SteadyTime> nextTimer() const;

private:
    struct State;
    ManualClock& m_clock;
    std::shared_ptr<State> m_state;
};

} // namespace lockscope::test
