// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/FindingRules.h"
#include "core/model/Wording.h"

#include <algorithm>

namespace lockscope::inspect {

namespace {

/// "B (session 0x2) waits for /b, which C (session 0x3) holds."
std::string reported(const WaitGraph& graph, const WaitLink& step)
{
    const auto& lock = graph.lockOf(step.waiter);
    const auto* pattern =
        lock.kind == LockKind::Semaphore
            ? phraseLater("%1 waits for %2. All leases of %2 are held by sessions that also wait; %3 is one of them.")
            : phraseLater("%1 waits for %2, which %3 holds.");
    return phrase(pattern, whoIs(graph.contenderAt(step.waiter)), lock.path, whoIs(graph.contenderAt(step.blocker)));
}

std::string reported(const WaitGraph& graph, const WaitCycle& cycle)
{
    std::string text;
    for (const auto& step : cycle)
        text = sentences(text, reported(graph, step));
    return text;
}

/// Of owners on Redis: waits in the queues of fair locks.
void addOwnerTexts(Finding& finding, const WaitGraph& graph, const WaitCycle& cycle)
{
    finding.text = phrase("Deadlock: %1 threads wait for each other in a cycle, and none of them can continue.",
                          std::to_string(cycle.size()));
    finding.evidence =
        sentences(reported(graph, cycle), phrase("Each waiter listens for its turn in the queue of a fair lock."));
    finding.advice = phrase("Stop one of these clients, or release %1. A holder whose lock is released is not notified "
                            "and continues to work. To prevent another deadlock, acquire these locks in the same order "
                            "in every program.",
                            graph.lockOf(cycle.front().blocker).path);
}

Finding findingOf(const WaitGraph& graph, const WaitCycle& cycle, bool isCertain)
{
    Finding finding;
    finding.kind = FindingKind::Deadlock;
    finding.severity = isCertain ? Severity::Critical : Severity::Warning;
    finding.path = graph.lockOf(cycle.front().waiter).path;
    for (const auto& step : cycle)
        name(finding, graph.lockOf(step.blocker), graph.contenderAt(step.blocker));
    for (const auto& step : cycle)
        name(finding, graph.lockOf(step.waiter), graph.contenderAt(step.waiter));
    if (graph.snapshot()->backend == Backend::Redis) {
        addOwnerTexts(finding, graph, cycle);
        return finding;
    }
    const auto sessions = counted(cycle.size(), "%1 session", "%1 sessions");
    finding.text =
        phrase(isCertain ? phraseLater("Deadlock: %1 wait for each other in a cycle, and none of them can continue.")
                         : phraseLater("Possible deadlock: %1 wait for each other in a cycle."),
               sessions);
    finding.evidence = reported(graph, cycle);
    const auto guessed = std::find_if(cycle.begin(), cycle.end(), [&](const WaitLink& step) {
        return graph.lockOf(step.waiter).leasesKnown == Confidence::Inferred;
    });
    if (guessed != cycle.end())
        finding.evidence =
            sentences(finding.evidence,
                      phrase("The number of leases of %1 is derived from its nodes. It is a deadlock only if no lease "
                             "is free.",
                             graph.lockOf(guessed->waiter).path));
    else if (!isCertain)
        finding.evidence =
            sentences(finding.evidence, phrase("At least one client uses several threads. It is a deadlock only if "
                                               "the same thread holds and waits."));
    finding.advice = phrase("Stop one of these clients, or release %1. A holder whose node is released is not "
                            "notified and continues to work. To prevent another deadlock, acquire these locks in the "
                            "same order in every program.",
                            finding.nodes.front());
    if (!isCertain && guessed == cycle.end())
        finding.advice = sentences(phrase("First check in a thread dump of each client whether the thread that waits "
                                          "is the thread that holds."),
                                   finding.advice);
    return finding;
}

} // namespace

void addDeadlocks(const WaitGraph& graph, std::vector<Finding>& findings)
{
    for (const auto& deadlock : graph.deadlocks())
        findings.push_back(findingOf(graph, deadlock.cycle, deadlock.isCertain));
}

} // namespace lockscope::inspect
