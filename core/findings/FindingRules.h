// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The families of findings, a file each. Pure; each appends what it finds, in no particular order.

#include "core/model/Finding.h"
#include "core/model/FindingSettings.h"
#include "core/model/Snapshot.h"

#include <vector>

namespace lockscope::inspect {

struct FindingInput {
    const Snapshot& snapshot;
    const FindingSettings& settings;
};

/// Rings of sessions that wait for each other.
void addDeadlocks(const FindingInput& input, std::vector<Finding>& findings);
/// Nodes without a session; owners that are dead, disconnected, silent. By what the servers tell of sessions.
void addOwnerFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// One client twice in a queue; more holders than leases; a revocation that nobody followed.
void addQueueFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// Held or waited for too long.
void addAgeFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// Waiters that nobody will wake, herds. By the real watches.
void addWatchFindings(const FindingInput& input, std::vector<Finding>& findings);
/// Clients on one path that do not see each other.
void addDialectFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// Numbers that run out, directories that can't be listed soon, directories that nobody uses.
void addLimitFindings(const FindingInput& input, std::vector<Finding>& findings);

} // namespace lockscope::inspect
