// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/DurationText.h"
#include "core/findings/FindingRules.h"
#include "core/model/Owners.h"
#include "core/model/Wording.h"

#include <algorithm>
#include <string>

namespace lockscope::inspect {

namespace {

std::string sourceOf(const ensemble::EnsembleFacts& facts, const ensemble::SessionFacts& session)
{
    const auto count = facts.servers.size();
    return phrase("told by %1, %2 asked", ensemble::inWords(session.source), counted(count, "%1 server", "%1 servers"));
}

void addPersistent(const Lock& lock, const std::vector<const Contender*>& contenders, bool holds,
                   std::vector<Finding>& findings)
{
    if (contenders.empty())
        return;
    const bool isByDesign = lock.dialect == "hive-lock"; // LOCK TABLE makes them so, until UNLOCK TABLE
    Finding finding;
    finding.kind = FindingKind::PersistentContender;
    finding.severity = holds && !isByDesign ? Severity::Critical : Severity::Warning;
    finding.path = lock.path;
    for (const auto* contender : contenders)
        name(finding, lock, *contender);
    finding.text = phrase(
        holds ? phraseLater("Held by %1 without a session: nothing will ever free it by itself.")
              : phraseLater("%1 without a session in the queue: when its turn comes, the lock is held for ever."),
        counted(contenders.size(), "%1 node", "%1 nodes"));
    finding.evidence = phrase("The node's ephemeralOwner is 0: it is persistent, so it does not go with its client.");
    if (const auto& client = contenders.front()->details->client; !client.empty())
        finding.evidence = sentences(finding.evidence, phrase("It says that it belongs to %1.", client));
    finding.advice = isByDesign ? phrase("If nobody means to keep it, UNLOCK TABLE in Hive, or release the node.")
                                : phrase("Make sure that the program which made it is not at work, then release %1.",
                                         finding.nodes.front());
    findings.push_back(std::move(finding));
}

Finding ownerFinding(const FindingInput& input, const Lock& lock, const Contender& contender, OwnerLife owner)
{
    const auto& facts = *input.snapshot.ensemble;
    const auto* session = facts.find(contender.details->session);
    const auto holds = contender.holds;
    const auto who = whoIs(contender);
    Finding finding;
    finding.path = lock.path;
    finding.severity = contender.holds ? Severity::Warning : Severity::Info;
    name(finding, lock, contender);
    switch (owner) {
    case OwnerLife::Gone:
        finding.kind = FindingKind::DeadOwner;
        finding.severity = contender.holds ? Severity::Critical : Severity::Warning;
        finding.text = phrase(holds ? phraseLater("%1 holds, but its session is in no server's list.")
                                    : phraseLater("%1 waits, but its session is in no server's list."),
                              who);
        finding.evidence = phrase("The servers listed %1, this one is not among them; its node was made before and "
                                  "stood there afterwards.",
                                  counted(facts.sessions.size(), "%1 session", "%1 sessions"));
        finding.advice = phrase("Nobody will free the node: release %1. Servers that keep nodes of ended sessions "
                                "should be looked at.",
                                finding.nodes.front());
        break;
    case OwnerLife::Disconnected:
        finding.kind = FindingKind::DisconnectedOwner;
        finding.text = phrase(holds ? phraseLater("%1 holds, but has no connection to any server")
                                    : phraseLater("%1 waits, but has no connection to any server"),
                              who);
        if (session->expiresAt) {
            const auto left = *session->expiresAt - input.snapshot.takenAt;
            finding.text = left > left.zero() ? phrase("%1; its session ends in %2 unless it comes back", finding.text,
                                                       roundDurationText(left))
                                              : phrase("%1; its session ends at any moment", finding.text);
        }
        finding.text = phrase("%1.", finding.text);
        finding.evidence = phrase("No server has a connection of its session (%1).", sourceOf(facts, *session));
        finding.advice =
            holds ? phrase("Wait for the session to end, which frees the node; release it only if it does not. Until "
                           "then its program may still believe that it holds.")
                  : phrase("Wait for the session to end, which frees the node; release it only if it does not. Until "
                           "then its program may still believe that it waits.");
        break;
    case OwnerLife::Silent:
        finding.kind = FindingKind::SilentHolder;
        finding.text = phrase(
            holds ? phraseLater("%1 holds, and has not been heard of for %2, at a session timeout of %3.")
                  : phraseLater("%1 waits, and has not been heard of for %2, at a session timeout of %3."),
            who, roundDurationText(session->reportedAt - *session->lastHeard), roundDurationText(*session->timeout));
        finding.evidence = phrase("Clients say something every third of the timeout; its server %1 has its connection "
                                  "from %2 (%3).",
                                  session->server, session->host, sourceOf(facts, *session));
        finding.advice =
            phrase("See whether its program is paused (garbage collection, a debugger, a suspended machine) or its "
                   "network is cut. If it stays silent its session ends and the node goes.");
        break;
    case OwnerLife::Alive:
    case OwnerLife::Unknown:
        break;
    }
    return finding;
}

/// Of the many that may wait in one queue for the same reason, one finding.
struct Grouped {
    OwnerLife owner;
    bool holds;
    std::size_t count = 0;
    Finding finding{};
};

void addTo(std::vector<Grouped>& groups, const FindingInput& input, const Lock& lock, const Contender& contender,
           OwnerLife owner)
{
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const Grouped& one) { return one.owner == owner && one.holds == contender.holds; });
    if (group == groups.end()) {
        groups.push_back({owner, contender.holds, 1, ownerFinding(input, lock, contender, owner)});
        return;
    }
    ++group->count;
    name(group->finding, lock, contender);
}

} // namespace

void addOwnerFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    std::vector<const Contender*> holdForEver;
    std::vector<const Contender*> waitForEver;
    std::vector<Grouped> groups;
    const auto lastSeen = input.snapshot.lastSeen(lock);
    for (const auto& contender : lock.queue) {
        if (!contender.details)
            continue;
        if (contender.details->session == 0) {
            (contender.holds ? holdForEver : waitForEver).push_back(&contender);
            continue;
        }
        const auto* facts = input.snapshot.ensemble.get();
        const auto owner = facts ? judgeOwner(*facts, contender, lastSeen, input.settings) : OwnerLife::Unknown;
        const bool isQuiet = owner == OwnerLife::Silent && !contender.holds; // it will be heard of when its turn comes
        if (owner != OwnerLife::Alive && owner != OwnerLife::Unknown && !isQuiet)
            addTo(groups, input, lock, contender, owner);
    }
    addPersistent(lock, holdForEver, true, findings);
    addPersistent(lock, waitForEver, false, findings);
    for (auto& group : groups) {
        if (group.count > 1)
            group.finding.text =
                sentences(group.finding.text, phrase("So it is with %1 nodes of this queue.", group.count));
        findings.push_back(std::move(group.finding));
    }
}

} // namespace lockscope::inspect
