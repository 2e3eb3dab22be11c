// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/World.h"

namespace lockscope::simulation {

/// What a holder is told who asks at this moment, whatever has been reported to it.
struct Belief {
    locks::Phase phase = locks::Phase::Lost;
    SteadyTime validUntil{};
};

/// The one place that knows how a lock is asked. `expiry`: of the session that the hold is of.
[[nodiscard]] inline Belief beliefOf(const Hold& hold, const zk::SessionExpiry& expiry, SteadyTime now)
{
    Belief belief{hold.phase, expiry.validUntil()};
    if (belief.phase == locks::Phase::Held && now >= belief.validUntil)
        belief.phase = locks::Phase::Uncertain; // who may have stood still asks for that first
    return belief;
}

} // namespace lockscope::simulation
