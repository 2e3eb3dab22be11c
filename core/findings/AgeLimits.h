// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/FindingSettings.h"
#include "core/model/Snapshot.h"

namespace lockscope::inspect {

/// The longest hold and wait for a lock; nullopt: no limit.
struct AgeLimits {
    std::optional<std::chrono::milliseconds> hold;
    std::optional<std::chrono::milliseconds> wait;
    bool isHoldUsual = false; ///< the hold limit is the lock's own usual longest hold
};

[[nodiscard]] AgeLimits limitsFor(const FindingSettings& settings, const Lock& lock);

} // namespace lockscope::inspect
