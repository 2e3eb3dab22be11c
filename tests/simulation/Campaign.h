// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The command line of a simulation: many seeds of many recipes, or one seed with its trace.

#include "tests/simulation/Outcome.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace lockscope::simulation {

/// What a simulation program tries.
struct Program {
    std::string name;        ///< of the executable, for the line to replay
    std::string description; ///< for --help
    std::vector<std::string> recipes;
    /// One run of the recipe with this index. Called from several threads.
    std::function<Outcome(std::size_t recipe, std::uint64_t seed, bool traced)> simulate;
};

/// Returns the exit code: 0: no violation, or an expected one; 1: a violation; 2: wrong arguments; 3: a crash.
[[nodiscard]] int runProgram(const Program& program, int argc, char** argv);

} // namespace lockscope::simulation
