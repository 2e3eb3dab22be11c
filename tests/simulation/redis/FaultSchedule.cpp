// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/redis/FaultSchedule.h"

#include <algorithm>
#include <string>

namespace lockscope::redisSimulation {

using std::chrono::milliseconds;

FaultSchedule::FaultSchedule(World& world)
    : m_world(world)
    , m_behind(world.addresses.size())
{
    auto& random = world.random;
    for (std::size_t event = 0; event < End; ++event)
        m_weights[event] = random.chance(50) ? random.between(1, 10) : 0;
    m_weights[Kill] = random.chance(30) ? 1 : 0;
    m_weights[End] = random.between(5, 30);
    // Against these no lock on Redis promises anything: most runs have none.
    const bool losesData = random.chance(25);
    for (std::size_t event = JumpClock; event < Events; ++event)
        m_weights[event] = losesData ? random.between(0, 3) : 0;
}

test::FakeRedisMatch FaultSchedule::anyMatch()
{
    auto& random = m_world.random;
    test::FakeRedisMatch match;
    match.command = random.chance(80) ? "EVALSHA" : random.chance(50) ? "EVAL" : "SUBSCRIBE";
    match.client = anyProcess().name;
    match.nth = random.chance(70) ? 1 : random.between(2, 4);
    return match;
}

void FaultSchedule::strike()
{
    happen(static_cast<Event>(m_world.random.weighted(m_weights)));
}

void FaultSchedule::happen(Event event)
{
    auto& random = m_world.random;
    auto& trace = m_world.trace;
    auto& process = anyProcess();
    const auto index = anyServer();
    auto& server = m_world.server(index);
    const auto& address = m_world.addresses[index];
    switch (event) {
    case LoseRequest:
        lose();
        break;
    case DelayRequest: {
        const milliseconds by(random.between(1, 1'500));
        trace.say("fault: a request to ", address.host, " will take ", by.count(), " ms");
        server.delay(anyMatch(), by);
        break;
    }
    case HoldRequest:
        m_held.push_back({index, server.hold(anyMatch())});
        trace.say("fault: hold ", m_held.back().hold, " on ", address.host);
        break;
    case Cut:
        trace.say("fault: ", process.name, " loses its connections to ", address.host);
        m_world.network.cut(process.name, address);
        break;
    case CutSubscriber:
        trace.say("fault: ", address.host, " closes the subscribers of ", process.name);
        server.closeSubscribers(process.name);
        break;
    case Partition:
        trace.say("fault: ", process.name, " is cut off from ", address.host);
        m_world.network.partition(process.name, address);
        m_partitions.emplace_back(process.name, index);
        break;
    case Stop:
        trace.say("fault: ", address.host, " is down");
        m_world.network.stop(address);
        m_stopped.push_back(index);
        break;
    case FlushScripts:
        trace.say("fault: ", address.host, " flushes its scripts");
        server.flushScripts();
        break;
    case Suspend:
        trace.say("fault: ", process.name, " is suspended");
        process.isSuspended = true;
        break;
    case Kill:
        if (!process.isDead && m_kills < 2 && m_kills + 2 <= static_cast<int>(m_world.processes.size()))
            kill(process);
        break;
    case End:
        endOne();
        break;
    case JumpClock: {
        const int by = random.between(-12'000, 12'000);
        trace.say("fault: the clock of ", address.host, " jumps by ", by, " ms");
        jump(index, milliseconds(by));
        break;
    }
    case LoseData:
        trace.say("fault: ", address.host, " restarts without its data");
        server.loseData();
        m_world.noteLoss();
        m_world.restorePermits(0);
        break;
    case FailOver: {
        const auto lost = server.failOver(static_cast<std::size_t>(random.between(0, 5)));
        trace.say("fault: a replica takes over from ", address.host, ": ", lost, " writes are lost");
        m_world.noteLoss();
        if (server.run({"EXISTS", lockName}).number() == 0)
            m_world.restorePermits(0);
        break;
    }
    case Events:
        break;
    }
}

void FaultSchedule::jump(std::size_t server, milliseconds by)
{
    m_behind[server] = std::min(milliseconds(0), m_behind[server] + by);
    m_world.server(server).jumpClock(by);
    m_world.noteLoss();
}

void FaultSchedule::lose()
{
    auto& random = m_world.random;
    const auto index = anyServer();
    const auto when = random.chance(60) ? test::When::AfterExecution : test::When::BeforeExecution;
    const auto loss = random.chance(70) ? test::FakeLoss::Cut : test::FakeLoss::Silence;
    const auto match = anyMatch();
    m_world.trace.say("fault: ", m_world.addresses[index].host, " will lose the ", match.nth, ". ", match.command,
                      " of ", match.client, when == test::When::AfterExecution ? " after" : " before", " its execution",
                      loss == test::FakeLoss::Cut ? "" : ", silently");
    m_world.server(index).lose(match, when, loss);
}

void FaultSchedule::kill(Process& process)
{
    m_world.trace.say("fault: ", process.name, " is killed");
    ++m_kills;
    process.isDead = true;
    for (const auto& address : m_world.addresses)
        m_world.network.cut(process.name, address);
}

/// Faults that last end in any order.
void FaultSchedule::endOne()
{
    auto& random = m_world.random;
    const auto take = [&](auto& all) {
        const auto index = static_cast<std::ptrdiff_t>(random.below(all.size()));
        const auto one = all[static_cast<std::size_t>(index)];
        all.erase(all.begin() + index);
        return one;
    };
    for (const auto& process : m_world.processes)
        process->isSuspended = process->isSuspended && random.chance(50);
    if (!m_held.empty() && random.chance(50)) {
        const auto held = take(m_held);
        m_world.trace.say("fault: hold ", held.hold, " ends");
        m_world.server(held.server).release(held.hold);
    }
    if (!m_partitions.empty() && random.chance(50)) {
        const auto [client, index] = take(m_partitions);
        m_world.trace.say("fault: ", client, " reaches ", m_world.addresses[index].host, " again");
        m_world.network.heal(client, m_world.addresses[index]);
    }
    if (!m_stopped.empty() && random.chance(50)) {
        const auto index = take(m_stopped);
        m_world.trace.say("fault: ", m_world.addresses[index].host, " is up again");
        m_world.network.start(m_world.addresses[index]);
    }
}

void FaultSchedule::clear()
{
    for (const auto& process : m_world.processes)
        process->isSuspended = false;
    for (const auto& held : m_held)
        m_world.server(held.server).release(held.hold);
    m_held.clear();
    m_world.network.healAll();
    for (const auto& address : m_world.addresses)
        m_world.network.start(address);
    for (std::size_t i = 0; i < m_world.addresses.size(); ++i) {
        m_world.server(i).clearFaults();
        if (m_behind[i] < milliseconds(0)) // deadlines of permits are points in time
            jump(i, -m_behind[i]);
    }
}

} // namespace lockscope::redisSimulation
