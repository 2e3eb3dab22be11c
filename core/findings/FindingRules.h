// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The rules of findings, one file each. Pure; each appends its findings, in no particular order.

#include "core/model/Finding.h"
#include "core/model/FindingSettings.h"
#include "core/model/Snapshot.h"
#include "core/waits/WaitGraph.h"

#include <vector>

namespace lockscope::inspect {

struct FindingInput {
    const Snapshot& snapshot;
    const FindingSettings& settings;
};

/// Cycles of sessions that wait for each other.
void addDeadlocks(const WaitGraph& graph, std::vector<Finding>& findings);
/// Locks that are held or waited for too long.
void addAgeFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// The rules for locks whose contenders are nodes of ZooKeeper (zookeeper/NodeFindings.h).
void addNodeFindings(const FindingInput& input, std::vector<Finding>& findings);
/// The rules for locks on Redis (redis/RedisFindings.h).
void addRedisFindings(const FindingInput& input, std::vector<Finding>& findings);

} // namespace lockscope::inspect
