// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/findings/Findings.h"

#include "core/findings/FindingRules.h"

#include <algorithm>
#include <memory>
#include <tuple>

namespace lockscope::inspect {

std::vector<Finding> findingsIn(const Snapshot& snapshot, const FindingSettings& settings)
{
    const FindingInput input{snapshot, settings};
    std::vector<Finding> findings;
    addDeadlocks(input, findings);
    for (const auto& lock : snapshot.locks)
        addAgeFindings(input, *lock, findings);
    switch (snapshot.backend) {
    case Backend::ZooKeeper:
        addNodeFindings(input, findings);
        break;
    }
    std::sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return std::tie(b.severity, a.kind, a.path, a.nodes, a.text) <
               std::tie(a.severity, b.kind, b.path, b.nodes, b.text);
    });
    return findings;
}

SnapshotPtr withFindings(const SnapshotPtr& snapshot, const FindingSettings& settings)
{
    auto judged = std::make_shared<Snapshot>(*snapshot);
    judged->findings = findingsIn(*snapshot, settings);
    return judged;
}

} // namespace lockscope::inspect
