// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/findings/AgeLimits.h"
#include "core/findings/redis/RedisFindings.h"
#include "core/model/Wording.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

using std::chrono::milliseconds;

/// Renewed holds count as unusual beyond this many times the limit of a hold.
constexpr int unusualHold = 2;

void addEndlessLease(const Lock& lock, std::vector<Finding>& findings)
{
    if (lock.kind == LockKind::Semaphore || lock.redis->quorum > 0 || lock.redis->lease || lock.holders() == 0)
        return;
    auto finding = findingOn(lock, FindingKind::EndlessLease, Severity::Warning);
    const Contender* holder = nullptr;
    for (const auto& contender : lock.queue) {
        if (!contender.holds)
            continue;
        holder = holder ? holder : &contender;
        name(finding, lock, contender);
    }
    finding.text = phrase("%1 holds a lock that never expires.", ownerOn(*holder));
    finding.evidence = phrase("The key of the lock has no TTL.");
    finding.advice = phrase("Check whether the client of the holder runs. If it has stopped, release the lock: it does "
                            "not become free by itself. Then find the program that sets the key without a TTL, or "
                            "removes the TTL.");
    findings.push_back(std::move(finding));
}

milliseconds leaseLeft(const Snapshot& snapshot, const Lock& lock, const RedisContender& holder)
{
    return std::max(holder.lease.value_or(milliseconds(0)) - (snapshot.takenAt - lock.readAt), milliseconds(0));
}

std::string renewalsOf(const LeaseTrace& trace)
{
    return phrase("Lockscope saw %1 renewals in a row, each when a third of the lease had passed.", trace.renewals);
}

void addNotRenewed(const FindingInput& input, const Lock& lock, const Contender& holder, std::vector<Finding>& findings)
{
    const auto& trace = holder.redis->trace;
    auto finding = findingOn(lock, FindingKind::NotRenewed, Severity::Warning);
    name(finding, lock, holder);
    const auto left = leaseLeft(input.snapshot, lock, *holder.redis);
    finding.text = phrase("%1 has not renewed its lease for at least %2.", ownerOn(holder),
                          roundDurationText(trace.highest - left));
    finding.evidence = sentences(renewalsOf(trace), phrase("The full lease is at least %1, and %2 are left.",
                                                           roundDurationText(trace.highest), roundDurationText(left)));
    finding.advice = phrase("The client may have stopped, or is paused or disconnected. Without a renewal the lock "
                            "becomes free when the lease ends. Check the client: if it still runs, it may continue to "
                            "work without the lock.");
    findings.push_back(std::move(finding));
}

void addRenewedLong(const FindingInput& input, const Lock& lock, const Contender& holder,
                    std::vector<Finding>& findings)
{
    const auto& trace = holder.redis->trace;
    const auto limits = limitsFor(input.settings, lock);
    const auto held = input.snapshot.takenAt - trace.since;
    if (!limits.hold || held <= *limits.hold * unusualHold)
        return;
    auto finding = findingOn(lock, FindingKind::RenewedLong, Severity::Warning);
    name(finding, lock, holder);
    finding.text = phrase("The lease of %1 has been renewed for at least %2, more than twice the limit of %3.",
                          ownerOn(holder), roundDurationText(held), roundDurationText(*limits.hold));
    finding.evidence = sentences(renewalsOf(trace), phrase("Owner and count were the same in all readings."));
    if (limits.isHoldUsual)
        finding.evidence =
            sentences(finding.evidence, phrase("The limit is the p99 of the earlier holds of this lock, at least %1.",
                                               roundDurationText(input.settings.leastUsualHold)));
    finding.advice = phrase("Check in a thread dump of the client whether the task still runs. A client can renew the "
                            "lease of a task that has ended. If it has ended, release the lock: the renewals then end. "
                            "If long holds are normal here, raise the limit for this lock in the limits file.");
    findings.push_back(std::move(finding));
}

