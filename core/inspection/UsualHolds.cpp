// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspection/UsualHolds.h"

namespace lockscope::inspect {

namespace {

/// Of fewer holds the p99 is the longest one.
constexpr std::uint64_t leastHolds = 100;

} // namespace

std::shared_ptr<const UsualHolds> usualHoldsOf(const History& history)
{
    auto usual = std::make_shared<UsualHolds>();
    for (const auto* lock : history.locks()) {
        if (lock->holds.count() >= leastHolds)
            usual->emplace(*lock->path, lock->holds.quantile(0.99));
    }
    return usual;
}

} // namespace lockscope::inspect
