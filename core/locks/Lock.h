// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/locks/Attempt.h"
#include "core/locks/Hold.h"
#include "core/locks/LockState.h"
#include "core/locks/Owner.h"
#include "core/zk/Client.h"

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

/// Whether an owner can hold more than once.
enum class OwnerRule {
    Reentrant, ///< an owner that holds may acquire again; as many releases end it
    NotReentrant,
    AnyReleases, ///< each blocking acquire() is an owner of its own
};

/// What every lock offers. Owned by the caller; the client must outlive it and stay open while something is held.
/// Thread: any. Replies and handlers run on client.executor().
/// Each owner that waits has a node of its own in the queue, so threads that share one lock object take turns fairly.
/// Each grant is a Hold of its own: Hold.h has the duties of a holder. Give the fencing token of the grant to the
/// protected resource with each write and let it refuse older ones: no lock service can do without.
class Lock {
public:
    using StateHandler = std::function<void(Owner, const LockState&)>;
    using LostHandler = std::function<void(Owner, LostReason)>;
    using RevokedHandler = std::function<void(Owner)>;

    /// Releases what is held and gives up what waits, in the background; handlers are not called for it. Waits for its
    /// turn on the executor, so that the client may be destroyed next.
    virtual ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    /// Acquires the lock for the calling thread, which it blocks. Not on client.executor().
    /// `timeout` is the total budget on a steady clock. Nothing: no limit, but for a client that has never had contact
    /// with a server (LockOptions::firstContact). Zero: one look, answered within a second (lookTime).
    /// Errors: TimedOut, Cancelled (by `stop`), NoAuth, Closed, AuthFailed, NoConnection (zero budget; or never any
    /// contact), BadArguments (this owner is waiting already, or holds and the lock is not re-entrant), NotHeld (a Hold
    /// of this owner was lost: release it first), ConnectionLoss (a Hold of this owner is Uncertain),
    /// SequenceExhausted, NotALock (ForeignPolicy::Refuse); and where the retry policy gives up, ConnectionLoss and the
    /// like. After an error what was queued is being deleted, in the background and until that is certain. If the
    /// executor stops while this waits, it returns Closed when the client is destroyed.
    [[nodiscard]] Result<Hold> acquire(std::optional<Duration> timeout = {}, std::stop_token stop = {});

    /// The same, not blocking, for a new owner, which is returned: onState() and onRevoked() report by it. A Hold that
    /// `reply` does not keep is released at once.
    Owner acquireAsync(std::optional<Duration> timeout, std::stop_token stop, zk::Reply<Hold> reply);
    /// The same for an owner of the caller's: re-entrant with what that holds.
    void acquireAsync(Owner owner, std::optional<Duration> timeout, std::stop_token stop, zk::Reply<Hold> reply);
    /// The same as a future, which is broken if the executor stops. For a new owner.
    [[nodiscard]] std::future<Result<Hold>> acquireFuture(std::optional<Duration> timeout = {},
                                                          std::stop_token stop = {});

    // Lockable, for std::unique_lock and std::scoped_lock (which avoids deadlocks between several). The lock keeps a
    // Hold for each lock() of a thread, until that thread's unlock(). A loss is not reported by these three: unlock()
    // of a lost hold only forgets it, and never throws. Who must know reads currentHold(), or uses acquire().

    /// acquire() without limits. Throws std::system_error where that fails, as std::mutex does: the one exception of
    /// this library, for lock() has no other way to report it.
    void lock();
    /// acquire() with one look. False where that fails, for whatever reason.
    [[nodiscard]] bool try_lock(); // NOLINT(readability-identifier-naming): the standard's name
    /// Releases what this thread's last lock() or try_lock() has acquired, in the background. Without that: nothing.
    void unlock() noexcept;
    /// What unlock() would release. Null: nothing. Valid until then, for this thread.
    [[nodiscard]] const Hold* currentHold() const;

    /// Called at each change of state of each owner, until the subscription is destroyed (on the executor).
    [[nodiscard]] Subscription onState(StateHandler handler);
    /// Called when an owner's hold is lost.
    [[nodiscard]] Subscription onLost(LostHandler handler);
    /// Called when a release is requested from an owner that holds or waits (Revocation.h). To follow is the program's
    /// choice. As long as it is subscribed to, own nodes are read.
    [[nodiscard]] Subscription onRevoked(RevokedHandler handler);

    /// The client's: where replies and handlers run.
    [[nodiscard]] Executor& executor() const { return m_executor; }

protected:
    /// What an owner's acquisition is to be, or why there can be none. Called on the executor.
    using MakeAttempt = std::function<Result<std::shared_ptr<Attempt>>(Owner)>;

    /// `name`: in errors; its path.
    Lock(zk::Client& client, std::string name, OwnerRule rule, MakeAttempt makeAttempt);

    /// Who a blocking call acquires for.
    [[nodiscard]] Owner callingOwner() const;
    /// acquireAsync() with another kind of attempt than the usual.
    void acquireAsync(Owner owner, std::optional<Duration> timeout, std::stop_token stop, MakeAttempt makeAttempt,
                      zk::Reply<Hold> reply);
    [[nodiscard]] const std::shared_ptr<LockHolders>& holders() const { return m_holders; }

private:
    void keep(Hold hold);

    Executor& m_executor;
    std::shared_ptr<LockHolders> m_holders;
    OwnerRule m_rule;
    mutable std::mutex m_mutex;                                   ///< of what follows; nothing is called under it
    std::map<Owner, std::vector<std::unique_ptr<Hold>>> m_locked; ///< of each thread, by lock() and try_lock()
};

} // namespace lockscope::locks
