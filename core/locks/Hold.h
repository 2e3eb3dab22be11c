// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Executor.h"
#include "core/base/Result.h"
#include "core/locks/Grant.h"
#include "core/locks/LockState.h"
#include "core/locks/Owner.h"
#include "core/zk/Client.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockscope::locks {

class LockHolders;
class GrantRecord;

/// One grant of a lock, released when it is destroyed. Movable. Several of one grant exist where the same owner has
/// acquired a re-entrant lock again: the last one that is released ends the grant. What a Hold does concerns its own
/// grant only: that of a lost grant, released late, cannot touch what the owner has been granted since.
///
///     if (const auto hold = mutex.acquire(std::chrono::seconds(5)))
///         write(orders, hold->token());
///
/// A holder's duties: stop using what the lock protects at Uncertain, continue at Held, undo or abandon at Lost. Past
/// validUntil() a hold is Uncertain for every call below, connected or not.
///
/// Thread: any, one at a time for each Hold object; the const functions from several at once. Replies run on the
/// client's executor, which must outlive the Hold. The lock and the client need not: a Hold that outlives its lock is
/// released. The blocking calls are not for the client's executor.
class [[nodiscard]] Hold final {
public:
    Hold(Hold&& other) noexcept;
    Hold& operator=(Hold&& other) noexcept;
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    /// Releases in the background. Retried until it is certain: what a server refuses to delete is logged by the lock.
    ~Hold();

    // Without blocking and without a hop to the executor. Not of a Hold that was moved from.

    [[nodiscard]] Owner owner() const;
    [[nodiscard]] const Grant& grant() const;
    [[nodiscard]] std::int64_t token() const { return grant().token; }
    /// Held, Uncertain, Lost; Released from release() on, unless a server refuses.
    [[nodiscard]] LockState state() const;
    /// The server cannot have given the lock to another client before this moment; moves ahead with each confirmation
    /// of the session. Nothing where it is not held.
    [[nodiscard]] std::optional<SteadyTime> validUntil() const;
    /// Requested when the hold becomes Uncertain or Lost, whichever comes first; not when it is released. Its
    /// callbacks run in the thread that requests, which is the client's executor: keep them short, and do not block in
    /// them. A token stays requested where the hold is certain again: lostToken() then returns a new one.
    /// A thread that may have been suspended compares validUntil() with the clock as well.
    [[nodiscard]] std::stop_token lostToken() const;

    /// Asks the leader whether this is still held: good only when connected, within validUntil(), and when both the
    /// sync and the read succeeded. Errors: NotHeld; ConnectionLoss and the like: unknown.
    void verifyAsync(zk::Reply<void> reply) const;
    [[nodiscard]] Result<void> verify() const;

    /// Writes to ZooKeeper that happen only if this is still held at that very moment: fencing for data in the same
    /// ensemble. All or nothing; the reply has the results of `operations`. Errors: NotHeld (nothing was written);
    /// those of a multi; Unimplemented for a single-node lock, whose node's name the next holder shares.
    void guardAsync(std::vector<zk::Op> operations, zk::Reply<std::vector<zk::OpResult>> reply) const;
    [[nodiscard]] Result<std::vector<zk::OpResult>> guard(std::vector<zk::Op> operations) const;

    /// Releases; the last one of a grant deletes the node. Success means that the grant lasted until then: no other
    /// client can have held before. Errors: NotHeld (released before; or lost, or found gone, so that others may have
    /// held meanwhile; or, of several of a grant, past validUntil), NoAuth (the node stays, and so does the hold).
    /// Where the same owner asks again at once (before the executor has come to it), one transaction does both, where
    /// the lock is one queue.
    void releaseAsync(zk::Reply<void> reply);
    [[nodiscard]] Result<void> release();

    /// Lets the next client in and queues again at the end: release and acquire, pipelined. The new grant is a Hold of
    /// its own, with the same owner; this one is released. Errors as of acquire; besides NotHeld and BadArguments
    /// (held more than once, or by a writer that reads as well), which change nothing.
    void yieldAsync(std::optional<Duration> timeout, std::stop_token stop, zk::Reply<Hold> reply);
    [[nodiscard]] Result<Hold> yield(std::optional<Duration> timeout = {}, std::stop_token stop = {});

private:
    friend class LockHolders;
    struct Share;

    explicit Hold(std::shared_ptr<Share> share);
    void abandon() noexcept;

    std::shared_ptr<Share> m_share; ///< null once moved from
};

} // namespace lockscope::locks
