// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <atomic>

namespace lockscope {

/// Until when a session or a lease is certainly valid, readable on any thread. Only its client advances it; it never
/// moves back, and stays unchanged after the end of the session or lease.
class Expiry final {
public:
    [[nodiscard]] SteadyTime validUntil() const noexcept { return m_validUntil.load(std::memory_order_acquire); }
    void moveTo(SteadyTime until) noexcept { m_validUntil.store(until, std::memory_order_release); }

private:
    std::atomic<SteadyTime> m_validUntil{SteadyTime()};
};

} // namespace lockscope
