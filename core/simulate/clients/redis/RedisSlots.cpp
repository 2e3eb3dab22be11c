// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/redis/RedisSlots.h"

#include "core/locks/redis/RedisJsonLock.h"
#include "core/locks/redis/RedisTokenLock.h"
#include "core/locks/redis/RedissonFairLock.h"
#include "core/locks/redis/RedissonLock.h"
#include "core/locks/redis/RedissonMultiLock.h"
#include "core/locks/redis/RedissonReadWriteLock.h"
#include "core/locks/redis/RedissonSemaphore.h"
#include "core/locks/redis/Redlock.h"
#include "core/simulate/clients/LibraryLock.h"

#include <memory>
#include <string>
#include <utility>

namespace lockscope::console {

namespace {

/// The settings of any kind of lock.
template <typename Options> Options leaseSettings(const ContendOptions& options, const Log& log)
{
    Options settings;
    settings.lease = options.lease;
    settings.watchdogTimeout = options.watchdogTimeout.value_or(usualWatchdogTimeout);
    settings.log = log;
    return settings;
}

template <typename AnyLock, typename Options = locks::LeaseOptions>
std::shared_ptr<locks::Lock> newLock(redis::Client& client, const std::string& name, const ContendOptions& options,
                                     const Log& log)
{
    return std::make_shared<AnyLock>(client, name, leaseSettings<Options>(options, log));
}

std::shared_ptr<locks::Lock> newRedlock(const std::vector<redis::Client*>& masters, const std::string& name,
                                        const ContendOptions& options, const Log& log)
{
    auto settings = leaseSettings<locks::RedlockOptions>(options, log);
    settings.isSequential = options.sequential;
    settings.nodeTimeout = options.nodeTimeout.value_or(usualNodeTimeout);
    return std::make_shared<locks::Redlock>(masters, name, std::move(settings));
}

std::shared_ptr<locks::Lock> newMultiLock(redis::Client& client, const ContendOptions& options, const Log& log)
{
    std::vector<locks::MultiLockMember> members;
    for (const auto& name : options.paths)
        members.push_back({&client, name});
    return std::make_shared<locks::RedissonMultiLock>(members, leaseSettings<locks::LeaseOptions>(options, log));
}

std::shared_ptr<locks::Lock> makeKeyLock(const std::vector<redis::Client*>& clients, const ContendOptions& options,
                                         const std::string& name, const Log& log)
{
    auto& client = *clients.front();
    switch (options.recipe) {
    case Recipe::RedissonFairLock:
        return newLock<locks::RedissonFairLock, locks::FairOptions>(client, name, options, log);
    case Recipe::RedissonFencedLock:
        return newLock<locks::RedissonFencedLock>(client, name, options, log);
    case Recipe::RedissonSpinLock:
        return newLock<locks::RedissonSpinLock>(client, name, options, log);
    case Recipe::RedissonSemaphore:
        return newLock<locks::RedissonSemaphore>(client, name, options, log);
    case Recipe::RedissonPermitSemaphore:
        return newLock<locks::RedissonPermitSemaphore>(client, name, options, log);
    case Recipe::RedissonMultiLock:
        return newMultiLock(client, options, log);
    case Recipe::Redisson2016Lock:
        return newLock<locks::Redisson2016Lock>(client, name, options, log);
    case Recipe::RedisJsonLock:
        return newLock<locks::RedisJsonLock>(client, name, options, log);
    case Recipe::Redlock:
        return newRedlock(clients, name, options, log);
    case Recipe::RedisLock:
        return newLock<locks::RedisTokenLock, locks::TokenOptions>(client, name, options, log);
    default: // a read/write lock is not a Lock: makeKeySlots() makes it; the other recipes are not for Redis
        return newLock<locks::RedissonLock>(client, name, options, log);
    }
}

std::unique_ptr<SimulatedLock> keySlot(std::shared_ptr<locks::Lock> lock, locks::Owner owner = locks::Owner::make())
{
    return std::make_unique<LibraryLock>(std::move(lock), LibraryLock::Queue::Unknown, owner);
}

std::vector<SimulatedSlot> makeKeySides(redis::Client& client, const ContendOptions& options, const Log& log)
{
    const auto& name = options.paths.front();
    const auto lock =
        std::make_shared<locks::RedissonReadWriteLock>(client, name, leaseSettings<locks::LeaseOptions>(options, log));
    const auto owner = locks::Owner::make();
    std::vector<SimulatedSlot> slots;
    for (const bool writes : {true, false}) {
        std::shared_ptr<locks::Lock> side(lock, writes ? &lock->write() : &lock->read());
        slots.push_back({keySlot(std::move(side), owner), {name}, writes});
    }
    return slots;
}

} // namespace

std::vector<SimulatedSlot> makeKeySlots(const std::vector<redis::Client*>& clients, const ContendOptions& options,
                                        const Log& log)
{
    const auto& recipe = descriptionOf(options.recipe);
    if (recipe.hasModes)
        return makeKeySides(*clients.front(), options, log);
    std::vector<SimulatedSlot> slots;
    if (recipe.takesSeveral) {
        slots.push_back({keySlot(makeKeyLock(clients, options, {}, log)), options.paths});
        return slots;
    }
    for (const auto& name : options.paths)
        slots.push_back({keySlot(makeKeyLock(clients, options, name, log)), {name}});
    return slots;
}

} // namespace lockscope::console
