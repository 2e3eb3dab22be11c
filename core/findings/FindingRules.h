// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The rules of findings, one file each. Pure; each appends its findings, in no particular order.

#include "core/model/Finding.h"
#include "core/model/FindingSettings.h"
#include "core/model/Snapshot.h"

#include <vector>

namespace lockscope::inspect {

struct FindingInput {
    const Snapshot& snapshot;
    const FindingSettings& settings;
};

/// Cycles of sessions that wait for each other.
void addDeadlocks(const FindingInput& input, std::vector<Finding>& findings);
/// Nodes without a session; owners that are dead, disconnected or silent, by the servers' reports of sessions.
void addOwnerFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// A client with two nodes in a queue; more holders than leases; an ignored revocation request; stray children.
void addQueueFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// Locks that are held or waited for too long.
void addAgeFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// Waiters that are never notified, and thundering herds, by the watches on the servers.
void addWatchFindings(const FindingInput& input, std::vector<Finding>& findings);
/// Clients on one path that ignore each other's nodes.
void addDialectFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// Sequence numbers that run out, directories that are nearly too long to list, unused directories.
void addLimitFindings(const FindingInput& input, std::vector<Finding>& findings);

} // namespace lockscope::inspect
