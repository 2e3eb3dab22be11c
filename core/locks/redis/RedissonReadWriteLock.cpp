// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/RedissonReadWriteLock.h"

#include "core/base/LockMode.h"
#include "core/locks/redis/engine/LeaseRecipe.h"
#include "core/locks/redis/rules/ReadWriteRules.h"

#include <memory>
#include <utility>

namespace lockscope::locks {

namespace {

class ReadWriteSide final : public Lock {
public:
    ReadWriteSide(redis::Client& client, LockMode side, const std::string& name, LeaseOptions options,
                  const std::shared_ptr<OwnerNumbers>& numbers)
        : Lock(executorsOf(client), name, OwnerRule::Reentrant,
               leaseAttempts(
                   client, name, std::move(options),
                   [side, name](redis::Client& on, std::string ownerId) {
                       return readWriteRules(on, side, name, ownerId);
                   },
                   numbers, side == LockMode::Shared ? 0 : 1))
    {
    }
};

} // namespace

RedissonReadWriteLock::RedissonReadWriteLock(redis::Client& client, std::string name, LeaseOptions options)
{
    const auto numbers = std::make_shared<OwnerNumbers>(); // an owner may hold both sides
    m_read = std::make_unique<ReadWriteSide>(client, LockMode::Shared, name, options, numbers);
    m_write = std::make_unique<ReadWriteSide>(client, LockMode::Exclusive, name, std::move(options), numbers);
}

RedissonReadWriteLock::~RedissonReadWriteLock() = default;

} // namespace lockscope::locks
