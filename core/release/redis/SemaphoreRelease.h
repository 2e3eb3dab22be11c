// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Plans the release of permits of a semaphore without leases on Redis, and its texts. The server stores no holders: a
/// release only adds permits, as many as the user says. Pure.

#include "core/base/Result.h"
#include "core/release/PlanRows.h"
#include "core/release/ReleaseOptions.h"
#include "core/release/ReleasePlan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::release {

/// The plan that adds `permits` to the semaphore as read. Errors: NotALock: `permits` is 0; BadArguments: more than
/// Redisson counts.
[[nodiscard]] Result<ReleasePlan> semaphorePlan(const inspect::Lock& lock, std::int64_t permits);

/// What the script compares and does, as text.
[[nodiscard]] std::vector<std::string> semaphoreOperations(const ReleasePlan& plan);
[[nodiscard]] std::string semaphoreRisk(const ReleasePlan& plan);
[[nodiscard]] ReleaseOptions semaphoreOptions(const ReleasePlan& plan);
/// The first of the plan's rows.
[[nodiscard]] std::vector<PlanRow> semaphoreStateRows(const ReleasePlan& plan);
/// "added 2 permits to orders".
[[nodiscard]] std::string semaphoreDone(const ReleasePlan& plan);
/// "the number of free permits is now 4, not 3".
[[nodiscard]] std::string freePermitsChanged(std::int64_t seen, const std::string& now);

} // namespace lockscope::release
