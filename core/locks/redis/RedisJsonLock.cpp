// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/redis/RedisJsonLock.h"

#include "core/locks/redis/engine/LeaseRecipe.h"
#include "core/locks/redis/rules/TokenRules.h"

#include <utility>

namespace lockscope::locks {

namespace {

/// "uuid:number" as the value that those clients wrote.
std::string jsonValue(const std::string& ownerId)
{
    const auto colon = ownerId.rfind(':');
    return R"({"id":")" + ownerId.substr(0, colon) + R"(","threadId":)" + ownerId.substr(colon + 1) +
           R"(,"counter":1})";
}

} // namespace

RedisJsonLock::RedisJsonLock(redis::Client& client, std::string name, LeaseOptions options)
    : Lock(executorsOf(client), name, OwnerRule::NotReentrant,
           leaseAttempts(client, name, std::move(options), [name](redis::Client& on, const std::string& ownerId) {
               return jsonRules(on, name, jsonValue(ownerId));
           }))
{
}

} // namespace lockscope::locks
