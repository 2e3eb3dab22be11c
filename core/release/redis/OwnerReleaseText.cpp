// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/release/redis/OwnerRelease.h"
#include "core/release/redis/SemaphoreRelease.h"

#include <algorithm>

namespace lockscope::release {

namespace {

using Kind = RedisPlan::Kind;
using Weight = PlanRow::Weight;
using std::chrono::milliseconds;

std::string followsText(const ReleasePlan& plan)
{
    if (plan.redis.kind == Kind::Waiter && !plan.redis.silentHeads.empty())
        return phrase("The lock is free, and the next waiter, %1, does not listen either. Remove it too if its client "
                      "has stopped.",
                      plan.next);
    if (plan.redis.kind == Kind::Waiter)
        return plan.next.empty() ? phrase("The holder stays the same; waiters behind this one move up.")
                                 : phrase("The lock is free: the next waiter, %1, is woken.", plan.next);
    if (plan.redis.kind == Kind::Token)
        return plan.redis.wakeList.empty()
                   ? phrase("Waiting clients ask again by themselves; the fastest one acquires the lock.")
                   : phrase("A client that waits on the list %1 is woken; the fastest client acquires the lock.",
                            plan.redis.wakeList);
    if (plan.redis.kind == Kind::Reader)
        return phrase("Other readers keep the lock. Without them, the waiting clients are woken.");
    if (plan.redis.isNextSilent)
        return phrase("The next waiter, %1, does not listen. It is removed only if its client has certainly stopped.",
                      plan.next);
    if (!plan.next.empty())
        return phrase("Next holder: %1.", plan.next);
    if (plan.redis.kind == Kind::Permit)
        return phrase("One more permit is free; a waiting client is woken.");
    if (plan.waitersKnown)
        return plan.waiters == 0 ? phrase("No client is waiting.") : phrase("No waiting client listens.");
    return phrase("The waiting clients are woken; the fastest one acquires the lock.");
}

std::string noticesText(const ReleasePlan& plan)
{
    switch (plan.redis.kind) {
    case Kind::Waiter:
        return plan.redis.alive == inspect::Alive::No
                   ? phrase("No client is notified.")
                   : phrase("The waiter is not notified. It queues again at the end when it asks for the lock again.");
    case Kind::Permit:
        return phrase("The client is not notified. Its release of the permit fails later.");
    case Kind::Token:
        return phrase("The holder is not notified. It notices at its next renewal or release.");
    default:
        return phrase("The holder is not notified. It notices at its next renewal, which stops silently, or at its "
                      "unlock, which throws.");
    }
}

ReleaseOption waitForOwner(const ReleasePlan& plan, WallTime now)
{
    ReleaseOption option;
    option.notices = plan.holds ? phrase("A holder that runs is not notified when its lease ends.")
                                : phrase("A waiter that runs queues again at the end.");
    if (!plan.holds) {
        option.until = plan.redis.keepsPlaceUntil;
        if (!option.until) {
            option.what = phrase("Does not help: the entry of this waiter has no end.");
            option.notices.clear();
            return option;
        }
        option.helps = Helps::Maybe;
        option.what = phrase("The waiter keeps its place for %1 more.", roundDurationText(*option.left(now)));
    } else if (!plan.redis.lease) {
        option.what = phrase("Does not help: the lease has no end.");
        option.notices.clear();
        return option;
    } else if (plan.redis.kind == Kind::Permit && plan.redis.lease == milliseconds(0)) {
        option.helps = Helps::Maybe;
        option.what = phrase("The time of the permit has passed: the next client that asks for a permit returns it.");
    } else {
        option.helps = Helps::Maybe;
        option.until = plan.readAt + *plan.redis.lease;
        option.what =
            phrase("Is enough if no client renews the lease: it ends within %1.", roundDurationText(*option.left(now)));
    }
    option.affects = followsText(plan);
    return option;
}

/// A multi-lock has no key of its own: its locks are released one by one.
std::string keptLocksText(const ReleasePlan& plan)
{
    std::vector<std::string> kept;
    for (const auto& other : plan.others.value_or(std::vector<OtherNode>())) {
        const bool isListed = std::find(kept.begin(), kept.end(), other.lockPath) != kept.end();
        if (other.holds.value_or(false) && other.lockPath != plan.lockPath && !isListed)
            kept.push_back(other.lockPath);
    }
    if (kept.empty())
        return {};
    return phrase(kept.size() == 1 ? phraseLater("The owner also holds 1 other lock, which stays held: %1.")
                                   : phraseLater("The owner also holds %2 other locks, which stay held: %1."),
                  listed(kept, mostNamed), kept.size());
}

ReleaseOption releaseOwner(const ReleasePlan& plan)
{
    ReleaseOption option;
    const bool isRefused = plan.guard.proof == GuardProof::None;
    option.helps = plan.permission.allowed == Allowed::No || isRefused ? Helps::No : Helps::Yes;
    if (plan.permission.allowed == Allowed::No)
        option.what = plan.permission.text;
    else if (isRefused)
        option.what = plan.guard.text;
    else
        option.what = plan.redis.kind == Kind::Waiter
                          ? phrase("Removes only this waiter, and only if its time is not later than shown.")
                          : phrase("Releases only this owner, and only if owner and count are unchanged.");
    if (!plan.redis.deadHeads.empty())
        option.what = sentences(option.what, phrase("Waiters at the head that do not listen are removed: %1.",
                                                    listed(plan.redis.deadHeads, mostNamed)));
    if (plan.redis.kind == Kind::Holder && !plan.redis.silentHeads.empty())
        option.what = sentences(option.what,
                                phrase("Waiters at the head do not listen here, but may listen on another server: %1. "
                                       "They stay. Remove each of them if its client has stopped.",
                                       listed(plan.redis.silentHeads, mostNamed)));
    if (option.helps == Helps::No)
        return option;
    option.affects = sentences(followsText(plan), keptLocksText(plan));
    option.notices = noticesText(plan);
    return option;
}

std::string ownerStateText(const ReleasePlan& plan)
{
    switch (plan.redis.kind) {
    case Kind::Waiter:
        return plan.redis.isFree ? phrase("waits for the lock, which is free") : phrase("waits for the lock");
    case Kind::Reader:
        return phrase("holds the lock (shared)");
    case Kind::Permit:
        return phrase("holds a permit");
    default:
        return plan.holds ? phrase("holds the lock") : phrase("waits for the lock");
    }
}

std::string nextOwnerText(const ReleasePlan& plan)
{
    if (!plan.next.empty())
        return plan.next;
    if (plan.redis.kind == Kind::Waiter)
        return phrase("the holder stays the same");
    if (!plan.waitersKnown)
        return phrase("the fastest waiting client: its waiters have no order");
    return plan.waiters == 0 ? phrase("no waiters") : phrase("none: no waiter listens");
}

/// "10.0.0.1:6379 has the token, 10.0.0.2:6379 does not answer".
std::string votesText(const RedisPlan& redis)
{
    std::vector<std::string> texts;
    for (const auto& vote : redis.votes)
        texts.push_back(phrase(!vote.isReachable            ? phraseLater("%1 cannot be read")
                               : !vote.token                ? phraseLater("%1 has no key")
                               : *vote.token == redis.entry ? phraseLater("%1 has the token")
                                                            : phraseLater("%1 has another value"),
                               vote.server));
    return listed(texts);
}

std::string ownerGuardText(const ReleasePlan& plan)
{
    const auto& redis = plan.redis;
    auto text = redis.owner;
    if (plan.holds && redis.kind != Kind::Permit && redis.kind != Kind::Token)
        text = phrase("%1, %2", text, counted(static_cast<std::size_t>(redis.count), "held %1 time", "held %1 times"));
    return redis.fencingToken ? phrase("%1, fencing token %2", text, *redis.fencingToken) : text;
}

/// What is to be released, and what is known of it.
std::vector<PlanRow> ownerStateRows(const ReleasePlan& plan)
{
    const auto& redis = plan.redis;
    std::vector<PlanRow> rows{
        {"release",
         redis.kind == Kind::Waiter   ? phrase("Waiter")
         : redis.kind == Kind::Permit ? phrase("Permit")
                                      : phrase("Owner"),
         redis.kind == Kind::Value ? phrase("%1 of %2", plan.node, redis.owner) : redis.owner},
        lockRow(plan),
        {"which", phrase("State"), ownerStateText(plan)},
        {"evidence", phrase("Evidence"), plan.evidence.text,
         plan.evidence.life == Life::Alive ? Weight::Bad : Weight::Wait, true},
    };
    if (plan.holds)
        rows.push_back({"lease", phrase("Lease"),
                        redis.lease ? roundDurationText(*redis.lease) : phrase("none: it never ends"),
                        redis.lease ? Weight::Normal : Weight::Bad});
    if (!redis.votes.empty())
        rows.push_back({"servers", phrase("Masters"), votesText(redis)});
    rows.push_back({"guard", phrase("Guard"), ownerGuardText(plan)});
    rows.push_back({"next", phrase("Next holder"), nextOwnerText(plan), Weight::Good});
    rows.push_back(waitingRow(plan));
    rows.push_back(othersRow(plan, phrase("Other locks of the owner"), phrase("unknown")));
    return rows;
}

} // namespace

std::string whyNoRequest()
{
    return phrase("Clients of locks on Redis read no revocation requests.");
}

std::string ownerRisk(const ReleasePlan& plan)
{
    std::string risk;
    switch (plan.redis.kind) {
    case Kind::None:
        return plan.guard.text;
    case Kind::Semaphore:
        return semaphoreRisk(plan);
    case Kind::Waiter:
        risk = plan.redis.alive == inspect::Alive::No
                   ? phrase("If the client of the waiter runs after all, it queues again at the end.")
                   : phrase("If you remove the waiter, it loses its position.");
        break;
    case Kind::Permit:
        risk = phrase("If you release the permit, its client may continue: more clients than permits may then work.");
        break;
    default:
        risk = phrase("If you release the lock, the holder may continue: two clients may then both believe they hold "
                      "the lock. Only a fencing token that the resource checks prevents its writes.");
    }
    if (!plan.breaks.empty())
        risk = sentences(phrase(plan.breaks.c_str()), risk);
    if (plan.certainty == inspect::Certainty::Possible)
        risk = sentences(phrase("It is not certain that this key is a lock. A program that uses it for another purpose "
                                "may fail."),
                         risk);
    return risk;
}

ReleaseOptions ownerOptions(const ReleasePlan& plan, WallTime now)
{
    if (plan.redis.kind == Kind::Semaphore)
        return semaphoreOptions(plan);
    ReleaseOption ask;
    ask.what = whyNoRequest();
    return {ask, waitForOwner(plan, now), releaseOwner(plan)};
}

std::vector<PlanRow> ownerRows(const ReleasePlan& plan, WallTime now)
{
    const auto options = ownerOptions(plan, now);
    auto rows = plan.redis.kind == Kind::Semaphore ? semaphoreStateRows(plan) : ownerStateRows(plan);
    const std::vector<PlanRow> rest{
        permissionRow(plan),
        optionRow("1 ask", phrase("1. Request release from the holder"), options.ask),
        optionRow("2 wait", phrase("2. Wait"), options.wait),
        optionRow("3 release", phrase("3. Release"), options.remove),
        {"proof", phrase("Check before the release"), plan.guard.text,
         plan.guard.proof == GuardProof::None ? Weight::Bad : Weight::Normal, true},
        {"risk", phrase("Risk"), ownerRisk(plan), Weight::Bad, true},
    };
    rows.insert(rows.end(), rest.begin(), rest.end());
    return rows;
}

} // namespace lockscope::release
