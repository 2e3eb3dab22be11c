// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/DurationText.h"
#include "core/base/Path.h"
#include "core/findings/AgeLimits.h"
#include "core/findings/zookeeper/NodeFindings.h"
#include "core/model/QueueStates.h"
#include "core/model/Wording.h"
#include "core/model/zookeeper/NodeRevocation.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/sources/zookeeper/dialects/Payload.h"
#include "core/sources/zookeeper/dialects/Releasable.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace lockscope::inspect {

namespace {

/// The name before the sequence number, if it identifies one attempt to acquire. Curator's id is new for each attempt.
/// Kazoo's id belongs to the lock object, which creates one node at a time. The C recipe has one node per session.
/// Accumulo's clients delete their own second nodes.
std::string_view attemptOf(const Lock& lock, const Contender& contender)
{
    std::string_view name = contender.node;
    if (!contender.sequence || lock.dialect == "accumulo-lock")
        return {};
    const auto digits = name.find_last_not_of("0123456789");
    name = name.substr(0, digits == std::string_view::npos ? 0 : digits + 1);
    const auto isHex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    const auto hex = static_cast<std::size_t>(std::count_if(name.begin(), name.end(), isHex));
    const bool hasId = hex >= 32 || (name.starts_with("x-") && hex >= 14);
    return hasId ? name : std::string_view();
}

/// Two nodes of one attempt: the client is aware of only one of them.
void addOrphans(const Lock& lock, std::vector<Finding>& findings)
{
    std::vector<std::pair<std::string_view, const Contender*>> attempts;
    for (const auto& contender : lock.queue) {
        if (const auto attempt = attemptOf(lock, contender); !attempt.empty())
            attempts.emplace_back(attempt, &contender);
    }
    std::stable_sort(attempts.begin(), attempts.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < attempts.size();) {
        auto end = i + 1;
        while (end < attempts.size() && attempts[end].first == attempts[i].first)
            ++end;
        const auto& first = *attempts[i].second;
        // Not a duplicate if the client has a new session: the old node is deleted with the old session.
        const bool isDouble =
            end - i > 1 && first.details &&
            std::all_of(attempts.begin() + static_cast<std::ptrdiff_t>(i),
                        attempts.begin() + static_cast<std::ptrdiff_t>(end), [&](const auto& one) {
                            return one.second->details && one.second->details->session == first.details->session;
                        });
        if (isDouble && first.details->session != 0) {
            Finding finding;
            finding.kind = FindingKind::QueuedTwice;
            finding.severity = Severity::Warning;
            finding.path = lock.path;
            for (auto at = i; at < end; ++at)
                name(finding, lock, *attempts[at].second);
            finding.text =
                phrase("%1 created %2 nodes for one attempt to acquire the lock. The client uses at most one of them.",
                       whoIs(first), end - i);
            finding.evidence = phrase("The node names differ only in the sequence number, and the session is the same. "
                                      "The client probably sent a create request again after the reply was lost.");
            finding.advice = first.holds
                                 ? phrase("Check the client's log. If the client still waits, it does not use the "
                                          "first of these nodes: release that node. If the client holds the "
                                          "lock, keep that node: the other nodes are unused.")
                                 : phrase("The unused node blocks the queue when it reaches the front. Look "
                                          "for the names of the nodes in the client's log. Release the node "
                                          "that the client does not use.");
            findings.push_back(std::move(finding));
        }
        i = end;
    }
}

/// A session that waits behind its own hold: either two threads, which is harmless, or one thread that blocks itself.
/// FindingSettings::stuckFor decides.
void addSelfWaits(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    const bool mayHoldSeveral = lock.kind == LockKind::Semaphore || lock.kind == LockKind::Single;
    if (mayHoldSeveral || lock.waiters() == 0)
        return;
    const auto waitLimit = limitsFor(input.settings, lock).wait;
    std::map<std::int64_t, const Contender*> holders;
    for (const auto& contender : lock.queue) {
        if (contender.holds && contender.details && contender.details->session != 0)
            holders.emplace(contender.details->session, &contender);
    }
    for (const auto& contender : lock.queue) {
        if (!contender.waits() || !contender.details)
            continue;
        const auto holder = holders.find(contender.details->session);
        const auto waited = ageOf(*contender.details, input.snapshot.serverTime());
        if (holder == holders.end() || waited < input.settings.stuckFor)
            continue;
        Finding finding;
        finding.kind = FindingKind::QueuedTwice;
        finding.severity = waitLimit && waited > *waitLimit ? Severity::Warning : Severity::Info;
        finding.path = lock.path;
        name(finding, lock, *holder->second);
        name(finding, lock, contender);
        const bool isUpgrade = holder->second->mode == LockMode::Shared && isExclusive(contender);
        finding.text =
            phrase("One session waits for itself: %1 holds the lock and has waited in the same queue for %2.",
                   whoIs(contender), roundDurationText(waited));
        finding.evidence =
            isUpgrade
                ? phrase("The session holds the read lock and waits for the write lock. A read lock cannot become "
                         "a write lock: in a single thread, the wait never ends.")
                : phrase("Both nodes belong to the same session. Two threads of a program may cause this. In a "
                         "single thread, or with an unused node after a lost reply, the wait never ends.");
        finding.advice =
            isUpgrade ? phrase("Check whether the holding thread is running. If the same thread waits, restart the "
                               "client: a release of %1 does not end the wait. The program must release the read lock "
                               "before it requests the write lock.",
                               finding.nodes.back())
                      : phrase("Check whether the holding thread is running. If the same thread waits, restart the "
                               "client and use a reentrant lock: a release of %1 does not end the wait.",
                               finding.nodes.back());
        findings.push_back(std::move(finding));
        holders.erase(holder); // one finding per session
    }
}

/// Whether the dialect's file, and not a node, sets the number of leases.
bool isFixed(const Snapshot& snapshot, const Lock& lock)
{
    const auto* dialect = snapshot.dialects ? snapshot.dialects->find(lock.dialect) : nullptr;
    return dialect && dialect->leases.from == LeaseCount::From::File;
}

void addTooManyHolders(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    const auto holders = lock.holders();
    if (lock.leasesKnown != Confidence::Exact || lock.leases <= 0 || lock.kind != LockKind::Semaphore ||
        holders <= lock.leases)
        return;
    Finding finding;
    finding.kind = FindingKind::TooManyHolders;
    finding.severity = Severity::Critical;
    finding.path = lock.path;
    // The last holder should not have acquired the lock.
    for (auto contender = lock.queue.rbegin(); contender != lock.queue.rend(); ++contender) {
        if (contender->holds)
            name(finding, lock, *contender);
    }
    finding.text = phrase("%1 clients hold leases, but the lock has only %2.", holders,
                          counted(static_cast<std::size_t>(lock.leases), "%1 lease", "%1 leases"));
    if (isFixed(input.snapshot, lock)) {
        finding.evidence = phrase(
            "Each of these nodes is a held lease. The dialect file of this type of lock defines the number of leases.");
        finding.advice = phrase("Either clients use different numbers of leases: set the same number for all clients. "
                                "Or the dialect file is wrong: correct the field leases in the dialect file.");
    } else {
        finding.evidence =
            phrase("Each of these nodes is a held lease. The lock's own node defines the number of leases.");
        finding.advice = phrase("If the number of leases was lowered while leases were held, wait until the holders "
                                "release the extra leases. Otherwise, clients use different numbers of leases: set the "
                                "same number for all clients.");
    }
    findings.push_back(std::move(finding));
}

void addIgnoredRevocations(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    for (const auto& contender : lock.queue) {
        const auto& details = contender.details;
        // Only if written after the creation of the node; else it is the client's own payload.
        if (!details || details->version == 0 || !isRevocation(*details))
            continue;
        const auto since = input.snapshot.serverTime() - details->modifiedAt;
        if (since < input.settings.revocationTimeout)
            continue;
        Finding finding;
        finding.kind = FindingKind::RevocationIgnored;
        finding.severity = contender.holds ? Severity::Warning : Severity::Info;
        finding.path = lock.path;
        name(finding, lock, contender);
        finding.text = phrase("%1 has not released its node since the revocation request %2 ago.", whoIs(contender),
                              roundDurationText(since));
        finding.evidence = phrase("The node's payload is %1, written after the node was created.", details->payload);
        finding.advice = phrase("Many clients do not support revocation requests. If the node must be removed, stop "
                                "its client or release %1.",
                                finding.nodes.front());
        findings.push_back(std::move(finding));
    }
}

/// Curator's clients sort every child into the queue, whatever its name: the next contender waits for a stray child as
/// for another client.
void addStrays(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    const auto* dialect = input.snapshot.dialects ? input.snapshot.dialects->find(lock.dialect) : nullptr;
    const auto strays = dialect ? strayChildren(lock, *dialect) : std::vector<std::string>();
    if (strays.empty())
        return;
    Finding finding;
    finding.kind = FindingKind::StrayChild;
    const bool isHeld = std::any_of(lock.queue.begin(), lock.queue.end(),
                                    [](const Contender& one) { return one.holds || !one.isStateKnown; });
    finding.severity = isHeld ? Severity::Warning : Severity::Critical;
    finding.path = lock.path;
    for (const auto& stray : strays) {
        if (finding.nodes.size() < mostNodesNamed)
            finding.nodes.push_back(joinPath(lock.path + dialect->queue.at, stray));
    }
    finding.text = strays.size() == 1
                       ? phrase("Child %1 is not the node of a holder or waiter and blocks the queue.", strays.front())
                       : phrase("%1 children are not nodes of holders or waiters and block the queue, among them %2.",
                                strays.size(), strays.front());
    if (dialect->queue.scheme.unrecognisedQueue) // else the clients count the children
        finding.evidence = phrase("Clients of type %1 sort every child of the directory into the queue by its name.",
                                  phrase(dialect->title.c_str()));
    finding.advice =
        phrase("Find out which program created the node. If no program needs it, release %1: this deletes the node.",
               finding.nodes.front());
    findings.push_back(std::move(finding));
}

} // namespace

void addQueueFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    addOrphans(lock, findings);
    addSelfWaits(input, lock, findings);
    addTooManyHolders(input, lock, findings);
    addIgnoredRevocations(input, lock, findings);
    addStrays(input, lock, findings);
}

} // namespace lockscope::inspect
