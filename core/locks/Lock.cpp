// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/Lock.h"

#include <future>
#include <map>
#include <vector>

namespace lockscope::locks {

namespace {

/// Waits for an answer that comes on another thread. An executor that stops first drops the reply, and with it the
/// promise.
template <typename T> Result<T> await(const std::function<void(zk::Reply<T>)>& ask, const char* operation)
{
    auto promise = std::make_shared<std::promise<Result<T>>>();
    auto future = promise->get_future();
    ask([promise = std::move(promise)](Result<T> result) { promise->set_value(std::move(result)); });
    try {
        return future.get();
    } catch (const std::future_error&) {
        return failure(ErrorCode::Closed, operation, {}, "the client's executor has stopped");
    }
}

} // namespace

/// The owners of one lock object and their attempts. Confined to the executor.
class Lock::Holders final : public std::enable_shared_from_this<Lock::Holders> {
public:
    Holders(bool reentrant, MakeAttempt makeAttempt)
        : m_reentrant(reentrant)
        , m_makeAttempt(std::move(makeAttempt))
    {
    }

    void acquire(Owner owner, std::optional<Duration> timeout, const std::stop_token& stop, Executor& executor,
                 zk::Reply<Grant> reply)
    {
        if (m_closed) {
            reply(failure(goneError()));
            return;
        }
        if (const auto found = m_entries.find(owner); found != m_entries.end()) {
            acquireAgain(found->second, reply);
            return;
        }
        auto attempt = m_makeAttempt();
        auto& entry = m_entries[owner];
        entry.attempt = attempt;
        attempt->onState([weak = weak_from_this(), owner](const LockState& state) {
            if (const auto me = weak.lock())
                me->publish(owner, state);
        });
        if (stop.stop_possible()) {
            // The token may be triggered on any thread, also right here.
            entry.stop = std::make_shared<StopCallback>(stop, [&executor, weak = std::weak_ptr(attempt)] {
                executor.post([weak] {
                    if (const auto waiting = weak.lock())
                        waiting->cancel();
                });
            });
        }
        attempt->start(timeout,
                       [me = shared_from_this(), owner, attempt, reply = std::move(reply)](Result<Grant> result) {
                           if (me->m_closed && result) { // granted to nobody
                               attempt->release([](const Result<void>&) {});
                               reply(failure(goneError()));
                               return;
                           }
                           const auto mine = me->m_entries.find(owner);
                           if (mine != me->m_entries.end() && mine->second.attempt == attempt) {
                               mine->second.stop.reset();
                               if (result)
                                   mine->second.holds = 1;
                               else
                                   me->m_entries.erase(mine);
                           }
                           reply(std::move(result));
                       });
    }

    void release(Owner owner, zk::Reply<void> reply)
    {
        const auto entry = m_entries.find(owner);
        if (entry == m_entries.end() || entry->second.holds == 0) {
            reply(failure(ErrorCode::NotHeld, "release", {}, "this owner does not hold it"));
            return;
        }
        if (entry->second.holds > 1) {
            --entry->second.holds;
            reply({});
            return;
        }
        // Forgotten before the answer, so that the owner can queue again at once; put back if the server refuses.
        auto kept = std::move(entry->second);
        m_entries.erase(entry);
        kept.attempt->release([me = shared_from_this(), owner, kept, reply = std::move(reply)](Result<void> released) {
            const auto phase = kept.attempt->state().phase;
            if (!released && (phase == Phase::Held || phase == Phase::Uncertain))
                me->putBack(owner, kept);
            reply(std::move(released));
        });
    }

    [[nodiscard]] LockState state(Owner owner) const
    {
        const auto entry = m_entries.find(owner);
        if (entry != m_entries.end())
            return entry->second.attempt->state();
        LockState none;
        none.phase = Phase::Released;
        return none;
    }

    std::uint64_t addObserver(StateHandler handler)
    {
        m_observers.emplace(++m_lastObserver, std::move(handler));
        return m_lastObserver;
    }
    void removeObserver(std::uint64_t id) { m_observers.erase(id); }

    void leaveAll()
    {
        m_closed = true;
        m_observers.clear();
        for (auto& [owner, entry] : std::exchange(m_entries, {})) {
            if (entry.holds > 0)
                entry.attempt->release(
                    [](const Result<void>&) {}); // nobody is left to tell; the attempt logs what fails
            else
                entry.attempt->cancel();
        }
    }

private:
    using StopCallback = std::stop_callback<std::function<void()>>;

    struct Entry {
        std::shared_ptr<Attempt> attempt;
        int holds = 0; ///< 0 while it waits
        std::shared_ptr<StopCallback> stop;
    };

    [[nodiscard]] static Error goneError()
    {
        return {ErrorCode::Cancelled, "acquire", {}, "the lock object was destroyed"};
    }

