// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// A scenario file of the user: it is refused with a place and a reason, or it can be run.

#include "core/simulate/scenarios/ScenarioReader.h"
#include "tests/fuzz/Require.h"

using namespace lockscope;
using namespace lockscope::console;
using fuzz::require;

namespace {

void checkGroup(const ScenarioGroup& group)
{
    require(checked(group.options).has_value());
    int clients = 0;
    for (const auto& process : group.processes()) {
        require(checked(process).has_value() && !toArguments(process).empty());
        clients += process.clients;
        require(process.clients > 0);
    }
    require(clients == group.options.clients);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto scenario = readScenario(fuzz::bytesOf(data, size), "fuzz", "fuzz.json");
    if (!scenario) {
        fuzz::requireSentence(scenario.error());
        return 0;
    }
    require(!scenario->groups.empty() && !scenario->steps.empty() && !scenario->expectations.empty());
    const bool isRedis = scenario->backend == inspect::Backend::Redis;
    require(scenario->sandbox.servers == 1 || (scenario->sandbox.servers >= 3 && scenario->sandbox.servers <= 9));
    require(isRedis || scenario->sandbox.servers <= 3);
    require(scenario->limit.count() >= 0);
    for (const auto& group : scenario->groups)
        checkGroup(group);
    for (const auto& step : scenario->steps)
        require(!step.text.empty() && step.wait.count() >= 0);
    return 0;
}
