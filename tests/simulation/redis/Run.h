// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/Outcome.h"
#include "tests/simulation/redis/Recipe.h"

#include <cstdint>
#include <functional>

namespace lockscope::redisSimulation {

class World;

/// One run: some hundred steps with faults, then all faults end, every user acquires and releases the lock twice, and
/// nothing may remain. Depends on its arguments only. `prepare`: for tests that plant a fault in the world.
[[nodiscard]] simulation::Outcome simulate(const Recipe& recipe, std::uint64_t seed, bool traced,
                                           const std::function<void(World&)>& prepare = {});

} // namespace lockscope::redisSimulation
