// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Phrase.h"
#include "core/zk/Client.h"

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <utility>

namespace lockscope::locks {

/// Blocks until a reply arrives on `executor`. An error if called on the executor or after it has stopped: a stopped
/// executor destroys the reply and its promise. Private to core/locks.
template <typename T>
[[nodiscard]] Result<T> awaitReply(const Executor& executor, const char* operation,
                                   const std::function<void(zk::Reply<T>)>& ask)
{
    if (executor.isCurrent())
        return failure(ErrorCode::BadArguments, operation, {},
                       phrase("a blocking call on the client's own executor never returns. Use the Async call there"));
    auto promise = std::make_shared<std::promise<Result<T>>>();
    auto future = promise->get_future();
    ask([promise = std::move(promise)](Result<T> result) { promise->set_value(std::move(result)); });
    try {
        return future.get();
    } catch (const std::future_error&) {
        return failure(ErrorCode::Closed, operation, {}, phrase("the client's executor has stopped"));
    }
}

/// A subscription to `state`, which is confined to `executor` and not kept alive. `add` returns the id of the added
/// callback, `remove` removes it; both run on the executor, at once if already on it.
template <typename State, typename Add, typename Remove>
[[nodiscard]] Subscription subscribeOn(Executor& executor, const std::shared_ptr<State>& state, Add add, Remove remove)
{
    auto id = std::make_shared<std::uint64_t>(0);
    executor.run([state, id, add = std::move(add)] { *id = add(*state); });
    return Subscription([&executor, weak = std::weak_ptr(state), id, remove] {
        executor.run([weak, id, remove] {
            if (const auto alive = weak.lock())
                remove(*alive, *id);
        });
    });
}

} // namespace lockscope::locks
