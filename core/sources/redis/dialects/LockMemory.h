// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What several readings of a lock say, which one reading cannot: whether a lease is renewed, whether a listener stays
/// away, which fencing token was the highest. Pure. What only passes with time changes no value, so that a lock that
/// was read again without a change stays equal.

#include "core/model/Snapshot.h"

#include <optional>

namespace lockscope::inspect {

/// When a lock was read.
struct ReadTimes {
    WallTime here{};   ///< this machine's clock
    WallTime server{}; ///< the server's, else this machine's
};

/// `last`: null or of another hold, if the owner or the count differ. A watchdog (Redisson, and this library) renews
/// when a third of the lease has passed: an extension at another time may be a release and a new acquisition.
[[nodiscard]] LeaseTrace traced(const LeaseTrace* last, std::optional<std::chrono::milliseconds> lease,
                                const ReadTimes& now);

/// `before`: of the reading before if it found the same; else null.
[[nodiscard]] Steady steady(const Steady* before, WallTime readAt);

/// Fills the fields of a waiter that need several readings. `last` may be null.
void rememberWaiter(RedisContender& waiter, const RedisContender* last, WallTime readAt);

/// Fills the fields of a holder that need several readings. `last`: null if it was not seen to hold before.
/// `hasOwnLease`: of a reader; false for a holder whose lease is the lock's.
void rememberHolder(RedisContender& holder, const RedisContender* last, bool hasOwnLease, const ReadTimes& now);

/// Raises RedisLock::highestToken to the token, and to that of the lock as it was shown last, which may be null.
void rememberToken(RedisLock& facts, const Lock* before);

/// Fills RedisLock::permits and mostPermits. `permits`: free and taken, read at one moment.
void rememberPermits(RedisLock& facts, std::optional<std::int64_t> permits, const Lock* before);

/// Fills RedisVote::same, RedisLock::heldToken, heldUntil and longestLease of a Redlock, whose votes and verdict are
/// complete.
void rememberVotes(RedisLock& facts, const Lock* before, WallTime readAt);

/// How long after this reading the next one tells something new although nothing changes: that a renewal is overdue, or
/// that a listener or a lease stays away. Nullopt: it does not.
[[nodiscard]] std::optional<std::chrono::milliseconds> nextLook(const Lock& lock);

} // namespace lockscope::inspect
