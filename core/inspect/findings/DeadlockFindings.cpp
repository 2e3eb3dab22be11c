// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspect/findings/Deadlocks.h"
#include "core/inspect/findings/Families.h"
#include "core/inspect/findings/Wording.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope::inspect {

namespace {

/// "B (session 0x2) waits for /b, which C (session 0x3) holds".
std::string told(const WaitStep& step)
{
    const auto told = [&](const char* pattern) {
        return phrase(pattern, whoIs(*step.waiter), step.lock->path, whoIs(*step.blocker));
    };
    if (!step.blocker->holds)
        return told(phraseLater("%1 waits for %2, where %3 stands before it"));
    if (step.lock->kind == LockKind::Semaphore)
        return told(
            phraseLater("%1 waits for %2, of which %3 has a lease, and all leases are taken by sessions that wait"));
    return told(phraseLater("%1 waits for %2, which %3 holds"));
}

std::string told(const WaitRing& ring)
{
    std::string text;
    for (const auto& step : ring)
        text = text.empty() ? told(step) : phrase("%1; %2", text, told(step));
    return text;
}

/// A picture that still changes is no moment: somebody may have let go and queued elsewhere since a lock was listed.
/// A complete one is, as far as the locks are watched: a server tells of what changed before it answers with what came
/// later.
bool maySeeTwoMoments(const FindingInput& input, const WaitRing& ring)
{
    return std::any_of(ring.begin(), ring.end(), [&](const WaitStep& step) {
        return (!input.picture.complete || step.lock->polled) &&
               ageOf(*step.waiter->details, input.picture.takenAt) < input.settings.settle;
    });
}

/// Whose owner is not known yet may belong to a session that seems to do one thing at a time. A few are always on their
/// way where locks are busy; while a picture is first painted, most are.
bool areOwnersKnown(const Picture& picture)
{
    std::size_t all = 0;
    std::size_t unknown = 0;
    for (const auto& lock : picture.locks) {
        all += lock->queue.size();
        for (const auto& contender : lock->queue)
            unknown += contender.details ? 0 : 1;
    }
    return unknown * 100 <= all;
}

Finding findingOf(const WaitRing& ring, bool isCertain)
{
    Finding finding;
    finding.kind = FindingKind::Deadlock;
    finding.severity = isCertain ? Severity::Critical : Severity::Warning;
    finding.path = ring.front().lock->path;
    for (const auto& step : ring)
        name(finding, *step.lock, *step.blocker);
    for (const auto& step : ring)
        name(finding, *step.lock, *step.waiter);
    const auto sessions = counted(ring.size(), "%1 session", "%1 sessions");
    finding.text =
        phrase(isCertain ? phraseLater("Deadlock: %1 wait for each other in a ring, and none of them can ever go on.")
                         : phraseLater("Perhaps a deadlock: %1 wait for each other in a ring."),
               sessions);
    finding.evidence = phrase("%1.", told(ring));
    if (!isCertain)
        finding.evidence = sentences(
            finding.evidence, phrase("One session or more has other threads: it is a deadlock if the thread that holds "
                                     "is the one that waits."));
    finding.advice =
        phrase("Let one of them give way: end its program, or release %1. To keep it from coming back, let "
               "every program take these locks in the same order.",
               finding.nodes.front());
    return finding;
}

} // namespace

std::vector<Deadlock> deadlocksIn(const WaitGraph& graph, const FindingInput& input)
{
    std::vector<Deadlock> deadlocks;
    if (!areOwnersKnown(input.picture))
        return deadlocks;
    std::set<std::int64_t> told;
    for (auto& ring : graph.rings(WaitGraph::Sessions::SingleMinded, {}, input.settings.mostRings)) {
        if (maySeeTwoMoments(input, ring))
            continue;
        for (const auto& step : ring)
            told.insert(step.session);
        deadlocks.push_back({std::move(ring), true});
    }
    const auto before = input.picture.takenAt - input.settings.stuckFor;
    for (auto& ring : graph.rings(WaitGraph::Sessions::All, before, input.settings.mostRings)) {
        const bool isYoung = std::any_of(ring.begin(), ring.end(), [&](const WaitStep& step) {
            return step.waiter->details->createdAt >= before || told.contains(step.session);
        });
        if (!isYoung)
            deadlocks.push_back({std::move(ring), false});
    }
    return deadlocks;
}

void addDeadlocks(const FindingInput& input, std::vector<Finding>& findings)
{
    for (const auto& deadlock : deadlocksIn(WaitGraph(input.picture), input))
        findings.push_back(findingOf(deadlock.ring, deadlock.isCertain));
}

} // namespace lockscope::inspect
