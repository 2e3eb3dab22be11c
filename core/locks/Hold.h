// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/base/Result.h"
#include "core/locks/Grant.h"
#include "core/locks/LockState.h"
#include "core/locks/Owner.h"

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockscope::locks {

class LockHolders;
class GrantRecord;
struct HoldAccess;

/// One grant of a lock; the destructor releases it. Movable. A re-entrant acquisition by the same owner creates another
/// Hold of the same grant; the last one released ends the grant. A Hold affects only its own grant: releasing a lost
/// grant late does not affect a newer grant of the owner.
///
///     if (const auto hold = mutex.acquire(std::chrono::seconds(5)))
///         write(orders, hold->token());
///
/// A holder must stop using the protected resource at Uncertain, may continue at Held, and must undo or abandon its
/// work at Lost. After validUntil() a hold is Uncertain for every call below, connected or not.
///
/// Thread: any, one at a time per Hold object; const functions from several at once. Replies run on the client's
/// callbacks(). Its executors must outlive the Hold. The lock and the client need not: a Hold that outlives its lock is
/// released. Do not make blocking calls on the client's executor.
class [[nodiscard]] Hold final {
public:
    Hold(Hold&& other) noexcept;
    Hold& operator=(Hold&& other) noexcept;
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
    /// Releases in the background, with retries until it is certain; the lock logs a refusal of the server.
    ~Hold();

    // Do not block and do not wait for the executor. Not allowed on a Hold that was moved from.

    [[nodiscard]] Owner owner() const;
    [[nodiscard]] const Grant& grant() const;
    /// Fencing token; 0: the lock has none.
    [[nodiscard]] std::int64_t token() const { return grant().token; }
    /// Held, Uncertain or Lost; Released from release() on, unless the server refuses.
    [[nodiscard]] LockState state() const;
    /// The servers cannot have granted the lock to another client before this time, as far as the lock promises it: its
    /// class says what a failover of the servers can break. Advances with each confirmation of the session or lease.
    /// Nothing if the lock is not held.
    [[nodiscard]] std::optional<SteadyTime> validUntil() const;
    /// The time left until validUntil(), as of now; zero past it. Nothing if the lock is not held.
    [[nodiscard]] std::optional<Duration> remaining() const;
    /// Stop is requested when the hold becomes Uncertain or Lost, whichever comes first, but not when it is released.
    /// Its callbacks run on the client's executor: keep them short, and do not block in them. A requested token stays
    /// requested; if the hold becomes Held again, lostToken() returns a new one. A thread that may have been suspended
    /// must also compare validUntil() with the clock.
    [[nodiscard]] std::stop_token lostToken() const;

    /// Checks with the server that decides (ZooKeeper: the leader, by a sync and a read; Redis: the master) whether
    /// this is still held. Succeeds only when connected, before validUntil(), and when the server has confirmed it.
    /// Errors: NotHeld; ConnectionLoss and similar: unknown.
    void verifyAsync(Reply<void> reply) const;
    [[nodiscard]] Result<void> verify() const;

    /// Releases; the last Hold of a grant deletes its node or key. Success: the grant lasted until then, so no other
    /// client held the lock before. Errors: NotHeld (already released; or lost or no longer found, so another client
    /// may have held the lock; or, with several Holds, past validUntil), NoAuth (refused: the hold remains). If the
    /// same owner acquires again before the executor has run the release, one transaction does both where the lock
    /// supports it: on ZooKeeper a lock of one queue.
    void releaseAsync(Reply<void> reply);
    [[nodiscard]] Result<void> release();

    /// Releases and acquires again, at the end of the queue if the lock has one, pipelined. The new grant is a new Hold
    /// of the same owner; this one is released. Errors as for acquire, and NotHeld and BadArguments (held more than
    /// once, or by a writer that also reads); these two change nothing.
    void yieldAsync(std::optional<Duration> timeout, std::stop_token stop, Reply<Hold> reply);
    [[nodiscard]] Result<Hold> yield(std::optional<Duration> timeout = {}, std::stop_token stop = {});

private:
    friend class LockHolders;
    friend struct HoldAccess;
    struct Share;

    explicit Hold(std::shared_ptr<Share> share);
    void abandon() noexcept;

    std::shared_ptr<Share> m_share; ///< null after a move
};

} // namespace lockscope::locks
