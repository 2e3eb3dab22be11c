// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "tests/support/ManualClock.h"

#include <cstddef>
#include <memory>
#include <optional>

namespace lockscope::test {

/// An executor that runs nothing until the test says so, on the thread of the test. post() and after() may be called
/// from any thread, the functions that run tasks only from one. `clock` must outlive the executor.
/// Tasks that have not run when it is destroyed are destroyed unrun.
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

    /// Runs the next task: a posted one, else a timer that is due. False when there is nothing to run now.
    bool runOne();

    /// Runs until nothing is left to run now, and returns how many tasks that took. Ends the program when it takes
    /// more than a million: something there posts itself for ever.
    std::size_t runUntilIdle();

    /// Moves the clock on in steps, from one timer's due time to the next, and runs what comes due at each.
    /// Another executor on the same clock finds its timers overdue when it runs next.
    void advance(Duration by);

    /// Runs `task` in a task of this executor, with everything that was posted before it and after it.
    void runAndWait(const Task& task) override;

    [[nodiscard]] std::size_t pendingTasks() const;
    [[nodiscard]] std::size_t pendingTimers() const;
    /// When the next timer is due.
    [[nodiscard]] std::optional<SteadyTime> nextTimer() const;

private:
    struct State;
    ManualClock& m_clock;
    std::shared_ptr<State> m_state;
};

} // namespace lockscope::test
