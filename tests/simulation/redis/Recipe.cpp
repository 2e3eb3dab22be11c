// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/redis/Recipe.h"

#include "core/locks/redis/RedisJsonLock.h"
#include "core/locks/redis/RedisTokenLock.h"
#include "core/locks/redis/RedissonFairLock.h"
#include "core/locks/redis/RedissonLock.h"
#include "core/locks/redis/RedissonMultiLock.h"
#include "core/locks/redis/RedissonReadWriteLock.h"
#include "core/locks/redis/RedissonSemaphore.h"
#include "core/locks/redis/Redlock.h"

#include <algorithm>
#include <array>
#include <string>

namespace lockscope::redisSimulation {

namespace {

using Clients = std::vector<redis::Client*>;

template <typename Lock> Sides simple(const Clients& clients, const locks::LeaseOptions& options)
{
    return {std::make_shared<Lock>(*clients.front(), lockName, options), nullptr};
}

template <typename Lock, typename Options> Sides special(const Clients& clients, const locks::LeaseOptions& options)
{
    Options all;
    static_cast<locks::LeaseOptions&>(all) = options;
    return {std::make_shared<Lock>(*clients.front(), lockName, all), nullptr};
}

Sides readWrite(const Clients& clients, const locks::LeaseOptions& options)
{
    const auto both = std::make_shared<locks::RedissonReadWriteLock>(*clients.front(), lockName, options);
    return {{both, &both->write()}, {both, &both->read()}};
}

Sides multi(const Clients& clients, const locks::LeaseOptions& options)
{
    const std::string name = lockName;
    const std::vector<locks::MultiLockMember> members{{clients.front(), name + ":a"}, {clients.front(), name + ":b"}};
    return {std::make_shared<locks::RedissonMultiLock>(members, options), nullptr};
}

template <bool isSequential> Sides redlock(const Clients& clients, const locks::LeaseOptions& options)
{
    locks::RedlockOptions all;
    static_cast<locks::LeaseOptions&>(all) = options;
    all.isSequential = isSequential;
    return {std::make_shared<locks::Redlock>(clients, lockName, all), nullptr};
}

template <typename Semaphore>
void takeOf(locks::Lock& lock, int permits, std::optional<Duration> timeout, std::stop_token stop,
            Reply<locks::Hold> reply)
{
    static_cast<Semaphore&>(lock).takeAsync(permits, timeout, std::move(stop), std::move(reply));
}

constexpr std::array all{
    Recipe{.name = "redisson-lock", .make = &simple<locks::RedissonLock>, .isReentrant = true},
    Recipe{.name = "fenced-lock", .make = &simple<locks::RedissonFencedLock>, .isReentrant = true, .hasTokens = true},
    Recipe{.name = "spin-lock", .make = &simple<locks::RedissonSpinLock>, .isReentrant = true},
    Recipe{.name = "fair-lock",
           .make = &special<locks::RedissonFairLock, locks::FairOptions>,
           .isReentrant = true,
           .isFair = true},
    Recipe{.name = "read-write", .make = &readWrite, .sharing = Sharing::ReadersOrWriter, .isReentrant = true},
    Recipe{.name = "semaphore",
           .record = Record::Nothing,
           .make = &simple<locks::RedissonSemaphore>,
           .sharing = Sharing::Permits,
           .take = &takeOf<locks::RedissonSemaphore>},
    Recipe{.name = "permit-semaphore",
           .record = Record::Permit,
           .make = &simple<locks::RedissonPermitSemaphore>,
           .sharing = Sharing::Permits,
           .take = &takeOf<locks::RedissonPermitSemaphore>},
    Recipe{.name = "multi-lock", .record = Record::Members, .make = &multi, .isReentrant = true},
    Recipe{.name = "lock-2016", .make = &simple<locks::Redisson2016Lock>, .isReentrant = true},
    Recipe{.name = "json-lock", .record = Record::Value, .make = &simple<locks::RedisJsonLock>},
    Recipe{.name = "token-lock", .record = Record::Value, .make = &special<locks::RedisTokenLock, locks::TokenOptions>},
    Recipe{.name = "redlock", .record = Record::Votes, .make = &redlock<false>, .servers = 5},
    Recipe{.name = "redlock-sequential", .record = Record::Votes, .make = &redlock<true>, .servers = 5},
};

} // namespace

std::span<const Recipe> recipes()
{
    return all;
}

const Recipe* findRecipe(std::string_view name)
{
    const auto found = std::find_if(all.begin(), all.end(), [name](const Recipe& one) { return one.name == name; });
    return found == all.end() ? nullptr : &*found;
}

} // namespace lockscope::redisSimulation
