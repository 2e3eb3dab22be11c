// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/History.h"
#include "core/model/FindingSettings.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

namespace lockscope::inspect {

/// How long one lock is usually held.
struct UsualHold {
    std::chrono::milliseconds p50{0};
    std::chrono::milliseconds p99{0}; ///< of fewer than 100 holds, the longest one
    std::uint64_t holds = 0;          ///< that were watched from begin to end

    friend bool operator==(const UsualHold&, const UsualHold&) = default;
};

/// Nullopt: too few holds to tell. Pure.
[[nodiscard]] std::optional<UsualHold> usualHoldOf(const LockHistory& lock);

/// The p99 of the holds of each lock with enough of them to tell; for FindingSettings::usualHolds. Pure.
[[nodiscard]] std::shared_ptr<const UsualHolds> usualHoldsOf(const History& history);

} // namespace lockscope::inspect
