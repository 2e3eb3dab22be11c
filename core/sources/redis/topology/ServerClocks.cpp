// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/topology/ServerClocks.h"

namespace lockscope::inspect {

WallTime ServerClocks::readAt(std::string_view key, WallTime sentAt, std::optional<WallTime> serverTime)
{
    const auto now = m_client.executor().clock().wallNow();
    const auto master = serverTime ? m_client.masterOf(key) : std::nullopt;
    return master ? m_clocks[*master].localTime(sentAt, *serverTime, now) : now;
}

} // namespace lockscope::inspect
