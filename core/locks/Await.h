// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Between the program's threads and the executor to which locks are confined. Private to core/locks.

#include "core/base/Phrase.h"
#include "core/base/Reply.h"
#include "core/base/Subscription.h"
#include "core/locks/LockExecutors.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace lockscope::locks {

/// The result that a blocked thread waits for, and the reply that brings it. The reply's copies share it: if all of
/// them are destroyed without a call, because the executor has stopped, the wait ends without a result.
template <typename T> class Awaited final {
public:
    [[nodiscard]] static Reply<T> replyTo(const std::shared_ptr<Awaited>& awaited)
    {
        return [end = std::make_shared<End>(awaited)](Result<T> result) { end->of->finish(std::move(result)); };
    }

    /// Blocks. Nothing: no reply can come any more.
    [[nodiscard]] std::optional<Result<T>> wait()
    {
        m_isOver.wait(0, std::memory_order_acquire);
        return std::move(m_result);
    }

private:
    struct End {
        explicit End(std::shared_ptr<Awaited> awaited)
            : of(std::move(awaited))
        {
        }
        ~End() { of->finish(std::nullopt); }
        End(const End&) = delete;
        End& operator=(const End&) = delete;

        std::shared_ptr<Awaited> of;
    };

    /// Only the first call has an effect. One thread at a time: the executor's, or the one that destroys its tasks.
    void finish(std::optional<Result<T>> result)
    {
        if (std::exchange(m_isFinished, true))
            return;
        m_result = std::move(result);
        m_isOver.store(1, std::memory_order_release);
        m_isOver.notify_one();
    }

    std::optional<Result<T>> m_result;
    bool m_isFinished = false;
    std::atomic<int> m_isOver{0}; ///< an int: waiting for it is one call of the system
};

/// Posts once, by `ask`, and blocks until the reply arrives on `executor`. An error if called on the executor or after
/// it has stopped.
template <typename T>
[[nodiscard]] Result<T> awaitReply(const Executor& executor, const char* operation,
                                   const std::function<void(Reply<T>)>& ask)
{
    if (executor.isCurrent())
        return failure(ErrorCode::BadArguments, operation, {},
                       phrase("a blocking call on the client's own executor never returns. Use the Async call there"));
    const auto awaited = std::make_shared<Awaited<T>>();
    ask(Awaited<T>::replyTo(awaited));
    if (auto result = awaited->wait())
        return std::move(*result);
    return failure(ErrorCode::Closed, operation, {}, phrase("the client's executor has stopped"));
}

/// A reply of the program, called on the executor for callbacks.
template <typename T> [[nodiscard]] Reply<T> onCallbacks(const LockExecutors& executors, Reply<T> reply)
{
    if (executors.areOne() || !reply)
        return reply;
    return [&callbacks = executors.callbacks, reply = std::move(reply)](Result<T> result) {
        callbacks.post([reply, kept = std::make_shared<Result<T>>(std::move(result))] { reply(std::move(*kept)); });
    };
}

/// A subscription of the program to `state`, which is confined to the loop and not kept alive. `handler` is called on
/// the executor for callbacks. It is not called any more when the subscription has ended there, or when `state` has
/// forgotten it. `add` adds the handler and returns its id, `remove` removes it; both run on the loop, at once if
/// already on it.
template <typename State, typename Add, typename Remove, typename... Args>
[[nodiscard]] Subscription subscribeOn(const LockExecutors& executors, const std::shared_ptr<State>& state,
                                       std::function<void(Args...)> handler, Add add, Remove remove)
{
    struct Target {
        std::function<void(Args...)> handler;
        std::atomic<bool> isEnded{false};
    };
    const auto id = std::make_shared<std::uint64_t>(0);
    auto& loop = executors.loop;
    std::function<void(Args...)> called = handler;
    std::weak_ptr<Target> weakTarget;
    if (!executors.areOne()) {
        const auto target = std::make_shared<Target>();
        target->handler = std::move(handler);
        weakTarget = target;
        called = [&callbacks = executors.callbacks, target](Args... args) {
            callbacks.post([weak = std::weak_ptr(target), ... args = std::move(args)] {
                if (const auto alive = weak.lock(); alive && !alive->isEnded)
                    alive->handler(args...);
            });
        };
    }
    loop.run([state, id, add = std::move(add), called = std::move(called)] { *id = add(*state, called); });
    return Subscription([&loop, weakTarget, weak = std::weak_ptr(state), id, remove] {
        if (const auto target = weakTarget.lock())
            target->isEnded = true;
        loop.run([weak, id, remove] {
            if (const auto alive = weak.lock())
                remove(*alive, *id);
        });
    });
}

} // namespace lockscope::locks
