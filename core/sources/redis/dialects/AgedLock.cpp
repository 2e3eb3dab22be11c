// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/dialects/AgedLock.h"

#include <optional>

namespace lockscope::inspect {

namespace {

using std::chrono::milliseconds;

/// Of a lease that was read twice: the round trips differ, and so may the clocks' rates.
constexpr milliseconds tolerance{100};

/// Makes `lease` that of the later reading, if it only is shorter by `passed`.
void age(std::optional<milliseconds>& lease, const std::optional<milliseconds>& later, milliseconds passed)
{
    if (!lease || !later)
        return;
    const auto difference = *lease - passed - *later;
    if (difference <= tolerance && difference >= -tolerance)
        lease = later;
}

bool isSameContender(const Contender& before, const Contender& now, milliseconds passed)
{
    auto aged = before;
    if (before.redis && now.redis) {
        auto redis = *before.redis;
        age(redis.lease, now.redis->lease, passed);
        aged.redis = std::make_shared<const RedisContender>(std::move(redis));
    }
    return aged == now;
}

bool isSameRedis(const RedisLock& before, const RedisLock& now, milliseconds passed)
{
    auto aged = before;
    age(aged.lease, now.lease, passed);
    age(aged.exclusiveFor, now.exclusiveFor, passed);
    for (std::size_t i = 0; i < aged.votes.size() && i < now.votes.size(); ++i) {
        auto& vote = aged.votes[i];
        const auto& later = now.votes[i];
        age(vote.lease, later.lease, passed);
        vote.roundTrip = later.roundTrip; // these differ each time
        vote.clockOffset = later.clockOffset;
        vote.uptime = later.uptime;
    }
    return aged == now;
}

} // namespace

bool hasOnlyAged(const Lock& before, const Lock& now)
{
    const auto passed = now.readAt - before.readAt;
    if (before.dialect != now.dialect || before.kind != now.kind || before.certainty != now.certainty ||
        before.leases != now.leases || before.leasesKnown != now.leasesKnown || before.polled != now.polled ||
        before.unrecognised != now.unrecognised || before.queue.size() != now.queue.size() || !before.redis ||
        !now.redis || !isSameRedis(*before.redis, *now.redis, passed))
        return false;
    for (std::size_t i = 0; i < before.queue.size(); ++i) {
        if (!isSameContender(before.queue[i], now.queue[i], passed))
            return false;
    }
    return true;
}

} // namespace lockscope::inspect
