// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/zookeeper/NodeFindings.h"

namespace lockscope::inspect {

void addNodeFindings(const FindingInput& input, std::vector<Finding>& findings)
{
    for (const auto& lock : input.snapshot.locks) {
        if (lock->isPossible())
            continue;
        addOwnerFindings(input, *lock, findings);
        addQueueFindings(input, *lock, findings);
        addDialectFindings(input, *lock, findings);
    }
    addWatchFindings(input, findings);
    addLimitFindings(input, findings);
    addServerFindings(input, findings);
}

} // namespace lockscope::inspect
