// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/DurationText.h"
#include "core/base/Path.h"
#include "core/findings/AgeLimits.h"
#include "core/findings/FindingRules.h"
#include "core/model/QueueStates.h"
#include "core/model/Wording.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

struct Aged {
    const Contender* contender;
    std::chrono::milliseconds age;
};

/// "6 m", or "at least 6 m" if the ages of nodes are lower limits.
std::string ageText(const Snapshot& snapshot, std::chrono::milliseconds age)
{
    return snapshot.isServerTimeAtLeast() ? phrase("at least %1", roundDurationText(age)) : roundDurationText(age);
}

/// Sentences if the ages of nodes are lower limits, with the age that the lists show; else empty.
std::string ofAges(const Snapshot& snapshot, const ContenderDetails& details)
{
    return snapshot.isServerTimeAtLeast()
               ? phrase("The clock of the servers was not measured, so the real time may be longer. By the clock of "
                        "this machine it is %1.",
                        roundDurationText(ageOf(details, snapshot.moment().nodes)))
               : std::string();
}

void addLongHolds(const FindingInput& input, const Lock& lock, const AgeLimits& limits, std::vector<Finding>& findings)
{
    const auto limit = *limits.hold;
    std::vector<Aged> aged;
    for (const auto& contender : lock.queue) {
        if (!contender.holds || (!contender.grantedAt && !contender.details))
            continue;
        const auto age = contender.grantedAt ? input.snapshot.takenAt - *contender.grantedAt
                                             : ageOf(*contender.details, input.snapshot.serverTime());
        if (age > limit)
            aged.push_back({&contender, age});
    }
    if (aged.empty())
        return;
    std::stable_sort(aged.begin(), aged.end(), [](const Aged& a, const Aged& b) { return a.age > b.age; });
    const auto& longest = aged.front();
    Finding finding;
    finding.kind = FindingKind::LongHold;
    finding.severity = Severity::Warning;
    finding.path = lock.path;
    for (const auto& one : aged)
        name(finding, lock, *one.contender);
    const bool isSeen = longest.contender->grantedAt.has_value();
    const auto others = aged.size() - 1;
    const char* pattern = nullptr;
    if (isSeen)
        pattern = others == 0   ? phraseLater("%1 has held the lock for %2, longer than the limit of %3.")
                  : others == 1 ? phraseLater("%1 has held the lock for %2, longer than the limit of %3. The same "
                                              "applies to %4 other client.")
                                : phraseLater("%1 has held the lock for %2, longer than the limit of %3. The same "
                                              "applies to %4 other clients.");
    else
        pattern = others == 0
                      ? phraseLater("%1 may have held the lock longer than the limit of %3: its node is %2 old.")
                  : others == 1 ? phraseLater("%1 may have held the lock longer than the limit of %3: its node is %2 "
                                              "old. The same applies to %4 other client.")
                                : phraseLater("%1 may have held the lock longer than the limit of %3: its node is %2 "
                                              "old. The same applies to %4 other clients.");
    finding.text = phrase(pattern, whoIs(*longest.contender),
                          isSeen ? roundDurationText(longest.age) : ageText(input.snapshot, longest.age),
                          roundDurationText(limit), others);
    finding.evidence = sentences(isSeen ? phrase("Lockscope observed the acquisition of the lock.")
                                        : phrase("Lockscope did not see the acquisition. The age of the node can "
                                                 "include waiting."),
                                 counted(static_cast<std::size_t>(lock.waiters()), "%1 client waits for this lock.",
                                         "%1 clients wait for this lock."));
    if (!isSeen)
        finding.evidence = sentences(finding.evidence, ofAges(input.snapshot, *longest.contender->details));
    if (const auto unknown = undecided(lock); unknown > 0)
        finding.evidence =
            sentences(finding.evidence, counted(static_cast<std::size_t>(unknown),
                                                "It is unknown whether %1 further client holds the lock or waits.",
                                                "It is unknown whether %1 further clients hold the lock or wait."));
    if (limits.isHoldUsual)
        finding.evidence =
            sentences(finding.evidence, phrase("The limit is the p99 of the earlier holds of this lock, at least %1.",
                                               roundDurationText(input.settings.leastUsualHold)));
    finding.advice =
        phrase("Check what the client is doing. If long holds are normal here, raise the limit for this path in the "
               "limits file, or for all paths in Preferences or with --hold-limit.");
    findings.push_back(std::move(finding));
}

