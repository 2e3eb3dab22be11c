// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The rules that are true for locks of ZooKeeper only, one file each. Pure; each appends its findings, in no
/// particular order.

#include "core/findings/FindingRules.h"

namespace lockscope::inspect {

/// Nodes without a session; owners that are dead, disconnected or silent, by the servers' reports of sessions.
void addOwnerFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// A client with two nodes in a queue; more holders than leases; an ignored revocation request; stray children.
void addQueueFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// Waiters that are never notified, and thundering herds, by the watches on the servers.
void addWatchFindings(const FindingInput& input, std::vector<Finding>& findings);
/// Clients on one path that ignore each other's nodes.
void addDialectFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// Sequence numbers that run out, directories that are nearly too long to list, unused directories.
void addLimitFindings(const FindingInput& input, std::vector<Finding>& findings);
/// Servers of the ensemble that are down.
void addServerFindings(const FindingInput& input, std::vector<Finding>& findings);

} // namespace lockscope::inspect
