// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/Path.h"
#include "core/findings/zookeeper/NodeFindings.h"
#include "core/model/FindingIndex.h"
#include "core/model/Wording.h"

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace lockscope::inspect {

namespace {

/// What one session watches in one directory of a lock, except its own nodes.
struct Watching {
    std::size_t foremost = std::numeric_limits<std::size_t>::max(); ///< index in the queue
    std::string elsewhere; ///< a watched node that is gone or behind in the queue; empty if there is none
};
using WatchingBySession = std::unordered_map<std::int64_t, Watching>;

void collect(const ensemble::WatchFacts& facts, const Lock& lock, const std::string& directory, bool atGate,
             WatchingBySession& watching)
{
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < lock.queue.size(); ++i) {
        if (lock.queue[i].atGate == atGate)
            places.emplace(lock.queue[i].node, i);
    }
    if (atGate && !lock.gateHolder.empty())
        places.emplace(lock.gateHolder, 0); // shown by its other node, which is before all nodes at the gate
    const auto prefix = directory == "/" ? directory : directory + "/";
    for (auto watched = facts.watchers.lower_bound(prefix);
         watched != facts.watchers.end() && watched->first.starts_with(prefix); ++watched) {
        const auto place = places.find(std::string_view(watched->first).substr(prefix.size()));
        for (const auto session : watched->second) {
            auto& seen = watching[session];
            if (place == places.end()) {
                seen.elsewhere = watched->first;
                continue;
            }
            const auto& details = lock.queue[place->second].details;
            const bool isGateHolder = atGate && place->first == lock.gateHolder;
            if (!isGateHolder && details && details->session == session)
                continue;
            seen.foremost = std::min(seen.foremost, place->second);
            seen.elsewhere = watched->first;
        }
    }
}

Finding startFinding(FindingKind kind, const Lock& lock)
{
    Finding finding;
    finding.kind = kind;
    finding.severity = Severity::Warning;
    finding.path = lock.path;
    return finding;
}

void finish(Finding&& finding, const Contender* first, std::size_t count, std::vector<Finding>& findings)
{
    if (!first)
        return;
    const auto others = count - 1;
    const char* pattern = nullptr;
    if (finding.kind == FindingKind::WatchesNothing)
        pattern = others == 0 ? phraseLater("%1 waits without a watch and will never be notified.")
                  : others == 1
                      ? phraseLater("%1 and %2 other client wait without a watch and will never be notified.")
                      : phraseLater("%1 and %2 other clients wait without a watch and will never be notified.");
    else
        pattern =
            others == 0
                ? phraseLater("%1 watches the wrong node and is not notified when it reaches the front of the queue.")
            : others == 1 ? phraseLater("%1 and %2 other client watch the wrong node and are not notified when "
                                        "they reach the front of the queue.")
                          : phraseLater("%1 and %2 other clients watch the wrong node and are not notified when "
                                        "they reach the front of the queue.");
    finding.text = phrase(pattern, whoIs(*first), others);
    // The stock clients watch only the node ahead (Curator LockInternals, Kazoo recipe/lock.py): they do not notice
    // that their own node is deleted while they wait.
    finding.advice = phrase("Restart the client. A release of %1 lets the clients behind it continue, but does not "
                            "notify this client: the client keeps waiting.",
                            finding.nodes.front());
    findings.push_back(std::move(finding));
}

/// Only for a queue that did not change from before the request until after the reply. Else a client that left has
/// notified a waiter, which is about to set its watch again.
bool stoodStill(const FindingInput& input, const Lock& lock)
{
    const auto asked = input.snapshot.watchers->takenAt;
    return lock.unchangedSince.value_or(lock.readAt) + input.settings.settle <= asked &&
           input.snapshot.lastSeen(lock) >= asked + input.settings.settle;
}

void addSleepers(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    const auto& facts = *input.snapshot.watchers;
    if (!lock.watchesAhead || lock.waiters() == 0 || !stoodStill(input, lock))
        return;
    WatchingBySession watching;
    WatchingBySession watchingGate;
    collect(facts, lock, lock.layout ? lock.path + lock.layout->queue : lock.path, false, watching);
    if (!lock.gatePath().empty())
        collect(facts, lock, lock.gatePath(), true, watchingGate);

    auto nothing = startFinding(FindingKind::WatchesNothing, lock);
    auto wrong = startFinding(FindingKind::WatchesWrongNode, lock);
    const Contender* firstNothing = nullptr;
    const Contender* firstWrong = nullptr;
    std::size_t countNothing = 0;
    std::size_t countWrong = 0;
    bool isFirstAtGate = lock.gateHolder.empty();
    for (std::size_t i = 0; i < lock.queue.size(); ++i) {
        const auto& contender = lock.queue[i];
        const auto& details = contender.details;
        // Waiters for leases, and the first client at the gate, watch the directory.
        const bool isSeen = lock.gatePath().empty() || (contender.atGate && !std::exchange(isFirstAtGate, false));
        if (!contender.waits() || !isSeen || !details || details->session == 0 ||
            lock.seenSince(contender) + input.settings.joinTime > facts.takenAt)
            continue;
        const auto& bySession = contender.atGate ? watchingGate : watching;
        const auto watches = bySession.find(details->session);
        if (watches != bySession.end() && watches->second.foremost < i)
            continue;
        if (watches != bySession.end() && !watches->second.elsewhere.empty()) {
            if (countWrong++ == 0) {
                firstWrong = &contender;
                const auto source = ensemble::inWords(facts.source);
                wrong.evidence =
                    contender.waitsOn.empty()
                        ? phrase("The client watches %1, which is deleted or behind it in the queue. Source: %2.",
                                 watches->second.elsewhere, source)
                        : phrase("The client watches %1, which is deleted or behind it in the queue. By the rule of "
                                 "its type, the client waits for %2. Source: %3.",
                                 watches->second.elsewhere, contender.waitsOn.front(), source);
            }
            name(wrong, lock, contender);
        } else if (facts.isComplete) {
            if (countNothing++ == 0) {
                firstNothing = &contender;
                nothing.evidence = phrase("No server has a watch of this session on an earlier node in the queue. "
                                          "Every server reported its watches. Source: %1.",
                                          ensemble::inWords(facts.source));
            }
            name(nothing, lock, contender);
        }
    }
    finish(std::move(nothing), firstNothing, countNothing, findings);
    finish(std::move(wrong), firstWrong, countWrong, findings);
}

/// "session 0x1 (10.0.0.7:5000)".
std::string sessionText(const Snapshot& snapshot, SessionId session)
{
    const auto* facts = snapshot.ensemble ? snapshot.ensemble->find(session) : nullptr;
    const auto text = phrase("session %1", toHex(session));
    return facts && !facts->host.empty() ? phrase("%1 (%2)", text, facts->host) : text;
}

/// Sessions that watch a contender like a waiter, but have no node in the queue: theirs was deleted while they waited.
void addLostPlaces(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings)
{
    const bool isRead = std::all_of(lock.queue.begin(), lock.queue.end(),
                                    [](const Contender& contender) { return contender.session().has_value(); });
    if (!lock.watchesAhead || lock.isElection || lock.kind == LockKind::Single || !isRead || !stoodStill(input, lock))
        return;
    std::set<SessionId> present;
    for (const auto& contender : lock.queue)
        present.insert(*contender.session());
    Finding finding = startFinding(FindingKind::LostPlace, lock);
    finding.severity = Severity::Info;
    const auto& watchers = input.snapshot.watchers->watchers;
    for (const auto& contender : lock.queue) {
        const auto path = lock.nodePath(contender);
        const auto watched = watchers.find(path);
        if (watched == watchers.end())
            continue;
        for (const auto session : watched->second) {
            if (!present.insert(session).second)
                continue;
            finding.sessions.push_back(session);
            if (finding.nodes.empty() || finding.nodes.back() != path)
                finding.nodes.push_back(path);
        }
    }
    if (finding.sessions.empty())
        return;
    const auto others = finding.sessions.size() - 1;
    const auto* pattern =
        others == 0   ? phraseLater("%1 watches a node of this queue, but has no node in the queue.")
        : others == 1 ? phraseLater("%1 and %2 other session watch nodes of this queue, but have no node in the queue.")
                      : phraseLater("%1 and %2 other sessions watch nodes of this queue, but have no node in the "
                                    "queue.");
    finding.text = phrase(pattern, sessionText(input.snapshot, finding.sessions.front()), others);
    finding.evidence = phrase("Watched node: %1. Source: %2. Either the client's own node was deleted while it waited, "
                              "or the client no longer waits and left its watch.",
                              finding.nodes.front(), ensemble::inWords(input.snapshot.watchers->source));
    finding.advice =
        phrase("Check whether the client still waits for this lock. If it does, restart it: without a node "
               "in the queue it never acquires the lock.");
    findings.push_back(std::move(finding));
}

void addThunderingHerds(const FindingInput& input, std::vector<Finding>& findings)
{
    for (const auto& [node, sessions] : input.snapshot.watchers->watchers) {
        if (sessions.size() < static_cast<std::size_t>(std::max(input.settings.thunderingHerdSize, 2)))
            continue;
        const auto* lock = lockOfNode(input.snapshot, node);
        if (!lock)
            continue;
        Finding finding;
        finding.kind = FindingKind::ThunderingHerd;
        finding.severity = sessions.size() >= static_cast<std::size_t>(input.settings.bigThunderingHerdSize)
                               ? Severity::Warning
                               : Severity::Info;
        finding.path = lock->path;
        finding.nodes = {node};
        for (const auto session : sessions) {
            if (finding.sessions.size() < mostNodesNamed)
                finding.sessions.push_back(session);
        }
        finding.text = phrase("%1 sessions watch one node. When the node is deleted, all sessions are notified and "
                              "send requests at once.",
                              sessions.size());
        finding.evidence =
            phrase("Watched node: %1. Source: %2.", node, ensemble::inWords(input.snapshot.watchers->source));
        finding.advice = lock->kind == LockKind::Single
                             ? phrase("For this number of clients, use a lock with sequential "
                                      "nodes, such as Curator's InterProcessMutex. It "
                                      "notifies one client at a time.")
                             : phrase("If readers wait for one writer, no action is needed. "
                                      "Otherwise, clients of an older type watch more nodes "
                                      "than necessary: update these clients.");
        findings.push_back(std::move(finding));
    }
}

} // namespace

void addWatchFindings(const FindingInput& input, std::vector<Finding>& findings)
{
    if (!input.snapshot.watchers)
        return;
    for (const auto& lock : input.snapshot.locks) {
        if (lock->isPossible())
            continue;
        addSleepers(input, *lock, findings);
        addLostPlaces(input, *lock, findings);
    }
    addThunderingHerds(input, findings);
}

} // namespace lockscope::inspect
