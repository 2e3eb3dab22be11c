// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/redis/LeaseOptions.h"
#include "core/redis/Client.h"

#include <chrono>
#include <string>

namespace lockscope::locks {

/// LeaseOptions of a fair lock.
struct FairOptions : LeaseOptions {
    /// After the turn of the waiter before it, a waiter that does not answer loses its place after this time (Redisson:
    /// fairLockWaitTimeout). A waiter of this library whose process has died is removed earlier, see mayEvict.
    std::chrono::milliseconds waitTimeout{300'000};
    /// A head of the queue that does not listen is removed when two looks at least 500 ms apart have found it so, while
    /// the lock is free. Set it to false if clients of Redisson subscribe on replicas (subscriptionMode SLAVE), or in a
    /// cluster without sharded channels: the master does not see those subscribers.
    bool mayEvict = true;
};

/// Re-entrant lock in the order of the requests. Compatible with the fair RLock of Redisson 3 and 4: the hash of
/// RedissonLock, a list of waiters, their deadlines, and a channel for each waiter. Promises what RedissonLock
/// promises, and order among clients that live. The queue is lost with the master's data: waiters then queue again.
class RedissonFairLock final : public Lock {
public:
    RedissonFairLock(redis::Client& client, std::string name, FairOptions options = {});
};

} // namespace lockscope::locks
