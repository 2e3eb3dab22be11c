// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/release/ReleaseOptions.h"

#include "core/base/DurationText.h"
#include "core/model/Wording.h"
#include "core/release/zookeeper/Revocability.h"

#include <algorithm>

namespace lockscope::release {

using std::chrono::milliseconds;

namespace {

std::string nameOf(const std::string& node, const std::string& client)
{
    return client.empty() ? node : client;
}

/// Who is served when the contender is out of the way.
std::string whoFollows(const ReleasePlan& plan)
{
    if (!plan.holds)
        return phrase("The holder stays the same; those behind it move up.");
    if (!plan.waitersKnown)
        return phrase("Whoever is quickest gets the lock: its waiters have no node.");
    if (plan.next.empty())
        return phrase("Nobody waits.");
    return phrase("%1 is next, of %2.", nameOf(plan.next, plan.nextClient),
                  counted(static_cast<std::size_t>(plan.waiters), "%1 waiter", "%1 waiters"));
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
        phrase("Overwrites the payload of the holder's node with \"%1\". The payload is lost; Lockscope keeps "
               "the holder's last known name.",
               revocability.message),
        revocability.text);
    releaseOption.affects = sentences(phrase("Nobody, unless the holder follows."), whoFollows(plan));
    releaseOption.notices =
        phrase("A holder that listens is told, and lets go when it is ready; one that does not notices nothing.");
    return releaseOption;
}

ReleaseOption waitReleaseOption(const ReleasePlan& plan, WallTime now)
{
    ReleaseOption releaseOption;
    switch (plan.evidence.life) {
    case Life::NoSession:
        releaseOption.what = phrase("Does not help: no session owns this node, so nothing will ever remove it.");
        return releaseOption;
    case Life::Gone:
        releaseOption.what = phrase("Does not help: the session has ended and its node still stands there.");
        return releaseOption;
    case Life::Alive:
        releaseOption.what =
            phrase("Helps only if its program lets go by itself: its session lives, and does not end.");
        return releaseOption;
    case Life::Silent:
        releaseOption.helps = Helps::Yes;
        releaseOption.until = plan.evidence.endsAt();
        if (const auto left = releaseOption.left(now); !left)
            releaseOption.what =
                phrase("Is enough if it stays silent: the server ends its session, and its node goes.");
        else if (*left > milliseconds(0))
            releaseOption.what =
                phrase("Is enough if it stays silent: its session ends in %1 at the latest, and its node goes.",
                       roundDurationText(*left));
        else
            releaseOption.what =
                phrase("Is enough if it stays silent: its session ends at any moment, and its node goes.");
        break;
    case Life::Unknown:
        releaseOption.helps = Helps::Maybe;
        releaseOption.what = phrase("When its client falls silent, the server ends the session and removes the node.");
        break;
    }
    releaseOption.affects = sentences(
        plan.others && !plan.others->empty()
            ? counted(plan.others->size(), "Everything of that session goes with it, %1 other place in locks too.",
                      "Everything of that session goes with it, %1 other places in locks too.")
            : phrase("Everything of that session goes with it."),
        whoFollows(plan));
    releaseOption.notices =
        phrase("When it is connected again, its session has expired: it knows that the lock is lost.");
    return releaseOption;
}

ReleaseOption deleteReleaseOption(const ReleasePlan& plan)
{
    ReleaseOption releaseOption;
    const bool isRefused = plan.guard.proof == GuardProof::None;
    releaseOption.helps = plan.permission.allowed == Allowed::No || isRefused ? Helps::No : Helps::Yes;
    releaseOption.what = phrase("Deletes this one node, guarded by czxid and owner.");
    if (plan.permission.allowed == Allowed::No)
        releaseOption.what = plan.permission.text;
    else if (isRefused)
        releaseOption.what = plan.guard.text;
    releaseOption.affects = whoFollows(plan);
    if (plan.isStray)
        releaseOption.notices = phrase("A program that uses the node is not notified.");
    else if (plan.owner == 0 || plan.evidence.life == Life::Gone)
        releaseOption.notices = phrase("Nobody is told.");
    else if (plan.holds)
        releaseOption.notices = phrase("The holder is not told, and goes on believing that it holds the lock.");
    else
        releaseOption.notices =
            phrase("The waiter is not told that it was an operator; most clients queue again at the end.");
    return releaseOption;
}

} // namespace

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
    return revocabilityOf(plan).canBeAsked();
}

ReleaseOptions releaseOptionsOf(const ReleasePlan& plan, WallTime now)
{
    return {askReleaseOption(plan), waitReleaseOption(plan, now), deleteReleaseOption(plan)};
}

} // namespace lockscope::release
