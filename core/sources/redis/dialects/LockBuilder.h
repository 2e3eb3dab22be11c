// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "core/sources/redis/dialects/LockReading.h"

#include <string>
#include <vector>

namespace lockscope::inspect {

/// The lock that was read, as it is shown: holders first, then the waiters of a fair lock in their order. Pure.
/// `before`, the lock as it was shown last, may be null: what was seen of a holder or waiter stays.
[[nodiscard]] Lock buildLock(const LockReading& reading, const Lock* before);

/// The channels whose listeners tell of waiters. For a fair lock those of its waiters.
[[nodiscard]] std::vector<std::string> channelsOf(const LockReading& reading);

} // namespace lockscope::inspect
