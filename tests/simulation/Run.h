// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/World.h"

#include <cstdint>

namespace lockscope::simulation {

/// One run: some hundred steps with faults, then all faults end, every user acquires and releases the lock, and nothing
/// may remain. Reports a violation in Outcome::violation. Depends on its arguments only.
[[nodiscard]] Outcome simulate(const Recipe& recipe, std::uint64_t seed, bool traced);

} // namespace lockscope::simulation
