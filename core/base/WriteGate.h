// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <atomic>

namespace lockscope {

/// Controls whether clients may send requests that change data. All clients of a read-only connection share one; the
/// user opens it for a limited time. Closed at first. Any thread.
class WriteGate final {
public:
    void openUntil(SteadyTime end) { m_end.store(end.time_since_epoch().count(), std::memory_order_relaxed); }
    void close() { openUntil(SteadyTime{}); }
    [[nodiscard]] bool isOpen(SteadyTime now) const { return now < end(); }
    /// When it closes; in the past while it is closed.
    [[nodiscard]] SteadyTime end() const { return SteadyTime{Duration(m_end.load(std::memory_order_relaxed))}; }

private:
    std::atomic<Duration::rep> m_end = 0;
};

} // namespace lockscope
