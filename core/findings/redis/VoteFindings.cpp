// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/findings/redis/RedisFindings.h"
#include "core/model/Wording.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lockscope::inspect {

namespace {

using std::chrono::milliseconds;

/// The masters are not read at one moment: a vote counts if it was the same for a while, as no attempt and no release
/// that is under way is.
bool isSteady(const RedisVote& vote)
{
    return vote.isReachable && vote.same && vote.same->isConfirmed;
}

struct Masters {
    std::vector<std::string> with;    ///< have the token; these may be of the last moment
    std::vector<std::string> without; ///< have none, and had none for a while
    std::vector<std::string> other;   ///< have another token for a while
};

Masters mastersOf(const RedisLock& redis, const std::string& token)
{
    Masters masters;
    for (const auto& vote : redis.votes) {
        if (vote.token == token)
            masters.with.push_back(vote.server);
        else if (isSteady(vote))
            (vote.token ? masters.other : masters.without).push_back(vote.server);
    }
    return masters;
}

bool isEachSteady(const RedisLock& redis)
{
    return std::all_of(redis.votes.begin(), redis.votes.end(), isSteady);
}

std::string votesText(std::size_t votes, const RedisLock& redis)
{
    return phrase("%1 of %2 masters have the token of the holder; a holder needs %3.", votes, redis.votes.size(),
                  redis.quorum);
}

void addVotesOfHeld(const Lock& lock, std::vector<Finding>& findings)
{
    const auto& redis = *lock.redis;
    const auto masters = mastersOf(redis, redis.heldToken);
    const bool isLast = masters.with.size() <= static_cast<std::size_t>(redis.quorum);
    const auto severity = isLast ? Severity::Warning : Severity::Info;
    const auto holder = std::find_if(lock.queue.begin(), lock.queue.end(), [](const auto& one) { return one.holds; });
    const auto add = [&](FindingKind kind, std::string text, std::string advice) {
        auto finding = findingOn(lock, kind, severity);
        if (holder != lock.queue.end())
            name(finding, lock, *holder);
        finding.text = std::move(text);
        finding.evidence = votesText(masters.with.size(), redis);
        if (isLast)
            finding.evidence =
                sentences(finding.evidence, phrase("If one more of these masters loses the key, another client can "
                                                   "acquire the lock."));
        finding.advice = std::move(advice);
        findings.push_back(std::move(finding));
    };
    const bool isEachReachable =
        std::all_of(redis.votes.begin(), redis.votes.end(), [](const auto& vote) { return vote.isReachable; });
    if (!masters.without.empty() && isEachReachable)
        add(FindingKind::LostVotes, phrase("Masters do not have the token of the holder: %1.", listed(masters.without)),
            phrase(
                "Check whether these masters were slow or down when the lock was acquired, were restarted, or have "
                "evicted the key. The holder gets these votes again when it extends the lock or acquires it again."));
    if (!masters.other.empty())
        add(FindingKind::DoubleVotes, phrase("Masters have another token than the holder: %1.", listed(masters.other)),
            phrase(
                "The other token is of an attempt that failed and was not removed there, or of a holder before. Check "
                "the log of the clients for releases that failed. The key expires by itself if it has a TTL."));
}

/// Fewer masters than a quorum have the token that had one, before its lease ended.
bool addLostQuorum(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    const auto& redis = *lock.redis;
    if (!redis.heldUntil || input.snapshot.takenAt >= *redis.heldUntil)
        return false;
    const auto masters = mastersOf(redis, redis.heldToken);
    if (masters.with.empty())
        return false; // released
    auto finding = findingOn(lock, FindingKind::LostVotes, Severity::Warning);
    finding.text = phrase("A token had a quorum of the masters, and has lost it before its lease ended.");
    finding.evidence = sentences(
        phrase("The token is %1. %2 of %3 masters still have it; a holder needs %4.", redis.heldToken,
               masters.with.size(), redis.votes.size(), redis.quorum),
        phrase("Its quorum was to last %1 more.", roundDurationText(*redis.heldUntil - input.snapshot.takenAt)));
    finding.advice = phrase("Either the holder released the lock and some masters did not execute the release, or "
                            "masters lost the key. Check the log of the holder. If it did not release the lock, two "
                            "clients may hold it: check why the masters lost the key.");
    findings.push_back(std::move(finding));
    return true;
}

void addSplit(const Lock& lock, std::vector<Finding>& findings)
{
    const auto& redis = *lock.redis;
    std::map<std::string, std::size_t> tokens;
    for (const auto& vote : redis.votes) {
        if (vote.token)
            ++tokens[*vote.token];
    }
    auto finding = findingOn(lock, FindingKind::RedlockSplit, Severity::Warning);
    finding.text = phrase("%1 tokens share the masters, and none of them has a quorum.", tokens.size());
    std::vector<std::string> each;
    each.reserve(tokens.size());
    for (const auto& [token, votes] : tokens)
        each.push_back(phrase("%1 (%2 of %3)", token, votes, redis.votes.size()));
    finding.evidence = phrase("The tokens are %1. A holder needs %2 masters.", listed(each), redis.quorum);
    finding.advice = phrase(
        "These attempts have failed, but were not removed from the masters. The keys expire with "
        "their TTL. After a failed attempt, each client must release on all masters, and wait for a random time.");
    findings.push_back(std::move(finding));
}

void addRemnant(const Lock& lock, std::vector<Finding>& findings)
{
    const auto& redis = *lock.redis;
    const auto first = std::find_if(redis.votes.begin(), redis.votes.end(), [](const auto& one) { return one.token; });
    if (first == redis.votes.end())
        return;
    const auto masters = mastersOf(redis, *first->token);
    const bool isEndless =
        std::any_of(redis.votes.begin(), redis.votes.end(), [](const auto& one) { return one.token && !one.lease; });
    auto finding = findingOn(lock, FindingKind::RedlockRemnant, isEndless ? Severity::Warning : Severity::Info);
    finding.text = phrase("The token %1 is on %2 of %3 masters, fewer than a quorum: no client holds the lock by it.",
                          *first->token, masters.with.size(), redis.votes.size());
    finding.evidence = sentences(phrase("All masters were read. The key is on %1.", listed(masters.with)),
                                 isEndless ? phrase("The key has no TTL, so it never expires.") : std::string());
    finding.advice = phrase("The token is of an attempt that failed, of a late reply, or of an incomplete release. It "
                            "makes the next acquisition less certain. If the key has no TTL, release the token.");
    findings.push_back(std::move(finding));
}

/// INFO has full seconds.
constexpr milliseconds uptimeStep{1'000};

void addRestarts(const Lock& lock, std::vector<Finding>& findings)
{
    const auto& redis = *lock.redis;
    milliseconds longest{0};
    for (const auto& vote : redis.votes)
        longest =
            std::max(longest, vote.token == redis.heldToken ? vote.lease.value_or(milliseconds(0)) : milliseconds(0));
    std::vector<std::string> restarted;
    for (const auto& vote : redis.votes) {
        if (vote.isReachable && vote.uptime && *vote.uptime + uptimeStep < longest)
            restarted.push_back(vote.server);
    }
    if (restarted.empty())
        return;
    auto finding = findingOn(lock, FindingKind::MasterRestarted, Severity::Warning);
    finding.text = phrase("Masters were started later than a lease ago: %1.", listed(restarted));
    finding.evidence = phrase("The lease of the lock lasts at least %1, and these masters have run for a shorter time.",
                              roundDurationText(longest));
    finding.advice =
        phrase("A master that loses a key at its restart can give its vote twice. Two clients may then hold the lock. "
               "Start a master only after the longest lease has passed, or persist each write (appendfsync always).");
    findings.push_back(std::move(finding));
}

/// Only where the full lease is known: the acquisition was seen, at most one interval of readings after it.
void addClockOffset(const Lock& lock, std::vector<Finding>& findings)
{
    constexpr milliseconds mostBetweenReadings{1'000};
    const auto& redis = *lock.redis;
    const bool isSeen =
        std::any_of(lock.queue.begin(), lock.queue.end(), [](const auto& one) { return one.holds && one.grantedAt; });
    if (!isSeen)
        return;
    std::optional<milliseconds> low;  // no clock is certainly behind this
    std::optional<milliseconds> high; // and none certainly ahead of this
    for (const auto& vote : redis.votes) {
        if (!vote.clockOffset || !vote.roundTrip)
            continue;
        const auto half = *vote.roundTrip / 2 + milliseconds(1);
        low = std::min(low.value_or(milliseconds::max()), *vote.clockOffset + half);
        high = std::max(high.value_or(milliseconds::min()), *vote.clockOffset - half);
    }
    // The algorithm's allowance for drift: 1 % of the lease, and 2 ms.
    const auto allowed = (redis.longestLease + mostBetweenReadings) / 100 + milliseconds(2);
    if (!low || !high || *high - *low <= allowed)
        return;
    auto finding = findingOn(lock, FindingKind::ClockOffset, Severity::Warning);
    finding.text = phrase("The clocks of the masters differ by at least %1.", durationText(*high - *low));
    finding.evidence = phrase("Lockscope compared the clocks with its own, less the round trip. Redlock allows for a "
                              "drift of 1 % of the lease and 2 ms, here %1.",
                              durationText(allowed));
    finding.advice = phrase("Synchronise the clocks by NTP, and let NTP slew them: a step of a clock ends leases early "
                            "or late. Two clients may then hold the lock.");
    findings.push_back(std::move(finding));
}

} // namespace

void addVoteFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    const auto& redis = *lock.redis;
    if (redis.quorum == 0)
        return;
    switch (redis.verdict) {
    case Verdict::Held:
        addVotesOfHeld(lock, findings);
        addRestarts(lock, findings);
        addClockOffset(lock, findings);
        break;
    case Verdict::Split:
    case Verdict::Remnant:
        if (!isEachSteady(redis) || addLostQuorum(input, lock, findings))
            break;
        if (redis.verdict == Verdict::Split)
            addSplit(lock, findings);
        else
            addRemnant(lock, findings);
        break;
    case Verdict::Free:
    case Verdict::Undecided:
        break;
    }
}

} // namespace lockscope::inspect
