// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/redis/RedisFindings.h"

namespace lockscope::inspect {

const std::string& ownerOn(const Contender& contender)
{
    return contender.redis ? contender.redis->owner : contender.node;
}

Finding findingOn(const Lock& lock, FindingKind kind, Severity severity)
{
    Finding finding;
    finding.kind = kind;
    finding.severity = severity;
    finding.path = lock.path;
    return finding;
}

void addRedisFindings(const FindingInput& input, std::vector<Finding>& findings)
{
    for (const auto& lock : input.snapshot.locks) {
        if (lock->isPossible() || !lock->redis)
            continue;
        addFairQueueFindings(input, *lock, findings);
        addLeaseFindings(input, *lock, findings);
        addVoteFindings(input, *lock, findings);
    }
    addMasterFindings(input, findings);
}

} // namespace lockscope::inspect