void addLongWaits(const FindingInput& input, const Lock& lock, std::chrono::milliseconds limit,
                  std::vector<Finding>& findings)
{
    const Contender* longest = nullptr;
    std::size_t count = 0;
    Finding finding;
    for (const auto& contender : lock.queue) {
        if (!contender.waits() || !contender.details || ageOf(*contender.details, input.snapshot.serverTime()) <= limit)
            continue;
        ++count;
        if (!longest || contender.details->createdAt < longest->details->createdAt)
            longest = &contender;
        name(finding, lock, contender); // in queue order: the next to acquire first
    }
    if (!longest)
        return;
    finding.kind = FindingKind::LongWait;
    finding.severity = Severity::Warning;
    finding.path = lock.path;
    const auto waited = ageText(input.snapshot, ageOf(*longest->details, input.snapshot.serverTime()));
    finding.text = count == 1 ? phrase("%1 has waited for %2, longer than the limit of %3.", whoIs(*longest), waited,
                                       roundDurationText(limit))
                              : phrase("%1 clients have waited longer than the limit of %3, the longest for %2.", count,
                                       waited, roundDurationText(limit));
    finding.evidence =
        sentences(phrase("The oldest waiting node is %1. It belongs to %2.", lock.nodePath(*longest), whoIs(*longest)),
                  ofAges(input.snapshot, *longest->details));
    const auto holder = std::find_if(lock.queue.begin(), lock.queue.end(), [](const auto& one) { return one.holds; });
    if (holder == lock.queue.end() && undecided(lock) > 0) {
        finding.advice = phrase("It is unknown which client holds the lock. Show the queue: it has the clients whose "
                                "state is unknown.");
        findings.push_back(std::move(finding));
        return;
    }
    finding.advice =
        holder == lock.queue.end()
            ? phrase("The lock has no holder. List the children of %1, for example with \"ls %1\" in zkCli, and "
                     "sort them by the number at the end. Check the node before %2.",
                     parentOf(lock.nodePath(lock.queue.front())), lock.queue.front().node)
            : phrase("The holder is %1. Check why the holder does not release the lock.", whoIs(*holder));
    findings.push_back(std::move(finding));
}

} // namespace

AgeLimits limitsFor(const FindingSettings& settings, const Lock& lock)
{
    AgeLimits limits;
    bool hasHold = false;
    bool hasWait = false;
    for (const auto& limit : settings.limits) {
        if ((!limit.hold && !limit.wait) || !limit.pattern.matches(lock.path))
            continue;
        if (limit.hold)
            limits.hold = limit.hold->longest;
        if (limit.wait)
            limits.wait = limit.wait->longest;
        hasHold = hasHold || limit.hold;
        hasWait = hasWait || limit.wait;
    }
    if (!hasWait && !lock.isElection)
        limits.wait = settings.waitLimit;
    if (hasHold || lock.isElection)
        return limits;
    limits.hold = settings.holdLimit;
    if (!settings.usualHolds || !limits.hold)
        return limits;
    if (const auto usual = settings.usualHolds->find(lock.path); usual != settings.usualHolds->end()) {
        limits.hold = std::max(usual->second, settings.leastUsualHold);
        limits.isHoldUsual = true;
    }
    return limits;
}

void addAgeFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    if (lock.isPossible())
        return;
    const auto limits = limitsFor(input.settings, lock);
    if (limits.hold)
        addLongHolds(input, lock, limits, findings);
    if (limits.wait)
        addLongWaits(input, lock, *limits.wait, findings);
}

} // namespace lockscope::inspect
