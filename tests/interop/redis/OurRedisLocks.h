// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/redis/Client.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::test {

/// How a register sees that a hold exists: RegisterEnter.lua.
struct HoldProof {
    std::string kind = "none"; ///< field, value, permit or none
    std::string key;
    std::string member;
};

/// A lock of our library by its spec, and its holds. Used by one thread, which is the owner.
class OurRedisLock {
public:
    virtual ~OurRedisLock() = default;
    [[nodiscard]] virtual Result<locks::Grant> acquire(std::optional<Duration> timeout, std::stop_token stop) = 0;
    [[nodiscard]] virtual Result<void> release() = 0;
    [[nodiscard]] virtual HoldProof proof(const locks::Grant& grant) const = 0;
};

/// Our locks of one worker, by the specs that README.md lists.
class OurRedisLocks final {
public:
    /// `clients`: one, or those of several masters for Redlock. `watchdog`: the lease of all locks, renewed except for
    /// those of Redlock.
    OurRedisLocks(std::vector<redis::Client*> clients, std::chrono::milliseconds watchdog)
        : m_clients(std::move(clients))
        , m_watchdog(watchdog)
    {
    }

    /// Returns the same lock for the same spec; null if there is no such recipe.
    [[nodiscard]] OurRedisLock* lock(const std::string& spec);

private:
    [[nodiscard]] std::unique_ptr<OurRedisLock> make(const std::string& recipe, const std::string& name,
                                                     const std::string& more);

    std::vector<redis::Client*> m_clients;
    std::chrono::milliseconds m_watchdog;
    /// By name: its read lock and its write lock have one owner.
    std::map<std::string, std::shared_ptr<void>> m_readWriteLocks;
    std::map<std::string, std::unique_ptr<OurRedisLock>> m_locks;
};

} // namespace lockscope::test
