// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/simulation/World.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::simulation {

struct Outcome {
    std::optional<Violation> violation;
    std::vector<std::string> trace; ///< empty unless it was asked for
    std::size_t tasks = 0;
    std::size_t requests = 0;
    std::size_t holds = 0; ///< granted and given back
};

/// One run: some hundred steps of trouble, then everything heals, everybody gets the lock and gives it back, and
/// nothing may be left. Says whatever it finds wrong in Outcome::violation. Follows from its arguments alone.
[[nodiscard]] Outcome simulate(const Recipe& recipe, std::uint64_t seed, bool traced);

} // namespace lockscope::simulation