    /// The server refused to delete: the owner still holds. If it has queued again meanwhile, it waits behind itself.
    void putBack(Owner owner, const Entry& kept)
    {
        if (const auto again = m_entries.find(owner); again != m_entries.end()) {
            const auto attempt = again->second.attempt;
            attempt->cancel();
            m_entries.erase(owner);
        }
        m_entries.emplace(owner, kept);
    }

    void acquireAgain(Entry& entry, const zk::Reply<Grant>& reply) const
    {
        const auto& state = entry.attempt->state();
        if (state.phase == Phase::Lost)
            reply(failure(ErrorCode::NotHeld, "acquire", {}, "the lock was lost, release it first"));
        else if (entry.holds == 0)
            reply(failure(ErrorCode::BadArguments, "acquire", {}, "this owner is waiting for the lock already"));
        else if (!m_reentrant)
            reply(failure(ErrorCode::BadArguments, "acquire", {},
                          "this owner holds the lock already, and it is not re-entrant"));
        else if (state.phase == Phase::Uncertain)
            reply(failure(ErrorCode::ConnectionLoss, "acquire", {}, "nobody knows whether the lock is still held"));
        else {
            ++entry.holds;
            reply(Grant{state.token, state.node});
        }
    }

    void publish(Owner owner, const LockState& state)
    {
        const auto observers = m_observers; // a handler may add or remove some
        for (const auto& [id, handler] : observers) {
            if (m_observers.contains(id))
                handler(owner, state);
        }
    }

    bool m_reentrant;
    bool m_closed = false;
    MakeAttempt m_makeAttempt;
    std::map<Owner, Entry> m_entries;
    std::map<std::uint64_t, StateHandler> m_observers;
    std::uint64_t m_lastObserver = 0;
};

Lock::Lock(zk::Client& client, bool reentrant, MakeAttempt makeAttempt)
    : m_executor(client.executor())
    , m_holders(std::make_shared<Holders>(reentrant, std::move(makeAttempt)))
{
}

Lock::~Lock()
{
    if (m_executor.isCurrent()) {
        m_holders->leaveAll();
        return;
    }
    // Waits until it is asked for: the client may be destroyed next. An executor that has stopped drops the task.
    auto left = std::make_shared<std::promise<void>>();
    const auto done = left->get_future();
    m_executor.post([holders = m_holders, left = std::move(left)] {
        holders->leaveAll();
        left->set_value();
    });
    done.wait();
}

void Lock::acquireAsync(Owner owner, std::optional<Duration> timeout, std::stop_token stop, zk::Reply<Grant> reply)
{
    m_executor.post([&executor = m_executor, holders = m_holders, owner, timeout, stop = std::move(stop),
                     reply = std::move(reply)] { holders->acquire(owner, timeout, stop, executor, reply); });
}

void Lock::releaseAsync(Owner owner, zk::Reply<void> reply)
{
    m_executor.post([holders = m_holders, owner, reply = std::move(reply)]() mutable {
        holders->release(owner, std::move(reply));
    });
}

Result<Grant> Lock::acquire(std::optional<Duration> timeout, std::stop_token stop)
{
    if (m_executor.isCurrent())
        return failure(ErrorCode::BadArguments, "acquire", {},
                       "a blocking call on the client's own executor never ends");
    return await<Grant>(
        [&](zk::Reply<Grant> reply) { acquireAsync(Owner::thisThread(), timeout, std::move(stop), std::move(reply)); },
        "acquire");
}

Result<void> Lock::release()
{
    if (m_executor.isCurrent())
        return failure(ErrorCode::BadArguments, "release", {},
                       "a blocking call on the client's own executor never ends");
    return await<void>([&](zk::Reply<void> reply) { releaseAsync(Owner::thisThread(), std::move(reply)); }, "release");
}

LockState Lock::state(Owner owner) const
{
    if (m_executor.isCurrent())
        return m_holders->state(owner);
    const auto state = await<LockState>(
        [&](const zk::Reply<LockState>& reply) {
            m_executor.post([holders = m_holders, owner, reply] { reply(holders->state(owner)); });
        },
        "state");
    LockState closed;
    closed.phase = Phase::Lost;
    closed.reason = LostReason::ClientClosed;
    return state.value_or(closed);
}

Subscription Lock::onState(StateHandler handler)
{
    auto id = std::make_shared<std::uint64_t>(0);
    m_executor.run([holders = m_holders, id, handler = std::move(handler)] { *id = holders->addObserver(handler); });
    return Subscription([&executor = m_executor, weak = std::weak_ptr(m_holders), id] {
        executor.run([weak, id] {
            if (const auto holders = weak.lock())
                holders->removeObserver(*id);
        });
    });
}

} // namespace lockscope::locks
