// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/waits/Deadlocks.h"

#include "core/model/Wording.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lockscope::inspect {

namespace {

/// A picture that still changes is no moment: somebody may have let go and queued elsewhere since a lock was listed.
/// A complete one is, as far as the locks are watched: a server tells of what changed before it answers with what came
/// later.
bool maySeeTwoMoments(const Picture& picture, const FindingSettings& settings, const WaitRing& ring)
{
    return std::any_of(ring.begin(), ring.end(), [&](const WaitStep& step) {
        return (!picture.complete || step.lock->polled) &&
               ageOf(*step.waiter->details, picture.takenAt) < settings.settle;
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

} // namespace

std::vector<Deadlock> deadlocksIn(const WaitGraph& graph, const Picture& picture, const FindingSettings& settings)
{
    std::vector<Deadlock> deadlocks;
    if (!areOwnersKnown(picture))
        return deadlocks;
    std::set<std::int64_t> told;
    for (auto& ring : graph.rings(WaitGraph::Sessions::SingleMinded, {}, settings.mostRings)) {
        if (maySeeTwoMoments(picture, settings, ring))
            continue;
        for (const auto& step : ring)
            told.insert(step.session);
        deadlocks.push_back({std::move(ring), true});
    }
    const auto before = picture.takenAt - settings.stuckFor;
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
