// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"

#include <chrono>
#include <future>
#include <memory>
#include <utility>

namespace lockscope::test {

/// The reply to one request, for a thread that may block. The reply may still arrive after the wait has timed out.
template <typename T> class BlockingAnswer final {
public:
    /// Returns the handler. Called once, on any thread.
    [[nodiscard]] auto reply() const
    {
        return [answer = m_answer](Result<T> result) { answer->set_value(std::move(result)); };
    }

    /// Called once. Fails with TimedOut if no reply arrives within `limit`.
    [[nodiscard]] Result<T> get(std::chrono::milliseconds limit = std::chrono::seconds(30))
    {
        if (m_future.wait_for(limit) != std::future_status::ready)
            return failure(ErrorCode::TimedOut, "a test's request", {},
                           "no answer within " + std::to_string(limit.count()) + " ms");
        return m_future.get();
    }

private:
    std::shared_ptr<std::promise<Result<T>>> m_answer = std::make_shared<std::promise<Result<T>>>();
    std::future<Result<T>> m_future = m_answer->get_future();
};

} // namespace lockscope::test
