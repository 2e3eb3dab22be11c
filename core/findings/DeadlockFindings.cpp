// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/FindingRules.h"
#include "core/model/Wording.h"
#include "core/waits/Deadlocks.h"

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

void addDeadlocks(const FindingInput& input, std::vector<Finding>& findings)
{
    for (const auto& deadlock : deadlocksIn(WaitGraph(input.snapshot), input.snapshot, input.settings))
        findings.push_back(findingOf(deadlock.ring, deadlock.isCertain));
}

} // namespace lockscope::inspect
