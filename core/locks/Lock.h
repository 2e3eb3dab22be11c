// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/locks/Attempt.h"
#include "core/locks/LockState.h"
#include "core/zk/Client.h"

#include <compare>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>

namespace lockscope::locks {

/// Who holds, within one lock object: a thread in the blocking calls, a number of the caller's choice in the
/// asynchronous ones.
struct Owner {
    std::thread::id thread;
    std::uint64_t tag = 0;

    [[nodiscard]] static Owner thisThread() { return {std::this_thread::get_id(), 0}; }
    [[nodiscard]] static Owner named(std::uint64_t tag) { return {{}, tag}; }

    friend auto operator<=>(const Owner&, const Owner&) = default;
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

    /// Gives back what is held and gives up what waits, in the background; handlers hear nothing of it. Waits for its
    /// turn on the executor, so that the client may be destroyed next.
    virtual ~Lock();
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

    /// Asks for the lock. `timeout` is the total budget on a steady clock: nothing waits for ever, zero takes one look.
    /// Errors: TimedOut, Cancelled (by `stop`), NoAuth, Closed, AuthFailed, NoConnection (zero budget), BadArguments
    /// (this owner is waiting already, or holds and the lock is not re-entrant), NotHeld (this owner's hold was lost:
    /// release it).
    void acquireAsync(Owner owner, std::optional<Duration> timeout, std::stop_token stop, zk::Reply<Grant> reply);

    /// Gives one hold back; the last one deletes the node. Errors: NotHeld (also when the lock was lost: the owner is
    /// told here at the latest), NoAuth (the node stays, and so does the hold).
    void releaseAsync(Owner owner, zk::Reply<void> reply);

    /// The same, blocking the calling thread, which is the owner. Not on client.executor(). Close the client before its
    /// executor stops: a caller that is still waiting then has its answer, else it waits for ever.
    [[nodiscard]] Result<Grant> acquire(std::optional<Duration> timeout = {}, std::stop_token stop = {});
    [[nodiscard]] Result<void> release();

    /// Where an owner stands: Released when it neither holds nor waits. Blocks for a hop to the executor when called
    /// elsewhere.
    [[nodiscard]] LockState state(Owner owner = Owner::thisThread()) const;

    /// Called at each change of state of each owner, until the subscription is destroyed (on the executor).
    [[nodiscard]] Subscription onState(StateHandler handler);

protected:
    using MakeAttempt = std::function<std::shared_ptr<Attempt>()>;

    Lock(zk::Client& client, bool reentrant, MakeAttempt makeAttempt);

private:
    class Holders;
    Executor& m_executor;
    std::shared_ptr<Holders> m_holders;
};

} // namespace lockscope::locks
