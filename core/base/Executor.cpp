// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Executor.h"

#include <future>
#include <memory>
#include <utility>

namespace lockscope {

void Executor::runAndWait(const Task& task)
{
    if (isCurrent()) {
        task();
        return;
    }
    // Owned by the posted task alone: a stopped executor destroys the task, and the broken promise ends the wait.
    auto done = std::make_shared<std::promise<void>>();
    const auto ended = done->get_future();
    post([&task, done = std::move(done)] {
        task();
        done->set_value();
    });
    ended.wait();
}

} // namespace lockscope
