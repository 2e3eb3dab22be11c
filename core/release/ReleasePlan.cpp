// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/ReleasePlan.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/model/Wording.h"
#include "core/queue/Revocation.h"
#include "core/release/redis/OwnerRelease.h"
#include "core/release/redis/SemaphoreRelease.h"
#include "core/release/zookeeper/NodeRelease.h"
#include "core/sources/DialectFiles.h"

namespace lockscope::release {

bool ReleasePlan::wasAsked() const
{
    return queue::isRevocation(payload);
}

ReleasePlan predictedPlan(const inspect::Lock& lock, const inspect::Contender& contender,
                          const inspect::Snapshot* snapshot)
{
    if (contender.redis)
        return ownerPlan(lock, contender, nullptr); // of a snapshot, the contender has the trace of its lease
    const auto& dialects = snapshot && snapshot->dialects ? snapshot->dialects : inspect::builtinDialects();
    auto plan = makePlan(lock, contender, *dialects);
    addBackground(plan, {snapshot ? snapshot->ensemble : nullptr, nullptr, {}}, contender,
                  snapshot ? snapshot->lastSeen(lock) : lock.readAt, *dialects);
    return plan;
}

Result<ReleasePlan> predictedPermits(const inspect::Lock& lock, std::int64_t permits)
{
    return semaphorePlan(lock, permits);
}

namespace {

std::string riskToClients(const ReleasePlan& plan)
{
    if (plan.isStray)
        return phrase("If you delete the node, a program that uses it loses it and is not notified. The node belongs "
                      "to no holder or waiter, but the queue waits for it.");
    if (plan.owner == 0)
        return phrase("If you delete the node, a program that still relies on it is not notified. No session owns "
                      "this node, so it never expires: only a delete releases it.");
    if (!plan.holds)
        return phrase("If you delete the node, the waiter loses its position. Most clients queue again at the end; "
                      "some fail or stop responding.");
    if (plan.evidence.life == Life::Gone)
        return phrase("If you delete the node, the holder's unfinished work stays unfinished. The holder's session has "
                      "ended, so its program has stopped or was notified that the lock is lost.");
    if (plan.evidence.life == Life::Unknown)
        return phrase(
            "If you delete the node, the holder may continue, because its session may be alive: two clients may "
            "then both believe they hold the lock.");
    if (plan.evidence.life == Life::Silent)
        return phrase(
            "If you delete the node, the holder may continue, because its session has not expired: two clients "
            "may then both believe they hold the lock. It sends no heartbeat, so its program may have "
            "stopped.");
    return phrase(
        "If you delete the node, the holder continues, because its session is alive: two clients may then both "
        "believe they hold the lock.");
}

} // namespace

std::string riskOf(const ReleasePlan& plan)
{
    if (plan.isRedis())
        return ownerRisk(plan);
    auto risk = riskToClients(plan);
    if (!plan.breaks.empty() && !plan.isStray)
        risk = sentences(phrase(plan.breaks.c_str()), risk);
    if (plan.certainty == inspect::Certainty::Possible)
        risk = sentences(phrase("It is not certain that this node belongs to a lock: no known program uses such names. "
                                "A program that uses it for another purpose may fail."),
                         risk);
    return risk;
}

std::optional<std::string> whyChanged(const ReleasePlan& first, const ReleasePlan& now)
{
    if (first.isRedis())
        return whyOwnerChanged(first, now);
    inspect::Lock lock;
    lock.path = now.lockPath;
    lock.dialect = now.dialect;
    lock.dialectTitle = now.dialectName;
    inspect::Contender contender;
    contender.holds = now.holds;
    contender.details.emplace();
    contender.details->creationId = now.creationId;
    contender.details->session = now.owner;
    return whyRefused(first, lock, contender);
}

Confirmation confirmationFor(const ReleasePlan& plan)
{
    if (plan.certainty == inspect::Certainty::Possible)
        return Confirmation::NameAndReason;
    if (plan.evidence.life == Life::Gone)
        return Confirmation::Click;
    return plan.holds ? Confirmation::NameAndReason : Confirmation::Reason;
}

std::string lockName(const ReleasePlan& plan)
{
    return plan.lockPath == "/" || plan.isRedis() ? plan.lockPath : baseName(plan.lockPath);
}

} // namespace lockscope::release
