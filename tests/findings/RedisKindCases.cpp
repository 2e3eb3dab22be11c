// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/findings/KindCases.h"

#include "core/redis/KeyNames.h"
#include "core/sources/redis/dialects/LockBuilder.h"
#include "core/sources/redis/dialects/LockMemory.h"
#include "core/sources/redis/dialects/Votes.h"
#include "tests/model/SmallSnapshots.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace lockscope::test {

using namespace lockscope::inspect;
using namespace std::chrono_literals;

namespace {

using std::chrono::milliseconds;
using Family = LockReading::Family;
namespace keys = redis::keys;

const std::string ownerOne = "0123abcd-0123-4567-89ab-0123456789ab:1";
const std::string ownerTwo = "0123abcd-0123-4567-89ab-0123456789ab:2";
const std::string ownerThree = "fedc0123-89ab-4567-0123-0123456789ab:3";

LockReading readingOf(milliseconds before, const HashFields& fields, Family family = Family::Owner)
{
    LockReading reading;
    reading.name = "orders";
    reading.family = family;
    reading.readAt = noon - before;
    reading.serverTime = reading.readAt;
    reading.shape = shapeOf(fields);
    if (!fields.empty())
        reading.lease = 30s - before; // it only passes
    return reading;
}

/// The lock after these readings, the oldest first.
Lock afterAll(const std::vector<LockReading>& readings)
{
    std::optional<Lock> lock;
    for (const auto& reading : readings)
        lock = buildLock(reading, lock ? &*lock : nullptr);
    return *lock;
}

RedisServerFacts masterOf(std::int64_t replicas)
{
    RedisServerFacts facts;
    facts.address = "10.0.0.7:6379";
    facts.role = "master";
    facts.isCluster = false;
    facts.connectedReplicas = replicas;
    return facts;
}

Snapshot onServers(std::vector<Lock> locks, const RedisServerFacts& master = masterOf(0))
{
    auto snapshot = snapshotOf(std::move(locks));
    snapshot.backend = Backend::Redis;
    snapshot.dialects = nullptr;
    snapshot.redisServers = std::make_shared<const RedisServers>(RedisServers{{master}});
    return snapshot;
}

Snapshot onServer(Lock lock, const RedisServerFacts& master = masterOf(0))
{
    std::vector<Lock> locks;
    locks.push_back(std::move(lock));
    return onServers(std::move(locks), master);
}

/// A fair lock, with the numbers of listeners of its two waiters.
LockReading fairReading(milliseconds before, int second, int third, bool isHeld = true)
{
    auto reading = readingOf(before, isHeld ? HashFields{{ownerOne, "1"}} : HashFields{});
    reading.queue = {ownerTwo, ownerThree};
    const auto deadline = (noon + 5min).time_since_epoch().count();
    reading.deadlines = {{ownerTwo, deadline}, {ownerThree, deadline}};
    reading.listeners = {{keys::fairChannel("orders", ownerTwo), second},
                         {keys::fairChannel("orders", ownerThree), third}};
    return reading;
}

Snapshot deadHeadAt(Phase phase)
{
    if (phase == Phase::Near) // on a replica a client may listen that is not seen on the master
        return onServer(afterAll({fairReading(1s, 0, 0), fairReading(0s, 0, 0)}), masterOf(1));
    if (phase == Phase::Before) // it has just joined, and is about to subscribe
        return onServer(afterAll({fairReading(400ms, 0, 1), fairReading(0s, 0, 1)}));
    const int listeners = phase == Phase::Present ? 0 : 1;
    return onServer(afterAll({fairReading(1s, listeners, 1), fairReading(0s, listeners, 1)}));
}

Snapshot deadWaitersAt(Phase phase)
{
    if (phase == Phase::Present) // also with replicas: it was heard on the master
        return onServer(afterAll({fairReading(2s, 1, 1), fairReading(1s, 1, 0), fairReading(0s, 1, 0)}), masterOf(1));
    return onServer(
        afterAll({fairReading(1s, 1, 1), fairReading(0s, 1, phase == Phase::Near ? 0 : 1)})); // one look only
}

Snapshot abandonedAt(Phase phase)
{
    if (phase == Phase::After)
        return onServers({});
    const bool isHeld = phase == Phase::Before;
    const int third = phase == Phase::Near ? 1 : 0;
    return onServer(afterAll({fairReading(1s, 0, third, isHeld), fairReading(0s, 0, third, isHeld)}));
}

Snapshot endlessAt(Phase phase)
{
    if (phase == Phase::Near) { // the key of a semaphore has no TTL
        auto permits = readingOf(0s, {}, Family::PermitSemaphore);
        permits.freePermits = 1;
        permits.permits = {{"0123456789abcdef", noon + 4s}};
        return onServer(afterAll({permits}));
    }
    auto reading = readingOf(0s, {{ownerOne, "1"}});
    if (phase == Phase::Present)
        reading.lease.reset();
    return onServer(afterAll({reading}));
}

/// A lock that is read every second. Its lease of 30 s was extended every `every` until `until`.
Lock renewedLock(milliseconds watched, milliseconds every, milliseconds until)
{
    std::optional<Lock> lock;
    for (milliseconds at{0}; at <= watched; at += 1s) {
        auto reading = readingOf(watched - at, {{ownerOne, "1"}});
        reading.lease = std::min(at, until) / every * every + 30s - at;
        lock = buildLock(reading, lock ? &*lock : nullptr);
    }
    return *lock;
}

Snapshot notRenewedAt(Phase phase)
{
    switch (phase) {
    case Phase::Before:
        return onServer(renewedLock(39s, 10'040ms, 39s));
    case Phase::Near: // late, but the client may still come
        return onServer(renewedLock(44s, 10'040ms, 31s));
    case Phase::Present:
        return onServer(renewedLock(47s, 10'040ms, 31s));
    case Phase::After:
        break;
    }
    return onServer(renewedLock(51s, 10'040ms, 51s));
}

Snapshot renewedLongAt(Phase phase)
{
    switch (phase) {
    case Phase::Before:
        return onServer(renewedLock(29min, 10'040ms, 1h));
    case Phase::Near: // the same owner acquires and releases it again and again
        return onServer(renewedLock(31min, 3'100ms, 1h));
    case Phase::Present:
        return onServer(renewedLock(31min, 10'040ms, 1h));
    case Phase::After:
        break;
    }
    return onServer(afterAll({readingOf(0s, {{ownerTwo, "1"}})}));
}

Snapshot expiredReaderAt(Phase phase)
{
    const auto readers = [](milliseconds before, std::optional<milliseconds> second) {
        auto reading = readingOf(before, {{"mode", "read"}, {ownerOne, "1"}, {ownerThree, "1"}}, Family::ReadWrite);
        reading.readLeases = {{ownerOne, 1, 20s - before}, {ownerThree, 1, second}};
        return reading;
    };
    switch (phase) {
    case Phase::Before:
        return onServer(afterAll({readers(2s, 1500ms), readers(0s, {})})); // it may just have been released
    case Phase::Near: // Redisson 2.2 gives a reader no lease of its own
        return onServer(afterAll({readers(2s, {}), readers(1s, {}), readers(0s, {})}));
    case Phase::Present:
        return onServer(afterAll({readers(2s, 500ms), readers(1s, {}), readers(0s, {})}));
    case Phase::After:
        break;
    }
    auto one = readingOf(0s, {{"mode", "read"}, {ownerOne, "1"}}, Family::ReadWrite);
    one.readLeases = {{ownerOne, 1, 20s}};
    return onServer(afterAll({readers(1s, {}), one}));
}

Snapshot leakedAt(Phase phase)
{
    const auto permits = [&](milliseconds before) {
        auto reading = readingOf(before, {}, Family::PermitSemaphore);
        reading.freePermits = phase == Phase::After ? 2 : 1;
        if (phase != Phase::After)
            reading.permits = {{"0123456789abcdef", phase == Phase::Near ? std::optional(noon + 1h) : std::nullopt}};
        return reading;
    };
    return onServer(afterAll({permits(phase == Phase::Before ? 14min : 16min), permits(0s)}));
}

Snapshot tokenBackAt(Phase phase)
{
    const auto with = [](milliseconds before, std::int64_t token) {
        auto reading = readingOf(before, {{ownerOne, "1"}});
        reading.token = token;
        return reading;
    };
    const int last = phase == Phase::Present ? 5 : phase == Phase::After ? 8 : 7;
    return onServer(afterAll({with(2s, phase == Phase::Before ? 6 : 7), with(1s, last), with(0s, last)}));
}

RedisVote voteFor(const std::string& token)
{
    RedisVote vote;
    vote.isReachable = true;
    if (!token.empty()) {
        vote.token = token;
        vote.lease = 10s;
    }
    vote.roundTrip = 2ms;
    vote.clockOffset = 0ms;
    vote.uptime = 1h;
    return vote;
}

/// Empty: none.
std::vector<RedisVote> votesFor(const std::vector<std::string>& tokens)
{
    std::vector<RedisVote> votes;
    for (const auto& token : tokens) {
        votes.push_back(voteFor(token));
        votes.back().server = "10.0.0." + std::to_string(votes.size()) + ":6379";
    }
    return votes;
}

/// The Redlock after these readings, a second after each other.
Snapshot afterVotes(const std::vector<std::vector<RedisVote>>& readings)
{
    std::optional<Lock> lock;
    auto at = noon - (readings.size() - 1) * 1s;
    for (const auto& votes : readings) {
        const auto count = countVotes(votes);
        RedisLock facts;
        facts.votes = votes;
        facts.verdict = count.verdict;
        facts.quorum = count.quorum;
        facts.exclusiveFor = count.exclusiveFor;
        rememberVotes(facts, lock ? &*lock : nullptr, at);
        Lock next;
        next.path = "orders";
        next.dialect = "redlock";
        next.kind = LockKind::Single;
        next.readAt = at;
        if (count.verdict == Verdict::Held) {
            Contender holder;
            holder.holds = true;
            holder.node = count.token;
            holder.grantedAt = noon - 10s;
            RedisContender redis;
            redis.owner = count.token;
            redis.lease = count.exclusiveFor;
            holder.redis = std::make_shared<const RedisContender>(std::move(redis));
            next.queue.push_back(std::move(holder));
        }
        next.redis = std::make_shared<const RedisLock>(std::move(facts));
        lock = std::move(next);
        at += 1s;
    }
    return onServer(*std::move(lock));
}

const auto allFree = votesFor({"", "", "", "", ""});
const auto allOfOne = votesFor({"one", "one", "one", "one", "one"});

Snapshot remnantAt(Phase phase)
{
    const auto remnant = votesFor({"one", "", "", "", ""});
    if (phase == Phase::Near) // an attempt under way
        return afterVotes({allFree, remnant});
    return phase == Phase::Present ? afterVotes({remnant, remnant}) : afterVotes({allFree, allFree});
}

Snapshot splitAt(Phase phase)
{
    const auto split = votesFor({"one", "one", "two", "two", ""});
    if (phase == Phase::Near)
        return afterVotes({allFree, split});
    return phase == Phase::Present ? afterVotes({split, split}) : afterVotes({allFree, allFree});
}

Snapshot lostVotesAt(Phase phase)
{
    auto votes = votesFor({"one", "one", "one", "", ""});
    if (phase == Phase::Near) // what a server that does not answer has is unknown
        votes[3].isReachable = votes[4].isReachable = false;
    return phase == Phase::Present || phase == Phase::Near ? afterVotes({votes, votes})
                                                           : afterVotes({allOfOne, allOfOne});
}

Snapshot doubleVotesAt(Phase phase)
{
    const auto votes = votesFor({"one", "one", "one", "one", "two"});
    if (phase == Phase::Near) // another client's attempt, which it removes at once
        return afterVotes({votesFor({"one", "one", "one", "one", ""}), votes});
    return phase == Phase::Present ? afterVotes({votes, votes}) : afterVotes({allOfOne, allOfOne});
}

Snapshot restartedAt(Phase phase)
{
    auto votes = allOfOne;
    if (phase == Phase::Present)
        votes[4].uptime = 5s;
    if (phase == Phase::Near) // by full seconds it may be as long as the lease
        votes[4].uptime = 9s;
    return afterVotes({votes, votes});
}

Snapshot offsetAt(Phase phase)
{
    auto votes = allOfOne;
    if (phase == Phase::Present)
        votes[4].clockOffset = 200ms;
    if (phase == Phase::Near) { // the round trip may be as long as the difference
        votes[4].clockOffset = 200ms;
        votes[4].roundTrip = 250ms;
    }
    return afterVotes({votes, votes});
}

Snapshot hiddenAt(Phase phase)
{
    auto master = masterOf(0);
    master.notifications = phase == Phase::After ? "AE" : "Kg";
    auto snapshot = onServers({}, master);
    const bool isTracked = phase == Phase::Before || phase == Phase::Near;
    snapshot.redisWatch =
        RedisWatch{isTracked ? RedisWatch::By::Tracking : RedisWatch::By::Channels, 1s, std::string()};
    return snapshot;
}

Snapshot replicaLagAt(Phase phase)
{
    auto master = masterOf(1);
    RedisReplica replica{"10.0.0.8:6379", true, 0, 0s};
    if (phase == Phase::Present)
        replica.lag = 11s;
    if (phase == Phase::Near)
        replica.lag = 10s;
    master.replicas = {replica};
    return onServers({}, master);
}

Snapshot evictionAt(Phase phase)
{
    auto master = masterOf(0);
    master.maxMemory = phase == Phase::Near ? 0 : 1'000'000; // 0: no limit
    master.policy = phase == Phase::Present || phase == Phase::Near ? "volatile-lru" : "noeviction";
    return onServers({}, master);
}

} // namespace

std::vector<KindCase> redisKindCases()
{
    return {{FindingKind::DeadHead, deadHeadAt},           {FindingKind::DeadWaiters, deadWaitersAt},
            {FindingKind::AbandonedQueue, abandonedAt},    {FindingKind::EndlessLease, endlessAt},
            {FindingKind::NotRenewed, notRenewedAt},       {FindingKind::RenewedLong, renewedLongAt},
            {FindingKind::ExpiredReader, expiredReaderAt}, {FindingKind::LeakedPermits, leakedAt},
            {FindingKind::TokenWentBack, tokenBackAt},     {FindingKind::RedlockRemnant, remnantAt},
            {FindingKind::RedlockSplit, splitAt},          {FindingKind::LostVotes, lostVotesAt},
            {FindingKind::DoubleVotes, doubleVotesAt},     {FindingKind::MasterRestarted, restartedAt},
            {FindingKind::ClockOffset, offsetAt},          {FindingKind::HiddenChanges, hiddenAt},
            {FindingKind::ReplicaLag, replicaLagAt},       {FindingKind::LocksMayBeEvicted, evictionAt}};
}

} // namespace lockscope::test
