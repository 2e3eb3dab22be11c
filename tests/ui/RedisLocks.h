// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Locks on Redis as the sources build them, for the tests of the window.

#include "core/redis/KeyNames.h"
#include "core/sources/redis/dialects/LockBuilder.h"
#include "core/sources/redis/dialects/TokenBuilder.h"
#include "tests/ui/Snapshots.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::test {

inline const std::string redisHolder = "5f0c2a9e-7421-469a-addb-44fb92259a1b:41";
inline const std::string redisFirst = "9b41d7e0-7421-469a-addb-44fb92259a1b:17";
inline const std::string redisSecond = "c27f03aa-7421-469a-addb-44fb92259a1b:8";

/// A Redisson fair lock, read `after` snapshotTime: a holder with this lease left, and two waiters. The first one has
/// no subscriber if `isFirstDead`.
[[nodiscard]] inline LockPtr fairLock(std::chrono::milliseconds after, std::chrono::milliseconds lease,
                                      bool isFirstDead, const inspect::Lock* before = nullptr)
{
    inspect::LockReading reading;
    reading.name = "checkout-12";
    reading.readAt = snapshotTime + after;
    reading.serverTime = reading.readAt;
    reading.shape = inspect::shapeOf({{redisHolder, "1"}});
    reading.lease = lease;
    reading.queue = {redisFirst, redisSecond};
    const auto at = [](std::chrono::milliseconds later) { return (snapshotTime + later).time_since_epoch().count(); };
    reading.deadlines = {{redisFirst, at(std::chrono::minutes(5))}, {redisSecond, at(std::chrono::minutes(10))}};
    reading.listeners = {{redis::keys::fairChannel("checkout-12", redisFirst), isFirstDead ? 0 : 1},
                         {redis::keys::fairChannel("checkout-12", redisSecond), 1}};
    return std::make_shared<const inspect::Lock>(inspect::buildLock(reading, before));
}

/// A Redisson lock with this number of subscribed clients, read at snapshotTime.
[[nodiscard]] inline LockPtr plainRedisLock(const std::string& name, int listeners)
{
    inspect::LockReading reading;
    reading.name = name;
    reading.readAt = snapshotTime;
    reading.serverTime = snapshotTime;
    reading.shape = inspect::shapeOf({{redisHolder, "1"}});
    reading.lease = std::chrono::seconds(20);
    reading.listeners = {{redis::keys::lockChannel(name), listeners}, {redis::keys::oldLockChannel(name), 0}};
    return std::make_shared<const inspect::Lock>(inspect::buildLock(reading, nullptr));
}

inline const std::string redlockToken = "8f2c00000000000000000000000091d4";
inline const std::string otherToken = "41b0000000000000000000000000008e";

struct MasterVote {
    bool isReachable = true;
    std::string token; ///< empty: none
    std::chrono::milliseconds lease{0};
    std::chrono::milliseconds uptime{std::chrono::hours(100)};
};

/// A Redlock "ledger-close" on masters redis-a, redis-b, …, read `after` snapshotTime.
[[nodiscard]] inline LockPtr redlock(const std::vector<MasterVote>& masters, std::chrono::milliseconds after = {},
                                     const inspect::Lock* before = nullptr)
{
    inspect::RedlockReading reading;
    reading.name = "ledger-close";
    reading.readAt = snapshotTime + after;
    reading.begunAt = reading.readAt;
    char name = 'a';
    for (const auto& master : masters) {
        inspect::RedisVote vote;
        vote.server = std::string("redis-") + name++ + ":6379";
        vote.isReachable = master.isReachable;
        if (master.isReachable) {
            vote.roundTrip = std::chrono::milliseconds(4);
            vote.clockOffset = std::chrono::milliseconds(-61);
            vote.uptime = master.uptime;
        }
        if (!master.token.empty()) {
            vote.token = master.token;
            vote.lease = master.lease;
        }
        reading.votes.push_back(std::move(vote));
    }
    return std::make_shared<const inspect::Lock>(inspect::buildRedlock(reading, before));
}

/// Held by 4 of 5; the last master is down.
[[nodiscard]] inline LockPtr heldRedlock()
{
    using namespace std::chrono_literals;
    return redlock({{true, redlockToken, 6'240ms},
                    {true, redlockToken, 6'220ms},
                    {true, redlockToken, 6'210ms},
                    {true, redlockToken, 1'000ms},
                    {false, {}, 0ms}});
}

} // namespace lockscope::test
