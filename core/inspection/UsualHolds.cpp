// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/inspection/UsualHolds.h"

namespace lockscope::inspect {

namespace {

constexpr std::uint64_t leastHolds = 20;

} // namespace

std::optional<UsualHold> usualHoldOf(const LockHistory& lock)
{
    if (lock.holds.count() < leastHolds)
        return std::nullopt;
    return UsualHold{lock.holds.quantile(0.5), lock.holds.quantile(0.99), lock.holds.count()};
}

std::shared_ptr<const UsualHolds> usualHoldsOf(const History& history)
{
    auto usual = std::make_shared<UsualHolds>();
    for (const auto* lock : history.locks()) {
        if (const auto one = usualHoldOf(*lock))
            usual->emplace(*lock->path, one->p99);
    }
    return usual;
}

} // namespace lockscope::inspect
