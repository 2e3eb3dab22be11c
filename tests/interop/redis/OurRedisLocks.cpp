// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/interop/redis/OurRedisLocks.h"

#include "core/locks/redis/RedisTokenLock.h"
#include "core/locks/redis/RedissonFairLock.h"
#include "core/locks/redis/RedissonLock.h"
#include "core/locks/redis/RedissonMultiLock.h"
#include "core/locks/redis/RedissonReadWriteLock.h"
#include "core/locks/redis/RedissonSemaphore.h"
#include "core/locks/redis/Redlock.h"
#include "core/redis/KeyNames.h"

#include <sstream>

namespace lockscope::test {

namespace {

using namespace std::chrono_literals;

std::vector<std::string> partsOf(const std::string& text, char at)
{
    std::vector<std::string> parts;
    std::istringstream rest(text);
    for (std::string part; std::getline(rest, part, at);)
        parts.push_back(part);
    return parts;
}

/// Any lock, together with the object that owns it.
class AnyRedisLock final : public OurRedisLock {
public:
    AnyRedisLock(std::shared_ptr<locks::Lock> lock, std::string proofKind, std::string key)
        : m_lock(std::move(lock))
        , m_proof{std::move(proofKind), std::move(key), {}}
    {
    }

    Result<locks::Grant> acquire(std::optional<Duration> timeout, std::stop_token stop) override
    {
        auto hold = m_lock->acquire(timeout, std::move(stop));
        if (!hold)
            return failure(hold.error());
        m_holds.push_back(*std::move(hold));
        return m_holds.back().grant();
    }
    Result<void> release() override
    {
        if (m_holds.empty())
            return failure(ErrorCode::NotHeld, "release");
        auto released = m_holds.back().release();
        m_holds.pop_back();
        return released;
    }
    /// The first of several owners: that of the member in `key`.
    HoldProof proof(const locks::Grant& grant) const override
    {
        auto proof = m_proof;
        proof.member = grant.node.substr(0, grant.node.find(','));
        return proof;
    }

private:
    std::shared_ptr<locks::Lock> m_lock;
    HoldProof m_proof;
    std::vector<locks::Hold> m_holds; ///< newest last
};

/// No lock at all, for registers that shall detect overlaps. Its "hold" exists while `key` has the value "alive".
class NoRedisLock final : public OurRedisLock {
public:
    explicit NoRedisLock(std::string key)
        : m_key(std::move(key))
    {
    }
    Result<locks::Grant> acquire(std::optional<Duration> /*timeout*/, std::stop_token /*stop*/) override
    {
        return locks::Grant{0, "none", {}};
    }
    Result<void> release() override { return {}; }
    HoldProof proof(const locks::Grant& /*grant*/) const override
    {
        return {m_key == "no-proof" ? "none" : "value", m_key, "alive"};
    }

private:
    std::string m_key;
};

template <typename Options> Options with(std::chrono::milliseconds watchdog)
{
    Options options;
    options.watchdogTimeout = watchdog;
    return options;
}

} // namespace

OurRedisLock* OurRedisLocks::lock(const std::string& spec)
{
    auto& lock = m_locks[spec];
    if (!lock) {
        auto words = partsOf(spec, ':');
        words.resize(3);
        lock = make(words[0], words[1], words[2]);
    }
    return lock.get();
}

std::unique_ptr<OurRedisLock> OurRedisLocks::make(const std::string& recipe, const std::string& name,
                                                  const std::string& more)
{
    auto& client = *m_clients.front();
    const auto plain = with<locks::LeaseOptions>(m_watchdog);
    const auto owned = [](auto lock, const std::string& key) {
        return std::make_unique<AnyRedisLock>(std::move(lock), "field", key);
    };
    if (recipe == "lock")
        return owned(std::make_shared<locks::RedissonLock>(client, name, plain), name);
    if (recipe == "lock-2016")
        return owned(std::make_shared<locks::Redisson2016Lock>(client, name, plain), name);
    if (recipe == "fair")
        return owned(std::make_shared<locks::RedissonFairLock>(client, name, with<locks::FairOptions>(m_watchdog)),
                     name);
    if (recipe == "fenced")
        return owned(std::make_shared<locks::RedissonFencedLock>(client, name, plain), name);
    if (recipe == "spin")
        return owned(std::make_shared<locks::RedissonSpinLock>(client, name, plain), name);
    if (recipe == "read" || recipe == "write") {
        auto& kept = m_readWriteLocks[name];
        if (!kept)
            kept = std::make_shared<locks::RedissonReadWriteLock>(client, name, plain);
        const auto both = std::static_pointer_cast<locks::RedissonReadWriteLock>(kept);
        return owned(std::shared_ptr<locks::Lock>(both, recipe == "read" ? &both->read() : &both->write()), name);
    }
    if (recipe == "multi") {
        std::vector<locks::MultiLockMember> members;
        for (const auto& member : partsOf(name, ','))
            members.push_back({&client, member});
        return owned(std::make_shared<locks::RedissonMultiLock>(members, plain), members.front().name);
    }
    if (recipe == "semaphore") {
        auto lock = std::make_shared<locks::RedissonSemaphore>(client, name, plain);
        if (!lock->trySetPermits(std::stoi(more)))
            return {};
        return std::make_unique<AnyRedisLock>(std::move(lock), "none", name);
    }
    if (recipe == "permit") {
        auto lock = std::make_shared<locks::RedissonPermitSemaphore>(client, name, plain);
        if (!lock->trySetPermits(std::stoi(more)))
            return {};
        return std::make_unique<AnyRedisLock>(std::move(lock), "permit", redis::keys::permitTimeouts(name));
    }
    if (recipe == "token")
        return std::make_unique<AnyRedisLock>(
            std::make_shared<locks::RedisTokenLock>(client, name, with<locks::TokenOptions>(m_watchdog)), "value",
            name);
    if (recipe == "redlock") {
        locks::RedlockOptions options;
        options.lease = m_watchdog;
        options.nodeTimeout = 2s; // the machine may stall
        return std::make_unique<AnyRedisLock>(std::make_shared<locks::Redlock>(m_clients, name, options), "none", name);
    }
    if (recipe == "none")
        return std::make_unique<NoRedisLock>(name);
    return {};
}

} // namespace lockscope::test
