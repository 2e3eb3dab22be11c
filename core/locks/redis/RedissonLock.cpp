// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/RedissonLock.h"

#include "core/locks/redis/engine/LeaseRecipe.h"
#include "core/locks/redis/rules/HashRules.h"

#include <utility>

namespace lockscope::locks {

namespace {

MakeLeaseRules rulesOf(HashLock type, const std::string& name)
{
    return [type, name](redis::Client& client, std::string ownerId) {
        return hashRules(client, type, name, std::move(ownerId));
    };
}

} // namespace

RedissonLock::RedissonLock(redis::Client& client, std::string name, LeaseOptions options)
    : Lock(executorsOf(client), name, OwnerRule::Reentrant,
           leaseAttempts(client, name, std::move(options), rulesOf(HashLock::Lock, name)))
{
}

RedissonFencedLock::RedissonFencedLock(redis::Client& client, std::string name, LeaseOptions options)
    : Lock(executorsOf(client), name, OwnerRule::Reentrant,
           leaseAttempts(client, name, std::move(options), rulesOf(HashLock::Fenced, name)))
{
}

RedissonSpinLock::RedissonSpinLock(redis::Client& client, std::string name, LeaseOptions options)
    : Lock(executorsOf(client), name, OwnerRule::Reentrant,
           leaseAttempts(client, name, std::move(options), rulesOf(HashLock::Spin, name)))
{
}

Redisson2016Lock::Redisson2016Lock(redis::Client& client, std::string name, LeaseOptions options)
    : Lock(executorsOf(client), name, OwnerRule::Reentrant,
           leaseAttempts(client, name, std::move(options), rulesOf(HashLock::Lock2016, name)))
{
}

} // namespace lockscope::locks
