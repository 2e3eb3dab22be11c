// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/redis/LeaseOptions.h"
#include "core/redis/Client.h"

#include <memory>
#include <string>

namespace lockscope::locks {

/// Read/write lock, re-entrant, not fair: readers can keep writers waiting. Compatible with RReadWriteLock of Redisson
/// 3 and 4: one hash with a mode, each reader's leases in keys of their own. Promises what RedissonLock promises.
///
/// Downgrade: the owner of the write lock may acquire the read lock, and keeps it after the release of the write lock;
/// waiting readers are then notified (clients of Redisson do not notify them). An owner of the read lock that asks for
/// the write lock waits for itself until its timeout.
class RedissonReadWriteLock final {
public:
    RedissonReadWriteLock(redis::Client& client, std::string name, LeaseOptions options = {});
    ~RedissonReadWriteLock();
    RedissonReadWriteLock(const RedissonReadWriteLock&) = delete;
    RedissonReadWriteLock& operator=(const RedissonReadWriteLock&) = delete;

    /// Any number of owners at a time.
    [[nodiscard]] Lock& read() { return *m_read; }
    /// One owner, and no reader but the same owner.
    [[nodiscard]] Lock& write() { return *m_write; }

private:
    std::unique_ptr<Lock> m_read;
    std::unique_ptr<Lock> m_write;
};

} // namespace lockscope::locks
