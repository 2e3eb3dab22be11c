// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Plans the release of a holder, waiter or permit of a lock on Redis, and its texts. Pure.

#include "core/release/PlanRows.h"
#include "core/release/ReleaseOptions.h"
#include "core/release/ReleasePlan.h"

#include <optional>
#include <string>
#include <vector>

namespace lockscope::release {

/// What a plan for this lock has whatever it releases.
[[nodiscard]] ReleasePlan redisPlan(const inspect::Lock& lock);
/// The plan for one contender of a lock as shown. `snapshot`: for the owner's other locks; may be null.
[[nodiscard]] ReleasePlan ownerPlan(const inspect::Lock& lock, const inspect::Contender& contender,
                                    const inspect::Snapshot* snapshot);

/// Locks or owners that a plan names, of more.
constexpr std::size_t mostNamed = 5;

/// What the script compares and does, as text.
[[nodiscard]] std::vector<std::string> ownerOperations(const ReleasePlan& plan);
[[nodiscard]] std::string ownerRisk(const ReleasePlan& plan);
[[nodiscard]] ReleaseOptions ownerOptions(const ReleasePlan& plan, WallTime now);
[[nodiscard]] std::vector<PlanRow> ownerRows(const ReleasePlan& plan, WallTime now);
/// Why no release can be requested: Redis has no revocation.
[[nodiscard]] std::string whyNoRequest();

/// Which guard fails against a plan that was made again, as text; nullopt if none does.
[[nodiscard]] std::optional<std::string> whyOwnerChanged(const ReleasePlan& first, const ReleasePlan& now);

} // namespace lockscope::release
