// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/RedisTokenLock.h"

#include "core/locks/redis/engine/LeaseRecipe.h"
#include "core/locks/redis/rules/TokenRules.h"

#include <utility>

namespace lockscope::locks {

RedisTokenLock::RedisTokenLock(redis::Client& client, std::string name, TokenOptions options)
    : Lock(executorsOf(client), name, OwnerRule::NotReentrant,
           leaseAttempts(client, name, options, [name, poll = options.poll](redis::Client&, const std::string&) {
               return tokenRules(name, randomToken(), poll);
           }))
{
}

} // namespace lockscope::locks
