// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/Deadlocks.h"

#include "core/model/Wording.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope::inspect {

namespace {

/// A snapshot that still changes is no moment: somebody may have let go and queued elsewhere since a lock was listed.
/// A complete one is, as far as the locks are watched: a server tells of what changed before it answers with what came
/// later.
bool maySeeTwoMoments(const Snapshot& snapshot, const FindingSettings& settings, const WaitRing& ring)
{
    return std::any_of(ring.begin(), ring.end(), [&](const WaitStep& step) {
        return (!snapshot.complete || step.lock->polled) &&
               ageOf(*step.waiter->details, snapshot.takenAt) < settings.settle;
    });
}

/// Whose owner is not known yet may belong to a session that seems to do one thing at a time. A few are always on their
/// way where locks are busy; while a snapshot is first painted, most are.
bool areOwnersKnown(const Snapshot& snapshot)
{
    std::size_t all = 0;
    std::size_t unknown = 0;
    for (const auto& lock : snapshot.locks) {
        all += lock->queue.size();
        for (const auto& contender : lock->queue)
            unknown += contender.details ? 0 : 1;
    }
    return unknown * 100 <= all;
}

} // namespace

std::vector<Deadlock> deadlocksIn(const WaitGraph& graph, const Snapshot& snapshot, const FindingSettings& settings)
{
    std::vector<Deadlock> deadlocks;
    if (!areOwnersKnown(snapshot))
        return deadlocks;
    std::set<std::int64_t> told;
    for (auto& ring : graph.rings(WaitGraph::Sessions::SingleMinded, {}, settings.mostRings)) {
        if (maySeeTwoMoments(snapshot, settings, ring))
            continue;
        for (const auto& step : ring)
            told.insert(step.session);
        deadlocks.push_back({std::move(ring), true});
    }
    const auto before = snapshot.takenAt - settings.stuckFor;
    for (auto& ring : graph.rings(WaitGraph::Sessions::All, before, settings.mostRings)) {
        const bool isYoung = std::any_of(ring.begin(), ring.end(), [&](const WaitStep& step) {
            return step.waiter->details->createdAt >= before || told.contains(step.session);
        });
        if (!isYoung)
            deadlocks.push_back({std::move(ring), false});
    }
    return deadlocks;
}

} // namespace lockscope::inspect
