// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/ReleaseOptions.h"

#include "core/base/DurationText.h"
#include "core/model/Wording.h"
#include "core/release/redis/OwnerRelease.h"
#include "core/release/zookeeper/Revocability.h"

#include <algorithm>

namespace lockscope::release {

using std::chrono::milliseconds;

namespace {

std::string nameOf(const std::string& node, const std::string& client)
{
    return client.empty() ? node : client;
}

/// The effect on the queue once the contender's node is gone.
std::string whoFollows(const ReleasePlan& plan)
{
    if (!plan.holds)
        return phrase("The holder stays the same; waiters behind this node move up.");
    if (!plan.waitersKnown)
        return phrase("The fastest waiting client acquires the lock: waiters of this lock have no node.");
    if (plan.next.empty())
        return phrase("No client is waiting.");
    const auto next = nameOf(plan.next, plan.nextClient);
    const auto others = plan.waiters - 1;
    if (others <= 0)
        return phrase("Next holder: %1. No other client is waiting.", next);
    return phrase(others == 1 ? phraseLater("Next holder: %1. %2 client then waits behind %1.")
                              : phraseLater("Next holder: %1. %2 clients then wait behind %1."),
                  next, others);
}

ReleaseOption askReleaseOption(const ReleasePlan& plan)
{
    const auto revocability = revocabilityOf(plan);
    ReleaseOption releaseOption;
    releaseOption.what = revocability.text;
    if (!revocability.canBeAsked())
        return releaseOption;
    releaseOption.helps = Helps::Maybe;
    releaseOption.what = sentences(
        phrase("Overwrites the payload of the holder's node with \"%1\". The payload cannot be restored. Lockscope "
               "shows the last known client name.",
               revocability.message),
        revocability.text);
    releaseOption.affects =
        sentences(phrase("The lock does not change until the holder releases it."), whoFollows(plan));
    releaseOption.notices = phrase("A holder that listens for revocation requests is notified, and releases the lock "
                                   "when it is ready.");
    return releaseOption;
}

ReleaseOption waitReleaseOption(const ReleasePlan& plan, WallTime now)
{
    ReleaseOption releaseOption;
    switch (plan.evidence.life) {
    case Life::NoSession:
        releaseOption.what = phrase("Does not help: no session owns this node, so the node never expires.");
        return releaseOption;
    case Life::Gone:
        releaseOption.what = phrase("Does not help: the session has ended, but its node still exists.");
        return releaseOption;
    case Life::Alive:
        releaseOption.what =
            phrase("The session is alive, so ZooKeeper does not delete the node. Waiting helps only if the client "
                   "releases the lock.");
        return releaseOption;
    case Life::Silent:
        releaseOption.helps = Helps::Yes;
        releaseOption.until = plan.evidence.endsAt();
        if (const auto left = releaseOption.left(now); !left)
            releaseOption.what = phrase("Is enough if the client sends no further heartbeat: the server ends its "
                                        "session and removes its node.");
        else if (*left > milliseconds(0))
            releaseOption.what = phrase("Is enough if the client sends no further heartbeat: its session ends within "
                                        "%1, and its node is removed.",
                                        roundDurationText(*left));
        else
            releaseOption.what = phrase("Is enough if the client sends no further heartbeat: its session ends at any "
                                        "moment, and its node is removed.");
        break;
    case Life::Unknown:
        releaseOption.helps = Helps::Maybe;
        releaseOption.what =
            phrase("If the client stops sending heartbeats, the server ends the session and removes the node.");
        break;
    }
    releaseOption.affects = sentences(
        plan.others && !plan.others->empty()
            ? counted(plan.others->size(), "All nodes of the session are removed, including %1 other lock node.",
                      "All nodes of the session are removed, including %1 other lock nodes.")
            : phrase("All nodes of the session are removed."),
        whoFollows(plan));
    releaseOption.notices = phrase(
        "When the client reconnects, its session has expired, and the client is notified that the lock is lost.");
    return releaseOption;
}

ReleaseOption deleteReleaseOption(const ReleasePlan& plan)
{
    ReleaseOption releaseOption;
    const bool isRefused = plan.guard.proof == GuardProof::None;
    releaseOption.helps = plan.permission.allowed == Allowed::No || isRefused ? Helps::No : Helps::Yes;
    releaseOption.what = phrase("Deletes only this node, and only if neither the node nor its session was replaced.");
    if (plan.permission.allowed == Allowed::No)
        releaseOption.what = plan.permission.text;
    else if (isRefused)
        releaseOption.what = plan.guard.text;
    releaseOption.affects = whoFollows(plan);
    if (plan.isStray)
        releaseOption.notices = phrase("A program that uses the node is not notified.");
    else if (plan.owner == 0 || plan.evidence.life == Life::Gone)
        releaseOption.notices = phrase("No client is notified.");
    else if (plan.holds)
        releaseOption.notices = phrase("The holder is not notified, and still acts as the holder.");
    else
        releaseOption.notices =
            phrase("The waiter is not notified that an operator removed it; most clients queue again at the end.");
    return releaseOption;
}

} // namespace

std::vector<std::string> deadHeadsOf(const inspect::Lock& lock)
{
    std::vector<std::string> dead;
    for (const auto& contender : lock.queue) {
        if (contender.holds)
            continue;
        if (!contender.redis || contender.redis->alive != inspect::Alive::No)
            break;
        dead.push_back(contender.node);
    }
    return dead;
}

std::string_view toString(Helps helps)
{
    switch (helps) {
    case Helps::Yes:
        return "yes";
    case Helps::Maybe:
        return "maybe";
    case Helps::No:
        break;
    }
    return "no";
}

std::optional<milliseconds> ReleaseOption::left(WallTime now) const
{
    if (!until)
        return std::nullopt;
    return std::max(*until - now, milliseconds(0));
}

bool canBeAsked(const ReleasePlan& plan)
{
    return !plan.isRedis() && revocabilityOf(plan).canBeAsked();
}

ReleaseOptions releaseOptionsOf(const ReleasePlan& plan, WallTime now)
{
    if (plan.isRedis())
        return ownerOptions(plan, now);
    return {askReleaseOption(plan), waitReleaseOption(plan, now), deleteReleaseOption(plan)};
}

} // namespace lockscope::release