void addExpiredReader(const Lock& lock, const Contender& reader, std::vector<Finding>& findings)
{
    // The key's lease is the longest of all readers.
    if (!reader.redis->ended || !reader.redis->ended->isConfirmed || !lock.redis->lease || lock.holders() < 2)
        return;
    auto finding = findingOn(lock, FindingKind::ExpiredReader, Severity::Warning);
    name(finding, lock, reader);
    finding.text = phrase("The lease of the reader %1 has ended, but it still counts as a holder.", ownerOn(reader));
    finding.evidence = phrase("The timeout keys of the reader are gone. Other readers keep the key of the lock, and "
                              "with it the entry of this reader.");
    finding.advice = phrase("A writer waits until the leases of all readers end at the same time. Check whether the "
                            "client of this reader runs. If it has stopped, release this reader.");
    findings.push_back(std::move(finding));
}

/// A permit may have no lease on purpose: it is suspicious only after the limit of a hold.
void addEndlessPermits(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    const auto limit = limitsFor(input.settings, lock).hold;
    if (lock.kind != LockKind::Semaphore || !limit)
        return;
    auto finding = findingOn(lock, FindingKind::LeakedPermits, Severity::Warning);
    milliseconds longest{0};
    std::size_t count = 0;
    for (const auto& permit : lock.queue) {
        const auto seen = seenFor(permit, input.snapshot.takenAt);
        if (!permit.holds || permit.redis->lease || !seen || *seen <= *limit)
            continue;
        name(finding, lock, permit);
        longest = std::max(longest, *seen);
        ++count;
    }
    if (count == 0)
        return;
    finding.text =
        phrase(count == 1 ? phraseLater("%1 permit without a lease is taken for longer than the limit of %2.")
                          : phraseLater("%1 permits without a lease are taken for longer than the limit of %2."),
               count, roundDurationText(*limit));
    finding.evidence =
        phrase("Lockscope saw the first of them %1 ago. A permit without a lease never expires, and Redis "
               "does not record its holder.",
               roundDurationText(longest));
    finding.advice = phrase("Check whether a client still uses the permit. If its client has stopped, release the "
                            "permit. Acquire permits with a lease: then permits of stopped clients expire.");
    findings.push_back(std::move(finding));
}

void addMissingPermits(const Lock& lock, std::vector<Finding>& findings)
{
    const auto& redis = *lock.redis;
    if (!redis.permits || !redis.mostPermits || *redis.permits >= *redis.mostPermits)
        return;
    auto finding = findingOn(lock, FindingKind::LeakedPermits, Severity::Info);
    finding.text =
        phrase("The semaphore has %1 permits, free and taken. Before, it had %2.", *redis.permits, *redis.mostPermits);
    finding.evidence = phrase("Lockscope read the free permits and the taken permits at one moment, both times.");
    finding.advice = phrase("Check whether a program has lowered the number of permits. If not, permits are lost: add "
                            "the missing permits when no client uses the semaphore.");
    findings.push_back(std::move(finding));
}

void addTokenWentBack(const Lock& lock, std::vector<Finding>& findings)
{
    const auto& redis = *lock.redis;
    if (!redis.fencingToken || !redis.highestToken || *redis.fencingToken >= *redis.highestToken)
        return;
    auto finding = findingOn(lock, FindingKind::TokenWentBack, Severity::Critical);
    finding.text = phrase("The fencing token is %1, but it was %2 before.", *redis.fencingToken, *redis.highestToken);
    finding.evidence = phrase("Lockscope read both values from the token's key. Fencing tokens only grow, unless the "
                              "key is deleted or evicted, or a failover loses writes.");
    finding.advice = phrase("A resource that checks tokens refuses the holder until the token is above %1. Set the "
                            "token's key to a higher number while the lock is free, and find out which program deleted "
                            "the key.",
                            *redis.highestToken);
    findings.push_back(std::move(finding));
}

} // namespace

void addLeaseFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    addEndlessLease(lock, findings);
    for (const auto& contender : lock.queue) {
        if (!contender.holds || !contender.redis)
            continue;
        if (contender.redis->trace.kind == LeaseKind::Watchdog) {
            if (contender.redis->trace.isOverdue)
                addNotRenewed(input, lock, contender, findings);
            else
                addRenewedLong(input, lock, contender, findings);
        }
        addExpiredReader(lock, contender, findings);
    }
    addEndlessPermits(input, lock, findings);
    addMissingPermits(lock, findings);
    addTokenWentBack(lock, findings);
}

} // namespace lockscope::inspect
