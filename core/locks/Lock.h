// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/locks/Attempt.h"
#include "core/locks/LockState.h"
#include "core/zk/Client.h"

#include <atomic>
#include <compare>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

namespace lockscope::locks {

class LockHolders;

/// Who holds, within one lock object: a thread in the blocking calls, a number of the caller's choice in the
/// asynchronous ones.
struct Owner {
    std::thread::id thread;
    std::uint64_t tag = 0;

    [[nodiscard]] static Owner thisThread() { return {std::this_thread::get_id(), 0}; }
    [[nodiscard]] static Owner named(std::uint64_t tag) { return {{}, tag}; }

    friend auto operator<=>(const Owner&, const Owner&) = default;
};

/// Whether an owner can hold more than once, and who may release.
enum class OwnerRule {
    Reentrant, ///< an owner that holds may acquire again; as many releases end it
    NotReentrant,
    AnyReleases, ///< each blocking acquire() is an owner of its own, and any thread's release() ends one of the holds
};

/// What every lock offers. Owned by the caller; the client must outlive it and stay open while something is held.
/// Thread: any. Replies and handlers run on client.executor().
/// Each owner that waits has a node of its own in the queue, so threads that share one lock object take turns fairly.
///
/// Duties of a holder: at Uncertain stop touching what the lock protects (contact is lost; the server may give the lock
/// away at state().validUntil); at Held again go on; at Lost undo or abandon, and call release() to forget. Give the
/// fencing token of the grant to the protected resource with each write and let it refuse older ones: no lock service
/// can do without.
class Lock {
public:
    using StateHandler = std::function<void(Owner, const LockState&)>;
    using LostHandler = std::function<void(Owner, LostReason)>;
    using RevokedHandler = std::function<void(Owner)>;

    /// Gives back what is held and gives up what waits, in the background; handlers hear nothing of it. Waits for its
    /// turn on the executor, so that the client may be destroyed next.
    virtual ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    /// Asks for the lock. `timeout` is the total budget on a steady clock: nothing waits for ever, zero takes one look.
    /// Errors: TimedOut, Cancelled (by `stop`), NoAuth, Closed, AuthFailed, NoConnection (zero budget), BadArguments
    /// (this owner is waiting already, or holds and the lock is not re-entrant), NotHeld (this owner's hold was lost:
    /// release it), SequenceExhausted, NotALock (ForeignPolicy::Refuse); and where the retry policy gives up,
    /// ConnectionLoss and the like.
    void acquireAsync(Owner owner, std::optional<Duration> timeout, std::stop_token stop, zk::Reply<Grant> reply);

    /// Gives one hold back; the last one deletes the node. Errors: NotHeld (also when the lock was lost: the owner is
    /// told here at the latest), NoAuth (the node stays, and so does the hold). Without a reply (null) nobody is left
    /// who could give it back again: it is let go in any case, and what the server refuses to delete is tried again.
    /// Where the same owner asks again at once (before the executor has come to it), one transaction does both, where
    /// the recipe is one queue.
    void releaseAsync(Owner owner, zk::Reply<void> reply);

    /// Lets the next one in and queues again at the end: release and acquire in one breath. The reply is as
    /// acquireAsync's, and after an error nothing is held. Errors besides: NotHeld, BadArguments (held more than once,
    /// or by a writer that reads as well), both of which change nothing.
    void yieldAsync(Owner owner, std::optional<Duration> timeout, std::stop_token stop, zk::Reply<Grant> reply);

    /// Asks the leader whether the owner still holds. Errors: NotHeld; ConnectionLoss and the like: not known.
    void verifyAsync(Owner owner, zk::Reply<void> reply);

    /// Writes to ZooKeeper that happen only if the owner still holds at that very moment: fencing for free, for what is
    /// kept in the same ensemble. All or nothing; the reply has the results of `operations`. Errors: NotHeld (nothing
    /// was written); those of a multi; Unimplemented for a single-node lock, whose node's name the next holder shares.
    void guardAsync(Owner owner, std::vector<zk::Op> operations, zk::Reply<std::vector<zk::OpResult>> reply);

    /// The same, blocking the calling thread, which is the owner. Not on client.executor(). If the executor stops while
    /// a call waits, the call returns Closed when the client is destroyed.
    [[nodiscard]] Result<Grant> acquire(std::optional<Duration> timeout = {}, std::stop_token stop = {});
    [[nodiscard]] Result<void> release();
    [[nodiscard]] Result<Grant> yield(std::optional<Duration> timeout = {}, std::stop_token stop = {});
    [[nodiscard]] Result<void> verify();
    [[nodiscard]] Result<std::vector<zk::OpResult>> guard(std::vector<zk::Op> operations);

    /// Where an owner stands: Released when it neither holds nor waits. Blocks for a hop to the executor when called
    /// elsewhere.
    [[nodiscard]] LockState state(Owner owner = Owner::thisThread()) const;
    /// The token of the grant, while the owner holds.
    [[nodiscard]] std::optional<std::int64_t> fencingToken(Owner owner = Owner::thisThread()) const;
    /// Until when the server can't have given the lock away, by what is known now: each answer of the server moves it
    /// on. Nothing when the owner does not hold.
    [[nodiscard]] std::optional<SteadyTime> validUntil(Owner owner = Owner::thisThread()) const;

    /// Called at each change of state of each owner, until the subscription is destroyed (on the executor).
    [[nodiscard]] Subscription onState(StateHandler handler);
    /// Called when an owner's hold is lost.
    [[nodiscard]] Subscription onLost(LostHandler handler);
    /// Called when somebody asks an owner, holding or waiting, to let go (Revocation.h). To follow is the program's
    /// choice. As long as it is subscribed to, own nodes are read.
    [[nodiscard]] Subscription onRevoked(RevokedHandler handler);

    /// Who a blocking call acquires for: this thread, or where any may release a new owner each time.
    [[nodiscard]] Owner newOwner();

    /// The client's: where replies and handlers run.
    [[nodiscard]] Executor& executor() const { return m_executor; }

protected:
    /// What an owner's acquisition is to be, or why there can be none. Called on the executor.
    using MakeAttempt = std::function<Result<std::shared_ptr<Attempt>>(Owner)>;

    /// `name`: in errors; its path.
    Lock(zk::Client& client, std::string name, OwnerRule rule, MakeAttempt makeAttempt);

    /// acquireAsync() with another kind of attempt than the usual.
    void acquireAsync(Owner owner, std::optional<Duration> timeout, std::stop_token stop, MakeAttempt makeAttempt,
                      zk::Reply<Grant> reply);
    [[nodiscard]] const std::shared_ptr<LockHolders>& holders() const { return m_holders; }

private:
    Executor& m_executor;
    std::shared_ptr<LockHolders> m_holders;
    OwnerRule m_rule;
    std::atomic<std::uint64_t> m_lastOwner{0};
};

} // namespace lockscope::locks
