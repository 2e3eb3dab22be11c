// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/locks/redis/RedisLockKinds.h"

#include "core/locks/redis/RedisJsonLock.h"
#include "core/locks/redis/RedisTokenLock.h"
#include "core/locks/redis/RedissonFairLock.h"
#include "core/locks/redis/RedissonLock.h"
#include "core/locks/redis/RedissonMultiLock.h"
#include "core/locks/redis/RedissonReadWriteLock.h"
#include "core/locks/redis/RedissonSemaphore.h"
#include "core/locks/redis/Redlock.h"

#include <chrono>
#include <utility>

namespace lockscope::test {

namespace {

using namespace std::chrono_literals;

std::shared_ptr<locks::Lock> sideOf(redis::Client& client, const std::string& name, locks::LeaseOptions options,
                                    bool writes)
{
    const auto both = std::make_shared<locks::RedissonReadWriteLock>(client, name, std::move(options));
    return {both, writes ? &both->write() : &both->read()};
}

template <typename Options> Options with(locks::LeaseOptions options)
{
    Options all;
    static_cast<locks::LeaseOptions&>(all) = std::move(options);
    return all;
}

} // namespace

const std::vector<RedisLockKind>& redisLockKinds()
{
    using enum RedisLockKind;
    static const std::vector all{Lock,   Fenced, Spin,     Fair, Read,  Write,  Semaphore,
                                 Permit, Multi,  Lock2016, Json, Token, Redlock};
    return all;
}

std::string_view toString(RedisLockKind kind)
{
    static constexpr std::string_view names[] = {"RLock",      "fenced lock",  "spin lock", "fair lock",
                                                 "read lock",  "write lock",   "semaphore", "permit semaphore",
                                                 "multi-lock", "lock of 2016", "JSON lock", "token lock",
                                                 "Redlock"};
    return names[static_cast<std::size_t>(kind)];
}

std::shared_ptr<locks::Lock> makeRedisLock(RedisLockKind kind, const std::vector<redis::Client*>& clients,
                                           const std::string& name, locks::LeaseOptions options)
{
    auto& client = *clients.front();
    switch (kind) {
    case RedisLockKind::Lock:
        return std::make_shared<locks::RedissonLock>(client, name, std::move(options));
    case RedisLockKind::Fenced:
        return std::make_shared<locks::RedissonFencedLock>(client, name, std::move(options));
    case RedisLockKind::Spin:
        return std::make_shared<locks::RedissonSpinLock>(client, name, std::move(options));
    case RedisLockKind::Fair:
        return std::make_shared<locks::RedissonFairLock>(client, name, with<locks::FairOptions>(std::move(options)));
    case RedisLockKind::Read:
        return sideOf(client, name, std::move(options), false);
    case RedisLockKind::Write:
        return sideOf(client, name, std::move(options), true);
    case RedisLockKind::Semaphore:
        return std::make_shared<locks::RedissonSemaphore>(client, name, std::move(options));
    case RedisLockKind::Permit:
        return std::make_shared<locks::RedissonPermitSemaphore>(client, name, std::move(options));
    case RedisLockKind::Multi:
        return std::make_shared<locks::RedissonMultiLock>(
            std::vector<locks::MultiLockMember>{{&client, name + ":a"}, {&client, name + ":b"}}, std::move(options));
    case RedisLockKind::Lock2016:
        return std::make_shared<locks::Redisson2016Lock>(client, name, std::move(options));
    case RedisLockKind::Json:
        return std::make_shared<locks::RedisJsonLock>(client, name, std::move(options));
    case RedisLockKind::Token:
        return std::make_shared<locks::RedisTokenLock>(client, name, with<locks::TokenOptions>(std::move(options)));
    case RedisLockKind::Redlock: {
        auto all = with<locks::RedlockOptions>(std::move(options));
        all.nodeTimeout = 2s; // the machine may stall
        return std::make_shared<locks::Redlock>(clients, name, std::move(all));
    }
    }
    return nullptr;
}

bool setPermits(locks::Lock& lock, int permits)
{
    if (auto* const plain = dynamic_cast<locks::RedissonSemaphore*>(&lock))
        return plain->trySetPermits(permits).has_value();
    if (auto* const leased = dynamic_cast<locks::RedissonPermitSemaphore*>(&lock))
        return leased->trySetPermits(permits).has_value();
    return true;
}

} // namespace lockscope::test
