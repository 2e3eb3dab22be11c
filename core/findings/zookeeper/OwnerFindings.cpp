// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/DurationText.h"
#include "core/findings/zookeeper/NodeFindings.h"
#include "core/model/Owners.h"
#include "core/model/Wording.h"

#include <algorithm>
#include <optional>
#include <string>

namespace lockscope::inspect {

namespace {

/// The text for one node, or for several.
std::string persistentText(std::size_t nodes, bool holds)
{
    if (holds)
        return counted(nodes, "Held by a persistent node. It has no session, so it never expires.",
                       "Held by %1 persistent nodes. They have no session, so they never expire.");
    return counted(
        nodes,
        "The queue contains a node without a session. Once the node acquires the lock, the lock is held "
        "forever.",
        "The queue contains %1 nodes without a session. Once one of them acquires the lock, the lock is held "
        "forever.");
}

void addPersistent(const Lock& lock, const std::vector<const Contender*>& contenders, bool holds,
                   std::vector<Finding>& findings)
{
    if (contenders.empty())
        return;
    Finding finding;
    finding.kind = FindingKind::PersistentContender;
    finding.severity = holds ? Severity::Critical : Severity::Warning;
    finding.path = lock.path;
    for (const auto* contender : contenders)
        name(finding, lock, *contender);
    finding.text = persistentText(contenders.size(), holds);
    finding.evidence =
        phrase("The node's ephemeralOwner is 0. The node is persistent, so it stays when its client ends.");
    if (const auto& client = contenders.front()->details->client; !client.empty())
        finding.evidence = sentences(finding.evidence, phrase("Client according to the payload: %1.", client));
    finding.advice = phrase("Check that the owning process has stopped, then release %1.", finding.nodes.front());
    findings.push_back(std::move(finding));
}

/// The text for a holder, for a waiter, and for a contender of which it is unknown whether it holds.
const char* byState(const Contender& contender, const char* holder, const char* waiter, const char* either)
{
    return contender.holds ? holder : contender.waits() ? waiter : either;
}

/// `left`: until the session expires; nullopt while unknown.
std::string disconnectedText(const Contender& contender, std::optional<std::chrono::milliseconds> left)
{
    const auto who = whoIs(contender);
    if (!left)
        return phrase(byState(contender, phraseLater("%1 holds the lock, but has no connection to any server."),
                              phraseLater("%1 waits for the lock, but has no connection to any server."),
                              phraseLater("%1 holds the lock or waits for it, but has no connection to any server.")),
                      who);
    if (*left <= left->zero())
        return phrase(
            byState(contender,
                    phraseLater("%1 holds the lock, but has no connection to any server. Its session can "
                                "expire at any time."),
                    phraseLater("%1 waits for the lock, but has no connection to any server. Its session can "
                                "expire at any time."),
                    phraseLater("%1 holds the lock or waits for it, but has no connection to any server. Its session "
                                "can expire at any time.")),
            who);
    return phrase(byState(contender,
                          phraseLater("%1 holds the lock, but has no connection to any server. Its session expires in "
                                      "%2 unless the client reconnects."),
                          phraseLater("%1 waits for the lock, but has no connection to any server. Its session expires "
                                      "in %2 unless the client reconnects."),
                          phraseLater("%1 holds the lock or waits for it, but has no connection to any server. Its "
                                      "session expires in %2 unless the client reconnects.")),
                  who, roundDurationText(*left));
}

Finding ownerFinding(const FindingInput& input, const Lock& lock, const Contender& contender, OwnerLife owner)
{
    const auto& facts = *input.snapshot.ensemble;
    const auto* session = facts.find(contender.details->session);
    const auto who = whoIs(contender);
    Finding finding;
    finding.path = lock.path;
    finding.severity = contender.holds ? Severity::Warning : Severity::Info;
    name(finding, lock, contender);
    switch (owner) {
    case OwnerLife::Gone:
        finding.kind = FindingKind::DeadOwner;
        finding.severity = contender.holds ? Severity::Critical : Severity::Warning;
        finding.text =
            phrase(byState(contender, phraseLater("%1 holds the lock, but no server lists its session."),
                           phraseLater("%1 waits for the lock, but no server lists its session."),
                           phraseLater("%1 holds the lock or waits for it, but no server lists its session.")),
                   who);
        finding.evidence = phrase("The servers listed %1; the session of this node is not one of them. The node "
                                  "existed before and after the listing.",
                                  counted(facts.sessions.size(), "%1 session", "%1 sessions"));
        finding.advice = phrase(
            "The node is not deleted automatically. Check that the client has stopped, then release %1. Report the "
            "ended session to the administrator of the ensemble, with the logs of the servers.",
            finding.nodes.front());
        break;
    case OwnerLife::Disconnected:
        finding.kind = FindingKind::DisconnectedOwner;
        finding.text = disconnectedText(
            contender, session->expiresAt
                           ? std::optional<std::chrono::milliseconds>(*session->expiresAt - input.snapshot.takenAt)
                           : std::nullopt);
        finding.evidence = phrase("No server has a connection of this session. Source: %1. Queried servers: %2.",
                                  ensemble::inWords(session->source), facts.servers.size());
        finding.advice =
            !contender.waits()
                ? phrase("Wait until the session expires, which deletes the node. Release the node only if the "
                         "session does not expire. Before the session expires, the client may still act as the holder.")
                : phrase("Wait until the session expires, which deletes the node. Release the node only if the "
                         "session does not expire. Before the session expires, the client may still act as a waiter.");
        break;
    case OwnerLife::Silent:
        finding.kind = FindingKind::SilentHolder;
        finding.text =
            phrase(contender.holds
                       ? phraseLater("%1 holds the lock, but has sent no heartbeat for %2 (session timeout %3).")
                       : phraseLater("%1 waits for the lock, but has sent no heartbeat for %2 (session timeout %3)."),
                   who, roundDurationText(*silenceOf(*session)), roundDurationText(*session->timeout));
        finding.evidence =
            phrase("Clients send a heartbeat every third of the session timeout. The client is connected "
                   "to server %1; its address is %2. Source: %3. Queried servers: %4.",
                   session->server, session->host, ensemble::inWords(session->source), facts.servers.size());
        finding.advice =
            phrase("Check whether the client is paused (garbage collection, a debugger, a suspended machine) or its "
                   "network is disconnected. Without a heartbeat, its session expires and its node is deleted.");
        break;
    case OwnerLife::Alive:
    case OwnerLife::Unknown:
        break;
    }
    return finding;
}

/// One finding for all contenders of a queue with the same state.
struct Grouped {
    OwnerLife owner;
    bool holds;
    bool waits;
    std::size_t count = 0;
    Finding finding{};
};

void addTo(std::vector<Grouped>& groups, const FindingInput& input, const Lock& lock, const Contender& contender,
           OwnerLife owner)
{
    auto group = std::find_if(groups.begin(), groups.end(), [&](const Grouped& one) {
        return one.owner == owner && one.holds == contender.holds && one.waits == contender.waits();
    });
    if (group == groups.end()) {
        groups.push_back({owner, contender.holds, contender.waits(), 1, ownerFinding(input, lock, contender, owner)});
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
            if (!lock.mayBePersistent)
                (contender.holds ? holdForEver : waitForEver).push_back(&contender);
            continue;
        }
        const auto* facts = input.snapshot.ensemble.get();
        const auto owner = facts ? judgeOwner(*facts, contender, lastSeen, input.settings) : OwnerLife::Unknown;
        const bool isQuiet = owner == OwnerLife::Silent && !contender.holds; // reported when it holds
        if (owner != OwnerLife::Alive && owner != OwnerLife::Unknown && !isQuiet)
            addTo(groups, input, lock, contender, owner);
    }
    addPersistent(lock, holdForEver, true, findings);
    addPersistent(lock, waitForEver, false, findings);
    for (auto& group : groups) {
        if (group.count > 1)
            group.finding.text =
                sentences(group.finding.text, phrase("This applies to %1 nodes of this queue.", group.count));
        findings.push_back(std::move(group.finding));
    }
}

} // namespace lockscope::inspect
