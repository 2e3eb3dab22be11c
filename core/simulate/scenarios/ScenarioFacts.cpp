// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/ScenarioFacts.h"

#include "core/model/Snapshot.h"

namespace lockscope::console {

std::optional<EnsembleView> viewOf(const inspect::Snapshot& snapshot)
{
    if (snapshot.session.state != SessionState::Connected)
        return std::nullopt;
    EnsembleView view;
    for (const auto& lock : snapshot.locks) {
        for (const auto& contender : lock->queue)
            view.slots.push_back({lock->path, contender.node, contender.holds,
                                  contender.details ? contender.details->creationId : 0, lock->nodePath(contender)});
    }
    for (const auto& finding : snapshot.findings)
        view.findings.emplace(inspect::kindWord(finding));
    return view;
}

} // namespace lockscope::console
