// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/redis/SemaphoreRelease.h"

#include "core/base/Phrase.h"
#include "core/release/redis/OwnerRelease.h"

namespace lockscope::release {

namespace {

std::string permitsText(std::int64_t permits)
{
    return counted(static_cast<std::size_t>(permits), "%1 permit", "%1 permits");
}

} // namespace

Result<ReleasePlan> semaphorePlan(const inspect::Lock& lock, std::int64_t permits)
{
    if (permits == 0)
        return failure(
            ErrorCode::NotALock, "release", lock.path,
            phrase("a number without leases of permits is a semaphore: the server does not record its holders, so none "
                   "can be released. To add permits, use lockscopectl release with --permits"));
    const auto free = lock.redis ? lock.redis->freePermits.value_or(0) : 0;
    if (permits < 0 || permits > mostPermits || free > mostPermits - permits || free < -mostPermits)
        return failure(
            ErrorCode::BadArguments, "release", lock.path,
            phrase("a semaphore has at most %1 free permits, and this one has %2 already. Nothing was changed",
                   mostPermits, free));
    auto plan = redisPlan(lock);
    plan.holds = true; // some clients hold the permits, if any do
    plan.isStateKnown = false;
    plan.mode = LockMode::Shared;
    plan.waitersKnown = false;
    plan.evidence.owner.isKnown = true;
    plan.evidence.text = phrase("The server stores the number of free permits only. It is unknown which clients hold "
                                "permits, and how many.");
    plan.redis.kind = RedisPlan::Kind::Semaphore;
    plan.redis.permits = permits;
    plan.redis.freePermits = free;
    plan.guard = {GuardProof::Script,
                  phrase("A script compares the number of free permits and adds to it in one step. It cannot detect "
                         "that permits were acquired and returned in between.")};
    return plan;
}

std::vector<std::string> semaphoreOperations(const ReleasePlan& plan)
{
    return {phrase("in one script: continue only if the number of free permits of %1 is %2", plan.lockPath,
                   plan.redis.freePermits),
            phrase("in the same script: add %1 to them and wake waiting clients", plan.redis.permits),
            phrase("read %1 to find the number of free permits", plan.lockPath)};
}

std::string semaphoreRisk(const ReleasePlan& plan)
{
    auto risk = phrase("The number of permits in use and their holders are unknown. If a holder returns its "
                       "permit later, the semaphore has one permit too many. More clients than intended may "
                       "then work at the same time.");
    if (plan.certainty == inspect::Certainty::Certain)
        return risk;
    return sentences(phrase("It is not certain that this key is a semaphore: no client waits for it. A program that "
                            "uses the number for another purpose may fail."),
                     risk);
}

ReleaseOptions semaphoreOptions(const ReleasePlan& plan)
{
    ReleaseOption ask;
    ask.what = whyNoRequest();
    ReleaseOption wait;
    wait.what = phrase("Helps only if a holder returns its permit: permits of this semaphore have no lease.");
    wait.helps = Helps::Maybe;
    ReleaseOption release;
    release.helps = plan.permission.allowed == Allowed::No ? Helps::No : Helps::Yes;
    if (release.helps == Helps::No) {
        release.what = plan.permission.text;
        return {ask, wait, release};
    }
    release.what =
        phrase("Adds %1, and only if the number of free permits is unchanged.", permitsText(plan.redis.permits));
    release.affects = phrase("The number of free permits is then %1. Waiting clients are woken.",
                             plan.redis.freePermits + plan.redis.permits);
    release.notices = phrase("No holder is notified.");
    return {ask, wait, release};
}

std::vector<PlanRow> semaphoreStateRows(const ReleasePlan& plan)
{
    return {
        {"release", phrase("Permits"), permitsText(plan.redis.permits)},
        lockRow(plan),
        {"free", phrase("Free permits"), std::to_string(plan.redis.freePermits)},
        {"evidence", phrase("Evidence"), plan.evidence.text, PlanRow::Weight::Wait, true},
    };
}

std::string semaphoreDone(const ReleasePlan& plan)
{
    return phrase(plan.redis.permits == 1 ? phraseLater("added %1 permit to %2")
                                          : phraseLater("added %1 permits to %2"),
                  plan.redis.permits, plan.lockPath);
}

std::string freePermitsChanged(std::int64_t seen, const std::string& now)
{
    return phrase("the number of free permits is now %1, not %2", now, seen);
}

} // namespace lockscope::release
