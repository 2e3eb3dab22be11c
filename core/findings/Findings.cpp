// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/Findings.h"

#include "core/findings/FindingRules.h"
#include "core/model/FindingIndex.h"
#include "core/waits/WaitJson.h"
#include "core/waits/WaitRanking.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace lockscope::inspect {

namespace {

/// Until when findings of this kind are muted for the lock at this path; nullopt: they are not.
std::optional<WallTime> muteOf(const FindingSettings& settings, const std::string& path, FindingKind kind, WallTime now)
{
    std::optional<WallTime> until;
    for (const auto& limit : settings.limits) {
        const bool isKind = limit.mutedKinds.empty() ||
                            std::find(limit.mutedKinds.begin(), limit.mutedKinds.end(), kind) != limit.mutedKinds.end();
        if (limit.muteUntil && *limit.muteUntil > now && isKind && limit.pattern.matches(path))
            until = std::max(until.value_or(*limit.muteUntil), *limit.muteUntil);
    }
    return until;
}

/// What the limits file says of the lock. A finding of several locks is muted if it is muted for each of them.
void addRemarks(const Snapshot& snapshot, const FindingSettings& settings, Finding& finding)
{
    if (settings.limits.empty())
        return;
    for (const auto& limit : settings.limits) {
        if ((limit.note.empty() && limit.owner.empty()) || !limit.pattern.matches(finding.path))
            continue;
        if (!limit.note.empty())
            finding.note = limit.note;
        if (!limit.owner.empty())
            finding.owner = limit.owner;
    }
    finding.mutedUntil = muteOf(settings, finding.path, finding.kind, snapshot.takenAt);
    for (const auto* lock : locksOf(snapshot, finding)) {
        if (!finding.mutedUntil)
            return;
        const auto until = muteOf(settings, lock->path, finding.kind, snapshot.takenAt);
        finding.mutedUntil = until ? std::optional(std::min(*until, *finding.mutedUntil)) : std::nullopt;
    }
}

/// The snapshot must outlive the graph.
WaitGraph graphOf(const Snapshot& snapshot, const FindingSettings& settings)
{
    return WaitGraph(SnapshotPtr(SnapshotPtr(), &snapshot), settings);
}

std::vector<Finding> findingsIn(const FindingInput& input, const WaitGraph& graph)
{
    const auto& snapshot = input.snapshot;
    std::vector<Finding> findings;
    addDeadlocks(graph, findings);
    for (const auto& lock : snapshot.locks)
        addAgeFindings(input, *lock, findings);
    switch (snapshot.backend) {
    case Backend::ZooKeeper:
        addNodeFindings(input, findings);
        break;
    case Backend::Redis:
        addRedisFindings(input, findings);
        break;
    }
    for (auto& finding : findings)
        addRemarks(snapshot, input.settings, finding);
    std::sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return std::tie(b.severity, a.kind, a.path, a.nodes, a.text) <
               std::tie(a.severity, b.kind, b.path, b.nodes, b.text);
    });
    return findings;
}

/// A snapshot of the waits at the begin of each finding: it explains the problem when the queue has changed.
void addChains(const WaitGraph& graph, WallTime now, const std::vector<Finding>& previous,
               std::vector<Finding>& findings)
{
    constexpr std::size_t mostChains = 100;
    constexpr std::size_t mostSessions = 12;
    std::map<std::string, const std::string*> kept;
    for (const auto& finding : previous)
        kept.emplace(identityOf(finding), &finding.chain);
    std::size_t made = 0;
    for (auto& finding : findings) {
        if (const auto same = kept.find(identityOf(finding)); same != kept.end()) {
            finding.chain = *same->second;
        } else if (made < mostChains) {
            finding.chain = waitText(graph.chainsOf(finding, mostSessions), now);
            ++made;
        }
    }
}

} // namespace

std::vector<Finding> findingsIn(const Snapshot& snapshot, const FindingSettings& settings)
{
    return findingsIn({snapshot, settings}, graphOf(snapshot, settings));
}

void addFindings(Snapshot& snapshot, const FindingSettings& settings, const std::vector<Finding>& previous)
{
    const auto graph = graphOf(snapshot, settings);
    auto findings = findingsIn({snapshot, settings}, graph);
    const auto muted = std::stable_partition(findings.begin(), findings.end(),
                                             [](const Finding& finding) { return !finding.mutedUntil; });
    snapshot.muted.assign(std::make_move_iterator(muted), std::make_move_iterator(findings.end()));
    findings.erase(muted, findings.end());
    addChains(graph, snapshot.takenAt, previous, findings);
    snapshot.findings = std::move(findings);
    snapshot.lockWaits = std::make_shared<const LockWaits>(lockWaits(graph));
}

SnapshotPtr withFindings(const SnapshotPtr& snapshot, const FindingSettings& settings,
                         const std::vector<Finding>& previous)
{
    auto judged = std::make_shared<Snapshot>(*snapshot);
    addFindings(*judged, settings, previous);
    return judged;
}

} // namespace lockscope::inspect
