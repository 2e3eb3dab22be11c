// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/base/Result.h"
#include "core/base/Subscription.h"
#include "core/locks/Hold.h"
#include "core/locks/LockEvent.h"
#include "core/locks/LockExecutors.h"
#include "core/locks/LockState.h"
#include "core/locks/Owner.h"

#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockscope::locks {

class Attempt;

/// Defines whether an owner can hold more than once.
enum class OwnerRule {
    Reentrant, ///< a holder may acquire again; the hold ends after as many releases
    NotReentrant,
    AnyReleases, ///< each blocking acquire() has a new owner
};

/// The interface of every lock, on any backend. What each lock promises is in its own header: order of the waiters,
/// re-entrancy, fencing token, and what a failover of the servers can break. Owned by the caller; the client must
/// outlive it and stay open while the lock is held. Thread: any. Replies and handlers run on the client's callbacks(),
/// where they may block. Each owner that waits has an acquisition of its own, so threads that share one lock object
/// compete like clients. Each grant is a separate Hold: Hold.h has the duties of a holder. Pass the grant's fencing
/// token to the protected resource with each write, and let the resource reject older tokens: every lock service needs
/// this.
class Lock {
public:
    using StateHandler = std::function<void(Owner, const LockState&)>;
    using LostHandler = std::function<void(Owner, LostReason)>;
    using RevokedHandler = std::function<void(Owner)>;
    using EventHandler = std::function<void(const LockEvent&)>;

    /// Releases holds and cancels waiting acquisitions in the background, without calling callbacks. Waits until the
    /// executor has started this, so the client may be destroyed next.
    virtual ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    /// Acquires the lock for the calling thread and blocks it. Not on executor(). `timeout` is the total budget on a
    /// steady clock. Nothing: no limit, unless the client never had contact with a server (firstContact in the lock's
    /// options). Zero: one check, answered within a second. Errors: TimedOut, Cancelled (by `stop`), NoAuth,
    /// Closed, AuthFailed, NoConnection (zero timeout; or never any contact), BadArguments (this owner is already
    /// waiting, or holds and the lock is not re-entrant), NotHeld (a Hold of this owner was lost: release it first),
    /// ConnectionLoss (a Hold of this owner is Uncertain); ConnectionLoss and similar if the retry policy gives up; on
    /// ZooKeeper also SequenceExhausted, NotALock (ForeignPolicy::Refuse). After an error the acquisition's node or key
    /// is deleted in the background, with retries until it is certainly deleted. If the executor stops during the
    /// wait, returns Closed when the client is destroyed.
    [[nodiscard]] Result<Hold> acquire(std::optional<Duration> timeout = {}, std::stop_token stop = {});

    /// The same without blocking, for a new owner, which is returned: onState() and onRevoked() report it. A Hold that
    /// `reply` does not keep is released at once.
    Owner acquireAsync(std::optional<Duration> timeout, std::stop_token stop, Reply<Hold> reply);
    /// The same for an owner of the caller: re-entrant with the Holds of that owner.
    void acquireAsync(Owner owner, std::optional<Duration> timeout, std::stop_token stop, Reply<Hold> reply);
    /// The same as a future, for a new owner. The promise is broken if the executor stops.
    [[nodiscard]] std::future<Result<Hold>> acquireFuture(std::optional<Duration> timeout = {},
                                                          std::stop_token stop = {});

    // Lockable, for std::unique_lock and std::scoped_lock (which avoids deadlocks between several). The lock keeps a
    // Hold for each lock() of a thread until that thread's unlock(). These three do not report a loss: unlock() only
    // removes a lost hold, and never throws. To detect a loss, read currentHold() or use acquire().

    /// acquire() without a timeout. On failure throws std::system_error, as std::mutex does. It is the only exception
    /// of this library: lock() has no other way to report an error.
    void lock();
    /// acquire() with a zero timeout. False on any failure.
    [[nodiscard]] bool try_lock(); // NOLINT(readability-identifier-naming): the standard's name
    /// Releases the Hold of this thread's last lock() or try_lock() in the background. No effect without one.
    void unlock() noexcept;
    /// The Hold that unlock() would release; null if there is none. Valid until then, for this thread.
    [[nodiscard]] const Hold* currentHold() const;

    /// How many Holds the owner has of its present grant; 0: it does not hold, or the lock is lost. Those that are
    /// Uncertain count. On other threads, blocks until the executor answers.
    [[nodiscard]] int holdCount(Owner owner) const;
    [[nodiscard]] bool isHeldByThisThread() const { return holdCount(Owner::thisThread()) > 0; }

    /// Called at each change of an owner's state, until the subscription is destroyed (on callbacks()).
    [[nodiscard]] Subscription onState(StateHandler handler);
    /// Called when an owner's hold is lost.
    [[nodiscard]] Subscription onLost(LostHandler handler);
    /// Called at each grant and each end of one, with wait and hold times, for metrics. A re-entrant acquisition of an
    /// owner that holds is none. Not called for what the destructor releases.
    [[nodiscard]] Subscription onEvent(EventHandler handler);
    /// Called when a release is requested from an owner that holds or waits (zookeeper/Revocation.h). The program
    /// decides whether to release. While a subscription exists, the own nodes are read. Never called on Redis, whose
    /// locks have no such requests.
    [[nodiscard]] Subscription onRevoked(RevokedHandler handler);

    /// The client's executor.
    [[nodiscard]] Executor& executor() const { return m_executors.loop; }
    /// Replies and handlers run there: the client's callbacks().
    [[nodiscard]] Executor& callbacks() const { return m_executors.callbacks; }

protected:
    /// Creates the attempt of an owner's acquisition, or returns an error. Called on the executor.
    using MakeAttempt = std::function<Result<std::shared_ptr<Attempt>>(Owner)>;

    /// `name`: the lock's path or key, for errors.
    Lock(LockExecutors executors, std::string name, OwnerRule rule, MakeAttempt makeAttempt);

    /// The owner of a blocking call.
    [[nodiscard]] Owner callingOwner() const;
    /// acquireAsync() with another kind of attempt; null: the usual one. `reply` runs on the executor.
    void acquireOnExecutor(Owner owner, std::optional<Duration> timeout, std::stop_token stop, MakeAttempt makeAttempt,
                           Reply<Hold> reply);
    /// `reply`, called on callbacks().
    [[nodiscard]] Reply<Hold> onCallbacks(Reply<Hold> reply) const;
    [[nodiscard]] const std::shared_ptr<LockHolders>& holders() const { return m_holders; }

private:
    void keep(Hold hold);

    LockExecutors m_executors;
    std::shared_ptr<LockHolders> m_holders;
    OwnerRule m_rule;
    mutable std::mutex m_mutex;                                   ///< protects m_locked; no callback runs under it
    std::map<Owner, std::vector<std::unique_ptr<Hold>>> m_locked; ///< per thread, from lock() and try_lock()
};

} // namespace lockscope::locks
