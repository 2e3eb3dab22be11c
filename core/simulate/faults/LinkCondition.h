// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace lockscope::console {

/// How a simulated client's network is. The default: nothing is wrong.
struct LinkCondition {
    bool cut = false;                   ///< connections are broken, and each new one as soon as it is made
    bool requestsPass = true;           ///< from the client; what does not pass now comes later, as over TCP
    bool answersPass = true;            ///< from the servers
    std::chrono::milliseconds delay{0}; ///< each way
    std::int64_t bytesPerSecond = 0;    ///< each way; 0: as fast as it goes

    friend bool operator==(const LinkCondition&, const LinkCondition&) = default;
};

} // namespace lockscope::console
