// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/redis/MastersStatus.h"

#include <algorithm>

namespace lockscope::console {

SessionStatus statusOfMajority(const std::vector<SessionStatus>& masters)
{
    const auto quorum = static_cast<std::ptrdiff_t>(masters.size() / 2 + 1);
    const auto numberIn = [&](SessionState state) {
        return std::count_if(masters.begin(), masters.end(),
                             [state](const SessionStatus& master) { return master.state == state; });
    };
    const auto away = std::find_if(masters.begin(), masters.end(),
                                   [](const SessionStatus& master) { return master.state != SessionState::Connected; });
    auto status = away == masters.end() ? masters.front() : *away;
    const auto all = static_cast<std::ptrdiff_t>(masters.size());
    if (numberIn(SessionState::Connected) >= quorum) {
        status.state = SessionState::Connected;
        status.detail.clear();
    } else if (all - numberIn(SessionState::AuthFailed) < quorum) {
        status = *std::find_if(masters.begin(), masters.end(),
                               [](const SessionStatus& master) { return master.state == SessionState::AuthFailed; });
    } else if (all - numberIn(SessionState::Connecting) >= quorum) { // a majority was connected once
        status.state = numberIn(SessionState::Lost) >= quorum ? SessionState::Lost : SessionState::Suspended;
    } else {
        status.state = SessionState::Connecting;
    }
    return status;
}

} // namespace lockscope::console
