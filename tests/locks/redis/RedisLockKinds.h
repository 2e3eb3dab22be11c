// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// All locks on Redis, for tests that run on each of them.

#include "core/locks/Lock.h"
#include "core/locks/redis/LeaseOptions.h"
#include "core/redis/Client.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::test {

enum class RedisLockKind {
    Lock,
    Fenced,
    Spin,
    Fair,
    Read,
    Write,
    Semaphore, ///< with one permit
    Permit,    ///< likewise
    Multi,     ///< of NAME:a and NAME:b
    Lock2016,
    Json,
    Token,
    Redlock
};

[[nodiscard]] const std::vector<RedisLockKind>& redisLockKinds();
[[nodiscard]] std::string_view toString(RedisLockKind kind);

/// False: the server records no holder of this lock.
[[nodiscard]] inline bool hasLease(RedisLockKind kind)
{
    return kind != RedisLockKind::Semaphore;
}

/// `clients`: of one server, or several for Redlock. A semaphore has no permits yet: see setPermits().
[[nodiscard]] std::shared_ptr<locks::Lock> makeRedisLock(RedisLockKind kind, const std::vector<redis::Client*>& clients,
                                                         const std::string& name, locks::LeaseOptions options = {});

/// Gives a semaphore `permits`, unless it has some. No effect on other locks. False: failed.
[[nodiscard]] bool setPermits(locks::Lock& lock, int permits);

} // namespace lockscope::test
