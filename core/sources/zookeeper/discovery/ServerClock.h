// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/zk/Values.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace lockscope::inspect {

/// The least that the servers' clock can show. Each time in a node was that clock's time before the node was read;
/// since then it has advanced by the time that has passed. The difference from this machine's wall clock plays no part.
/// The servers' clocks count as one. Pure.
class ServerClock final {
public:
    /// `now`: when the reply had arrived.
    void see(const zk::Stat& stat, SteadyTime now)
    {
        using std::chrono::milliseconds;
        const auto ahead = std::max(stat.ctime, stat.mtime).time_since_epoch() -
                           std::chrono::ceil<milliseconds>(now.time_since_epoch());
        m_ahead = std::max(m_ahead.value_or(ahead), ahead);
    }

    /// Nullopt before the first node.
    [[nodiscard]] std::optional<WallTime> atLeast(SteadyTime at) const
    {
        if (!m_ahead)
            return std::nullopt;
        return WallTime(std::chrono::floor<std::chrono::milliseconds>(at.time_since_epoch()) + *m_ahead);
    }

private:
    std::optional<std::chrono::milliseconds> m_ahead; ///< of the steady clock's count, at least
};

} // namespace lockscope::inspect
