// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/dialects/LockMemory.h"

#include "core/sources/redis/dialects/Votes.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

using std::chrono::milliseconds;

/// Two readings of one end: the server's clock and the lease are not always read at one moment.
constexpr milliseconds sameEnd{100};
/// A client that has joined a queue subscribes after that.
constexpr milliseconds settleTime{500};

/// Timers of clients, and the time between two readings.
milliseconds slackOf(milliseconds lease)
{
    return std::max(lease / 10, sameEnd);
}

bool isNear(milliseconds value, milliseconds expected, milliseconds slack)
{
    return value >= expected - slack && value <= expected + slack;
}

/// The lease has only passed since the reading before.
LeaseTrace passed(LeaseTrace trace, milliseconds left)
{
    if (trace.renewals == 0 && left < trace.highest * 2 / 3 - slackOf(trace.highest))
        trace.kind = LeaseKind::Fixed;
    trace.isOverdue = trace.isOverdue || (trace.kind == LeaseKind::Watchdog && left < trace.highest / 2);
    return trace;
}

} // namespace

LeaseTrace traced(const LeaseTrace* last, std::optional<milliseconds> lease, const ReadTimes& now)
{
    LeaseTrace trace;
    trace.since = now.here;
    if (!lease)
        return last && !last->endsAt ? *last : trace;
    trace.endsAt = now.server + *lease;
    trace.highest = *lease;
    if (!last || !last->endsAt)
        return trace;
    const auto growth = *trace.endsAt - *last->endsAt;
    if (growth >= -sameEnd && growth <= sameEnd)
        return passed(*last, *lease);
    const auto highest = std::max(last->highest, *lease);
    const auto slack = slackOf(highest);
    const bool isSameLength = *lease >= highest - 2 * slack && (last->renewals == 0 || *lease <= last->highest + slack);
    if (!isSameLength || !isNear(growth, highest / 3, slack))
        return trace;
    trace.since = last->since;
    trace.highest = highest;
    trace.renewals = last->renewals + 1;
    if (trace.renewals > 1) // one may be chance
        trace.kind = LeaseKind::Watchdog;
    return trace;
}

Steady steady(const Steady* before, WallTime readAt)
{
    if (!before)
        return {readAt, false};
    return {before->since, before->isConfirmed || readAt - before->since >= settleTime};
}

void rememberWaiter(RedisContender& waiter, const RedisContender* last, WallTime readAt)
{
    waiter.hasListened = waiter.alive == Alive::Yes || (last && last->hasListened);
    if (waiter.alive == Alive::No)
        waiter.silent = steady(last && last->silent ? &*last->silent : nullptr, readAt);
}

void rememberHolder(RedisContender& holder, const RedisContender* last, bool hasOwnLease, const ReadTimes& now)
{
    const bool isSameCount = last && last->count == holder.count;
    holder.trace = traced(isSameCount ? &last->trace : nullptr, holder.lease, now);
    if (hasOwnLease && !holder.lease && isSameCount && (last->lease || last->ended))
        holder.ended = steady(last->ended ? &*last->ended : nullptr, now.here);
}

void rememberToken(RedisLock& facts, const Lock* before)
{
    const auto take = [&highest = facts.highestToken](const std::optional<std::int64_t>& token) {
        if (token)
            highest = std::max(highest.value_or(*token), *token);
    };
    take(facts.fencingToken);
    if (before && before->redis)
        take(before->redis->highestToken);
}

void rememberPermits(RedisLock& facts, std::optional<std::int64_t> permits, const Lock* before)
{
    facts.permits = facts.mostPermits = permits;
    if (before && before->redis && before->redis->mostPermits)
        facts.mostPermits = std::max(permits.value_or(0), *before->redis->mostPermits);
}

void rememberVotes(RedisLock& facts, const Lock* before, WallTime readAt)
{
    const auto* last = before ? before->redis.get() : nullptr;
    for (auto& vote : facts.votes) {
        vote.same.reset();
        if (!vote.isReachable)
            continue;
        const RedisVote* then = nullptr;
        if (last) {
            const auto found = std::find_if(last->votes.begin(), last->votes.end(),
                                            [&](const auto& one) { return one.server == vote.server; });
            then = found == last->votes.end() ? nullptr : &*found;
        }
        const bool isSame = then && then->isReachable && then->token == vote.token && then->same;
        vote.same = steady(isSame ? &*then->same : nullptr, readAt);
    }
    if (last)
        facts.longestLease = last->longestLease;
    for (const auto& vote : facts.votes)
        facts.longestLease = std::max(facts.longestLease, vote.lease.value_or(milliseconds(0)));
    if (facts.verdict == Verdict::Held) {
        facts.heldToken = countVotes(facts.votes).token;
        facts.heldUntil.reset();
        if (facts.exclusiveFor)
            facts.heldUntil = readAt + *facts.exclusiveFor;
        if (last && last->heldToken == facts.heldToken && last->heldUntil && facts.heldUntil &&
            isNear(*facts.heldUntil - *last->heldUntil, milliseconds(0), sameEnd))
            facts.heldUntil = last->heldUntil;
    } else if (last && last->heldUntil && *last->heldUntil > readAt) {
        facts.heldToken = last->heldToken;
        facts.heldUntil = last->heldUntil;
    }
}

std::optional<milliseconds> nextLook(const Lock& lock)
{
    std::optional<milliseconds> soonest;
    const auto add = [&](milliseconds after) { soonest = std::min(soonest.value_or(after), after); };
    for (const auto& contender : lock.queue) {
        const auto* redis = contender.redis.get();
        if (!redis)
            continue;
        for (const auto& found : {redis->ended, redis->silent}) {
            if (found && !found->isConfirmed)
                add(std::max(settleTime - (lock.readAt - found->since), milliseconds(0)));
        }
        const auto& trace = redis->trace;
        if (trace.kind == LeaseKind::Watchdog && !trace.isOverdue && redis->lease)
            add(std::max(*redis->lease - trace.highest / 2, milliseconds(0)) + milliseconds(1));
    }
    return soonest;
}

} // namespace lockscope::inspect
