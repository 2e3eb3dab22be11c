// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/dialects/TokenBuilder.h"

#include "core/base/Phrase.h"
#include "core/sources/redis/dialects/LockMemory.h"
#include "core/sources/redis/dialects/Votes.h"

#include <algorithm>
#include <map>
#include <utility>

namespace lockscope::inspect {

namespace {

using std::chrono::milliseconds;

/// A lock without a dialect of its own.
Lock tokenLockOf(const std::string& name, const RedisDialect* dialect, const char* id, const char* title)
{
    Lock lock;
    lock.path = name;
    lock.dialect = dialect ? dialect->id : id;
    lock.dialectTitle = dialect ? dialect->title : title;
    lock.kind = LockKind::Single;
    lock.certainty = dialect ? dialect->certainty : Certainty::Possible;
    return lock;
}

/// The one that ends first; nullopt: neither has an end.
std::optional<milliseconds> earlierEnd(const std::optional<milliseconds>& a, const std::optional<milliseconds>& b)
{
    return a && b ? std::min(a, b) : a ? a : b;
}

void addToken(Lock& lock, const Lock* before, WallTime seenAt, RedisContender redis, bool holds)
{
    Contender contender;
    contender.position = static_cast<int>(lock.queue.size());
    contender.holds = holds;
    contender.isStateKnown = holds;
    contender.node = redis.owner;
    contender.firstSeenAt = seenAt;
    const auto* last = before ? before->find(NodeRef{LockPart::Queue, contender.node}) : nullptr;
    const auto* held = last && last->holds ? last->redis.get() : nullptr;
    if (holds)
        rememberHolder(redis, held, false, {seenAt, seenAt});
    // A token is made for one hold. A worker may store its name again, with a lease that begins at that time.
    const bool isSameHold = isToken(redis.owner) || (held && redis.trace.since == held->trace.since);
    if (last)
        contender.firstSeenAt = last->firstSeenAt;
    if (last && isSameHold)
        contender.grantedAt = last->grantedAt;
    if (holds && before && !last)
        contender.grantedAt = seenAt; // since the last reading
    contender.redis = std::make_shared<RedisContender>(std::move(redis));
    lock.queue.push_back(std::move(contender));
}

struct TokenVotes {
    int votes = 0;
    std::optional<milliseconds> shortest; ///< nullopt: none has an end
};

std::map<std::string, TokenVotes> votesByToken(const std::vector<RedisVote>& votes)
{
    std::map<std::string, TokenVotes> tokens;
    for (const auto& vote : votes) {
        if (!vote.token)
            continue;
        auto& token = tokens[*vote.token];
        ++token.votes;
        token.shortest = earlierEnd(token.shortest, vote.lease);
    }
    return tokens;
}

/// Until the last of the keys ends; nullopt: one has no end, or there is none.
std::optional<milliseconds> lastEnd(const std::vector<RedisVote>& votes)
{
    milliseconds longest{0};
    bool hasEnd = false;
    for (const auto& vote : votes) {
        if (!vote.token)
            continue;
        if (!vote.lease)
            return std::nullopt;
        hasEnd = true;
        longest = std::max(longest, *vote.lease);
    }
    return hasEnd ? std::optional(longest) : std::nullopt;
}

} // namespace

bool isRedlock(const std::vector<RedisVote>& votes)
{
    int tokens = 0;
    bool hasShape = false;
    for (const auto& vote : votes) {
        if (!vote.token || !isToken(*vote.token))
            continue;
        ++tokens;
        hasShape = hasShape || vote.lease;
    }
    return hasShape && tokens >= 2;
}

bool isTaken(const std::vector<RedisVote>& votes)
{
    return countVotes(votes).verdict != Verdict::Free;
}

Lock buildRedlock(const RedlockReading& reading, const Lock* before)
{
    auto lock = tokenLockOf(reading.name, reading.dialect, "redlock", "Redlock");
    lock.readAt = reading.readAt;
    lock.confirmedAt = reading.begunAt;
    const auto count = countVotes(reading.votes);
    const auto unreachable = static_cast<int>(
        std::count_if(reading.votes.begin(), reading.votes.end(), [](const auto& vote) { return !vote.isReachable; }));
    if (count.verdict == Verdict::Held) {
        addToken(lock, before, reading.readAt, {count.token, 1, count.exclusiveFor, Alive::Unknown, {}}, true);
    } else {
        for (const auto& [token, has] : votesByToken(reading.votes)) {
            if (has.votes + unreachable >= count.quorum)
                addToken(lock, before, reading.readAt, {token, 1, has.shortest, Alive::Unknown, {}}, false);
        }
    }
    auto facts = std::make_shared<RedisLock>();
    facts->votes = reading.votes;
    facts->verdict = count.verdict;
    facts->quorum = count.quorum;
    facts->exclusiveFor = count.exclusiveFor;
    facts->lease = count.verdict == Verdict::Held ? count.exclusiveFor : lastEnd(reading.votes);
    rememberVotes(*facts, before, reading.readAt);
    lock.redis = std::move(facts);
    return lock;
}

Lock buildTokenLock(const TokenReading& reading, const Lock* before)
{
    auto lock = tokenLockOf(reading.name, reading.dialect, "token-lock", "Token lock");
    if (reading.hasCompanion)
        lock.certainty = Certainty::Certain;
    lock.readAt = reading.readAt;
    lock.confirmedAt = reading.readAt; // the master itself
    lock.polled = reading.isPolled;
    addToken(lock, before, reading.readAt, {reading.read.value, 1, reading.read.lease, Alive::Unknown, {}}, true);
    auto facts = std::make_shared<RedisLock>();
    facts->lease = reading.read.lease;
    lock.redis = std::move(facts);
    return lock;
}

} // namespace lockscope::inspect
