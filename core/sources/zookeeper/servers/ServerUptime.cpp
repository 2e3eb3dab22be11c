// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/zookeeper/servers/ServerUptime.h"

#include <algorithm>

namespace lockscope::ensemble {

using std::chrono::milliseconds;

void ServerUptime::passed(std::int64_t uptimeMs, WallTime now)
{
    const auto origin = now - milliseconds(uptimeMs);
    m_origin = std::min(m_origin.value_or(origin), origin);
}

void ServerUptime::notYet(std::int64_t uptimeMs, WallTime now)
{
    // The local clock was set, or the server's machine has restarted: earlier values are invalid.
    constexpr milliseconds slack(60'000);
    if (m_origin && *m_origin + milliseconds(uptimeMs) + slack < now)
        m_origin = now - milliseconds(uptimeMs);
}

std::optional<WallTime> ServerUptime::timeOf(std::int64_t uptimeMs) const
{
    if (!m_origin)
        return std::nullopt;
    return *m_origin + milliseconds(uptimeMs);
}

} // namespace lockscope::ensemble
