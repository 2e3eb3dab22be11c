// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/RedissonReadWriteLock.h"

#include "core/base/LockMode.h"
#include "core/locks/redis/engine/LeaseRecipe.h"
#include "core/locks/redis/rules/ReadWriteRules.h"

#include <utility>

namespace lockscope::locks {

namespace {

class ReadWriteSide final : public Lock {
public:
    ReadWriteSide(redis::Client& client, LockMode mode, const std::string& name, LeaseOptions options,
                  std::uint64_t number)
        : Lock(executorsOf(client), name, OwnerRule::Reentrant,
               leaseAttempts(
                   client, name, std::move(options),
                   [mode, name](redis::Client& on, std::string ownerId) {
                       return readWriteRules(on, mode, name, ownerId);
                   },
                   number))
    {
    }
};

} // namespace

RedissonReadWriteLock::RedissonReadWriteLock(redis::Client& client, std::string name, LeaseOptions options)
{
    // Both sides name an owner alike: it may hold both.
    const auto number = nextLockNumber();
    m_read = std::make_unique<ReadWriteSide>(client, LockMode::Shared, name, options, number);
    m_write = std::make_unique<ReadWriteSide>(client, LockMode::Exclusive, name, std::move(options), number);
}

RedissonReadWriteLock::~RedissonReadWriteLock() = default;

} // namespace lockscope::locks
