// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/redis/World.h"

#include "core/redis/KeyNames.h"
#include "tests/simulation/SeededUuid.h"

#include <algorithm>

namespace lockscope::redisSimulation {

World::World(const Recipe& what, std::uint64_t seed, bool traced)
    : recipe(what)
    , random(seed)
    , trace(traced)
{
    simulation::seedUuids(seed);
    for (int i = 0; i < recipe.servers; ++i) {
        addresses.push_back({.host = "server" + std::to_string(i + 1), .port = 6379, .socket = {}});
        network.add({.address = addresses.back()});
    }
    slowest = random.chance(40) ? 0 : random.between(1, 20);
    network.setLatency([this] { return std::chrono::milliseconds(slowest > 0 ? random.between(0, slowest) : 0); });
    restorePermits(0);
}

World::~World()
{
    end();
}

void World::end()
{
    for (const auto& ask : asks)
        ask->yielded.reset();
    for (const auto& process : processes) {
        process->executor.runAndWait([&process] {
            for (auto& object : process->objects) {
                object.states = {};
                object.sides = {};
                for (const auto& user : object.users) {
                    for (const auto& holding : user->holdings)
                        holding->hold.reset();
                }
            }
        });
        process->executor.runAndWait([&process] { process->clients.clear(); });
        process->executor.runUntilIdle();
        process->objects.clear(); // users last: replies refer to them
        process->executor.runUntilIdle();
    }
    processes.clear();
}

Process& World::addProcess(int drift, int speed)
{
    auto& process =
        *processes.emplace_back(std::make_unique<Process>("p" + std::to_string(processes.size() + 1), drift, speed));
    for (const auto& address : addresses) {
        redis::ClientSettings settings;
        settings.target.servers = {address};
        settings.callbacks = &process.executor;
        settings.connectTimeout = settings.requestTimeout = std::chrono::milliseconds(500);
        settings.lostAfter = std::chrono::seconds(6);
        settings.random = [this] { return random.between(0, 999) / 1000.0; };
        process.clients.push_back(std::make_unique<redis::Client>(settings, process.executor, Log(),
                                                                  network.transports(process.executor, process.name)));
    }
    return process;
}

void World::advance(Duration by)
{
    clock.advance(by);
    for (const auto& process : processes)
        process->clock.advance(process->toOwn(by));
}

void World::violated(std::string invariant, std::string detail)
{
    trace.say("VIOLATED: ", invariant, ": ", detail);
    if (!violation)
        violation = simulation::Violation{std::move(invariant), std::move(detail)};
}

void World::noteLoss()
{
    lostAt = clock.now();
    lastToken = 0;
}

bool World::isExcused(SteadyTime grantedAt) const
{
    if (!lostAt || neverExcuses)
        return false;
    // A grant that was executed before may be answered later. Permits without leases are never counted again.
    return recipe.record == Record::Nothing || grantedAt <= *lostAt + longestLease;
}

void World::restorePermits(int held)
{
    if (recipe.sharing != Sharing::Permits)
        return;
    const auto free = std::to_string(permitCount - held);
    server().run({"SET", lockName, free});
    server().run({"PUBLISH", redis::keys::semaphoreChannel(lockName), free});
}

} // namespace lockscope::redisSimulation
