// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/Population.h"

#include <array>

namespace lockscope::simulation {

namespace {

constexpr auto sessionTimeout = std::chrono::seconds(9);

} // namespace

void connect(World& world, Process& process)
{
    process.client = test::FakeClient::connect(world.ensemble, process.executor, sessionTimeout);
    process.contact = Process::Contact::Up;
    process.readOnly = false;
    process.closing = false;
    process.restarting = false;
    const auto server = world.random.below(world.followers + 1);
    world.ensemble.attach(*process.client, server);
    world.trace.say(process.name, " starts, on server ", server);
}

locks::RetryPolicy anyPolicy(World& world, bool& limited)
{
    constexpr std::array weights{70, 10, 10, 10};
    const auto kind = world.random.weighted(weights);
    limited = kind > 0;
    switch (kind) {
    case 1:
        return locks::RetryPolicy::none();
    case 2:
        return locks::RetryPolicy::times(2, std::chrono::milliseconds(20));
    case 3:
        return locks::RetryPolicy::exponential(std::chrono::milliseconds(5), std::chrono::milliseconds(100), 4,
                                               [&world] { return world.random.between(0, 99) / 100.0; });
    default:
        return {};
    }
}

} // namespace lockscope::simulation
