// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/DurationText.h"
#include "core/base/Phrase.h"
#include "core/findings/redis/RedisFindings.h"
#include "core/model/Wording.h"

#include <algorithm>
#include <optional>

namespace lockscope::inspect {

namespace {

/// The client of this waiter certainly does not listen.
bool isSilent(const Snapshot& snapshot, const Contender& waiter)
{
    const auto* redis = waiter.redis.get();
    return waiter.waits() && redis && redis->silent && redis->silent->isConfirmed &&
           (redis->hasListened || (snapshot.redisServers && snapshot.redisServers->haveEachListener()));
}

/// How long a waiter keeps its place: nullopt without a deadline; 0: it has ended.
std::optional<std::chrono::milliseconds> placeLeft(const Snapshot& snapshot, const Contender& waiter)
{
    if (!waiter.redis->keepsPlaceUntil)
        return std::nullopt;
    return std::max(*waiter.redis->keepsPlaceUntil - snapshot.takenAt, std::chrono::milliseconds(0));
}

std::string noListener(const Snapshot& snapshot, const Contender& waiter)
{
    return phrase("In all readings for %2, the channel of %1 had no listener on the master.", ownerOn(waiter),
                  roundDurationText(snapshot.takenAt - waiter.redis->silent->since));
}

std::string deadlineOf(const Snapshot& snapshot, const Contender& waiter)
{
    const auto left = placeLeft(snapshot, waiter);
    return left
               ? phrase("The waiter keeps its place for %1 more, by the clock of its client.", roundDurationText(*left))
               : phrase("The entry has no deadline, so no client ever removes it.");
}

void addDeadHead(const FindingInput& input, const Lock& lock, const Contender& head, std::vector<Finding>& findings)
{
    const bool isHeld = lock.holders() > 0;
    auto finding = findingOn(lock, FindingKind::DeadHead, isHeld ? Severity::Warning : Severity::Critical);
    name(finding, lock, head);
    const auto behind = static_cast<std::size_t>(lock.waiters() - 1);
    finding.text =
        isHeld ? phrase("The next waiter, %1, does not listen for its turn: a release does not wake it.", ownerOn(head))
               : phrase("The lock is free, but the next waiter, %1, does not listen for its turn.", ownerOn(head));
    finding.evidence = sentences(noListener(input.snapshot, head), deadlineOf(input.snapshot, head));
    if (behind > 0)
        finding.evidence =
            sentences(finding.evidence, counted(behind, "%1 client waits behind it.", "%1 clients wait behind it."));
    finding.advice =
        phrase("Check whether this client runs. If it has stopped, remove it from the queue: then the next "
               "waiter does not wait until this deadline. If it runs, it may have too few connections for "
               "subscriptions: raise their number in its configuration.");
    findings.push_back(std::move(finding));
}

void addDeadWaiters(const FindingInput& input, const Lock& lock, const std::vector<const Contender*>& dead,
                    std::vector<Finding>& findings)
{
    auto finding = findingOn(lock, FindingKind::DeadWaiters, Severity::Warning);
    for (const auto* waiter : dead)
        name(finding, lock, *waiter);
    finding.text = dead.size() == 1 ? phrase("The waiter %1 does not listen for its turn.", ownerOn(*dead.front()))
                                    : phrase("%1 waiters do not listen for their turn, among them %2.", dead.size(),
                                             ownerOn(*dead.front()));
    finding.evidence = sentences(noListener(input.snapshot, *dead.front()), deadlineOf(input.snapshot, *dead.front()));
    finding.advice =
        phrase("When such a waiter is the next one, a release wakes no client, and all others wait until "
               "its deadline. Check whether its client runs. If it has stopped, remove it from the queue.");
    findings.push_back(std::move(finding));
}

void addAbandonedQueue(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    std::optional<std::chrono::milliseconds> longest(0); // nullopt: one has no deadline
    for (const auto& waiter : lock.queue) {
        const auto left = placeLeft(input.snapshot, waiter);
        longest = longest && left ? std::optional(std::max(*longest, *left)) : std::nullopt;
    }
    const bool isHarmless = longest && longest->count() == 0;
    auto finding = findingOn(lock, FindingKind::AbandonedQueue, isHarmless ? Severity::Info : Severity::Warning);
    for (const auto& waiter : lock.queue)
        name(finding, lock, waiter);
    finding.text = phrase("The lock has no holder, but its queue has %1 that do not listen for their turn.",
                          counted(lock.queue.size(), "%1 waiter", "%1 waiters"));
    finding.evidence = noListener(input.snapshot, lock.queue.front());
    if (isHarmless) {
        finding.evidence = sentences(finding.evidence, phrase("The deadlines of all of them have passed."));
        finding.advice = phrase("The next client that requests the lock removes these entries. Nothing needs to be "
                                "done.");
    } else {
        finding.evidence = sentences(
            finding.evidence, longest ? phrase("The last of their deadlines ends in %1.", roundDurationText(*longest))
                                      : phrase("At least one entry has no deadline, so no client ever removes it."));
        finding.advice =
            phrase("A client that requests the lock waits for these deadlines. Check that the clients have "
                   "stopped, then remove the waiters from the queue.");
    }
    findings.push_back(std::move(finding));
}

/// The locks "x" and "{x}" have one queue: Redisson puts the name in braces for the keys beside the lock. The queue of
/// a lock without a holder is then judged at the other one.
bool isOthersQueue(const Snapshot& snapshot, const Lock& lock)
{
    if (lock.holders() > 0)
        return false;
    const auto& name = lock.path;
    const bool isInBraces = name.size() > 2 && name.front() == '{' && name.back() == '}';
    const auto* other = snapshot.find(isInBraces ? name.substr(1, name.size() - 2) : '{' + name + '}');
    return other && other->redis && other->redis->isOrdered && (isInBraces || other->holders() > 0);
}

} // namespace

void addFairQueueFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    std::vector<const Contender*> dead;
    const Contender* head = nullptr;
    for (const auto& contender : lock.queue) {
        if (!contender.waits())
            continue;
        if (!head)
            head = &contender;
        if (isSilent(input.snapshot, contender))
            dead.push_back(&contender);
    }
    if (dead.empty() || isOthersQueue(input.snapshot, lock))
        return;
    if (dead.size() == lock.queue.size()) { // no holder, and no waiter that lives
        addAbandonedQueue(input, lock, findings);
        return;
    }
    if (dead.front() == head) {
        dead.erase(dead.begin());
        // The next call of any client removes a waiter whose deadline has passed.
        const auto left = placeLeft(input.snapshot, *head);
        if (!left || left->count() > 0)
            addDeadHead(input, lock, *head, findings);
    }
    if (!dead.empty())
        addDeadWaiters(input, lock, dead, findings);
}

} // namespace lockscope::inspect
