// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"

#include <memory>

namespace lockscope {

/// An executor with a thread of its own. stop() (and the destructor) lets the running task end, drops the rest and
/// joins; neither may be called from one of its tasks. What it runs must not throw.
class ThreadExecutor final : public Executor {
public:
    enum class Dispatch {
        OwnThread, ///< every task runs on the executor's thread
        /// Where the executor is idle, what a client library tells runs on that library's thread: one hop less between
        /// the server's word and a lock's answer. Still one task at a time. A task must then not destroy a client of
        /// this executor (close() is fine): it could be on that client's own thread, which would wait for itself.
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
