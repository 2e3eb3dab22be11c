// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What only Redis has of a lock and of its holders and waiters, in a recording. Pure.

#include "core/history/recordings/RecordingValues.h"
#include "core/model/redis/RedisFacts.h"

namespace lockscope::inspect::recording {

template <typename Json> void passMembers(Json& json, Passed<Json, RedisContender>& contender)
{
    using namespace Qt::StringLiterals;
    json.bytes("owner"_L1, contender.owner);
    json.id("count"_L1, contender.count);
    json.milliseconds("leaseMs"_L1, contender.lease);
    json.word("alive"_L1, contender.alive, Alive::Unknown, Alive::Unknown);
    json.time("keepsPlaceUntil"_L1, contender.keepsPlaceUntil);
}

template <typename Json> void passMembers(Json& json, Passed<Json, RedisVote>& vote)
{
    using namespace Qt::StringLiterals;
    json.bytes("server"_L1, vote.server);
    json.flag("reachable"_L1, vote.isReachable);
    json.bytes("token"_L1, vote.token);
    json.milliseconds("leaseMs"_L1, vote.lease);
    json.milliseconds("rttMs"_L1, vote.roundTrip);
    json.milliseconds("clockOffsetMs"_L1, vote.clockOffset);
    json.milliseconds("uptimeMs"_L1, vote.uptime);
}

template <typename Json> void passMembers(Json& json, Passed<Json, RedisLock>& lock)
{
    using namespace Qt::StringLiterals;
    json.flag("ordered"_L1, lock.isOrdered);
    json.milliseconds("leaseMs"_L1, lock.lease);
    json.id("fencingToken"_L1, lock.fencingToken);
    json.number("listeners"_L1, lock.listeners);
    json.id("freePermits"_L1, lock.freePermits);
    json.objects("votes"_L1, lock.votes);
    json.word("verdict"_L1, lock.verdict, Verdict::Undecided, Verdict::Free);
    json.number("quorum"_L1, lock.quorum);
    json.milliseconds("exclusiveForMs"_L1, lock.exclusiveFor);
}

} // namespace lockscope::inspect::recording
