// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace lockscope::console {

/// The condition of a simulated client's network. The default: no fault.
struct LinkCondition {
    bool cut = false;                   ///< connections are closed, and each new one as soon as it is accepted
    bool requestsPass = true;           ///< from the client; blocked data is delayed, as with TCP
    bool answersPass = true;            ///< from the servers
    std::chrono::milliseconds delay{0}; ///< in each direction
    std::int64_t bytesPerSecond = 0;    ///< in each direction; 0: no limit

    friend bool operator==(const LinkCondition&, const LinkCondition&) = default;
};

} // namespace lockscope::console
