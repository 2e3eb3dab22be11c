// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/RedissonFairLock.h"

#include "core/locks/redis/engine/LeaseRecipe.h"
#include "core/locks/redis/rules/FairRules.h"

#include <utility>

namespace lockscope::locks {

RedissonFairLock::RedissonFairLock(redis::Client& client, std::string name, FairOptions options)
    : Lock(executorsOf(client), name, OwnerRule::Reentrant,
           leaseAttempts(
               client, name, options,
               [name, wait = options.waitTimeout, mayEvict = options.mayEvict](redis::Client& on, std::string ownerId) {
                   return fairRules(on, name, std::move(ownerId), wait, mayEvict);
               }))
{
}

} // namespace lockscope::locks
