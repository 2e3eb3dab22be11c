// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/redis/LeaseOptions.h"
#include "core/redis/Client.h"

#include <string>

namespace lockscope::locks {

/// Re-entrant lock, not fair. Compatible with RLock of Redisson 3 and 4: a hash `name` with the owner's field, its
/// lease as the key's time to live, a message on redisson_lock__channel:{name} at the release.
///
/// Promises mutual exclusion while one master keeps its data and its clock. A failover or a crash without persistence
/// can lose the lock, and a jump of the server's clock can end the lease early: the protected resource should check a
/// fencing token (RedissonFencedLock). The holder finds out by the next renewal, at most a third of the lease later; a
/// lease that cannot be renewed ends at validUntil(). Re-entrant calls of one owner are counted by this object: the
/// server sees one hold, and no other object is re-entrant with it.
class RedissonLock final : public Lock {
public:
    /// `name`: the key, any bytes but not empty. `client` must outlive the lock and its Holds' releases.
    RedissonLock(redis::Client& client, std::string name, LeaseOptions options = {});
};

/// RedissonLock with a fencing token (Hold::token()), which increases with each grant. Compatible with RFencedLock of
/// Redisson: a counter redisson_lock_token:{name}. The token is as durable as the master's data: if the counter is
/// lost, tokens start again at 1.
class RedissonFencedLock final : public Lock {
public:
    RedissonFencedLock(redis::Client& client, std::string name, LeaseOptions options = {});
};

/// RedissonLock whose waiters poll with exponential backoff, 1 to 128 ms, and get no message. Compatible with
/// RSpinLock of Redisson. For locks that are held for microseconds; each waiter costs requests.
class RedissonSpinLock final : public Lock {
public:
    RedissonSpinLock(redis::Client& client, std::string name, LeaseOptions options = {});
};

/// The lock of Redisson 2.2 (2016): the same hash as RedissonLock, and another channel. Clients of both kinds exclude
/// each other, but do not wake each other. For old fleets and demonstration. Unlike those clients, it renews only its
/// own lease.
class Redisson2016Lock final : public Lock {
public:
    Redisson2016Lock(redis::Client& client, std::string name, LeaseOptions options = {});
};

} // namespace lockscope::locks
