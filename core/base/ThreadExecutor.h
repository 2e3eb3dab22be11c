// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"

#include <memory>

namespace lockscope {

/// An executor with its own thread. stop() and the destructor wait for the running task, discard the others and join
/// the thread. Neither may be called from one of its tasks. Tasks must not throw.
class ThreadExecutor final : public Executor {
public:
    enum class Dispatch {
        OwnThread, ///< every task runs on the executor's thread
        /// When the executor is idle, callbacks of a client library run on that library's thread, which saves a thread
        /// switch. Tasks still run one at a time. A task must not destroy a client of this executor (it would wait for
        /// itself if it runs on that client's thread); close() is allowed.
        Caller
    };

    explicit ThreadExecutor(Dispatch dispatch = Dispatch::OwnThread);
    ~ThreadExecutor() override;
    ThreadExecutor(const ThreadExecutor&) = delete;
    ThreadExecutor& operator=(const ThreadExecutor&) = delete;

    void post(Task task) override;
    void dispatch(Task task) override;
    [[nodiscard]] Subscription after(Duration delay, Task task) override;
    [[nodiscard]] bool isCurrent() const override;
    [[nodiscard]] const Clock& clock() const override;

    void stop();

private:
    struct State;
    std::shared_ptr<State> m_state;
};

} // namespace lockscope
