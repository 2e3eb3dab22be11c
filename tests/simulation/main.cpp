// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// locks_simulation: runs many seeds, or one with its trace.

#include "tests/simulation/Campaign.h"
#include "tests/simulation/Run.h"

int main(int argc, char** argv)
{
    using namespace lockscope::simulation;
    Program program;
    program.name = "locks_simulation";
    program.description = "Tries the lock recipes under seeded faults and interleavings.";
    for (const auto& recipe : recipes())
        program.recipes.emplace_back(recipe.name);
    program.simulate = [](std::size_t recipe, std::uint64_t seed, bool traced) {
        return simulate(recipes()[recipe], seed, traced);
    };
    return runProgram(program, argc, argv);
}
