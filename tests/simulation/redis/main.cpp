// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// locks_redis_simulation: the locks on Redis under many seeds, or one with its trace.

#include "tests/simulation/Campaign.h"
#include "tests/simulation/redis/Run.h"

int main(int argc, char** argv)
{
    using namespace lockscope;
    simulation::Program program;
    program.name = "locks_redis_simulation";
    program.description = "Tries the locks on Redis under seeded faults and interleavings.";
    for (const auto& recipe : redisSimulation::recipes())
        program.recipes.emplace_back(recipe.name);
    program.simulate = [](std::size_t recipe, std::uint64_t seed, bool traced) {
        return redisSimulation::simulate(redisSimulation::recipes()[recipe], seed, traced);
    };
    return simulation::runProgram(program, argc, argv);
}
