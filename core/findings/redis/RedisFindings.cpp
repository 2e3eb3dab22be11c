// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/redis/RedisFindings.h"

#include "core/base/Phrase.h"
#include "core/model/Wording.h"

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
        if (!lock->redis)
            continue;
        if (!lock->isPossible()) {
            addFairQueueFindings(input, *lock, findings);
            addLeaseFindings(input, *lock, findings);
        }
        const auto first = findings.size();
        addVoteFindings(input, *lock, findings);
        for (auto i = first; lock->isPossible() && i < findings.size(); ++i)
            findings[i].evidence =
                sentences(findings[i].evidence, phrase("No naming scheme names this key, so it may not be a lock."));
    }
    addMasterFindings(input, findings);
}

} // namespace lockscope::inspect
