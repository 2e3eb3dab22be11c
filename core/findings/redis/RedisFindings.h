// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The rules that are true for locks of Redis only, one file each. Pure; each appends its findings, in no particular
/// order. A rule judges only what one reading proves, or what several readings agree on (Steady, LeaseTrace).

#include "core/findings/FindingRules.h"

#include <string>
#include <vector>

namespace lockscope::inspect {

/// Waiters of a fair lock whose client does not listen for its turn; queues without a lock.
void addFairQueueFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// Leases that never end, are no longer renewed, or are renewed for very long; readers that others keep; permits that
/// are not returned; fencing tokens that went back.
void addLeaseFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// The votes of a Redlock.
void addVoteFindings(const FindingInput& input, const Lock& lock, std::vector<Finding>& findings);
/// Settings and replicas of the masters that endanger locks.
void addMasterFindings(const FindingInput& input, std::vector<Finding>& findings);

/// The owner or the token of a holder or waiter, as Redis has it.
[[nodiscard]] const std::string& ownerOn(const Contender& contender);
/// A finding of the lock, without its texts.
[[nodiscard]] Finding findingOn(const Lock& lock, FindingKind kind, Severity severity);

} // namespace lockscope::inspect
