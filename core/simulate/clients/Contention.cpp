// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/Contention.h"

#include <algorithm>
#include <utility>

namespace lockscope::console {

namespace {

/// Seeds of clients that differ by a number only, far from each other. Source: Sebastiano Vigna, splitmix64.
std::uint64_t seedOf(std::uint64_t seed, std::uint64_t number)
{
    auto mixed = seed + (number + 1) * 0x9e37'79b9'7f4a'7c15U;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58'476d'1ce4'e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d0'49bb'1331'11ebU;
    return mixed ^ (mixed >> 31);
}

Result<void> give(SimulatedContender& contender, const ClientCommand& order)
{
    switch (order.type) {
    case ClientCommand::Type::Start:
        return contender.begin();
    case ClientCommand::Type::Stop:
        return contender.stop();
    case ClientCommand::Type::Set:
        return contender.set(order.hold, order.think, order.revocation);
    case ClientCommand::Type::Release:
        return contender.release();
    case ClientCommand::Type::HoldForever:
        return contender.holdForever();
    case ClientCommand::Type::Careless:
        return contender.setCareless(order.on);
    default:
        return failure(ErrorCode::BadArguments, "carry out the command", std::string(toString(order.type)),
                       "this command is not for a client");
    }
}

} // namespace

Admission admissionOf(const ContendOptions& options)
{
    const auto& recipe = descriptionOf(options.recipe);
    return {recipe.hasLeases ? options.leases : 1, recipe.hasModes};
}

Contention::Contention(Setting setting)
    : m_setting(std::move(setting))
    , m_tally(admissionOf(m_setting.options))
    , m_self(std::make_shared<Contention*>(this))
{
}

Contention::~Contention() = default;

void Contention::start(Finished finished)
{
    auto& executor = m_setting.executor;
    m_finished = std::move(finished);
    m_startedAt = executor.clock().now();
    if (m_setting.options.runFor)
        m_runTimer = executor.after(*m_setting.options.runFor, [this] { stop(); });
    std::random_device device;
    const auto seed = m_setting.options.seed.value_or((std::uint64_t(device()) << 32) | device());
    for (const auto& name : clientNames(m_setting.options)) {
        auto simulated = std::make_unique<Simulated>();
        simulated->connection = m_setting.connect(name);
        simulated->contender = std::make_unique<SimulatedContender>(
            SimulatedContender::Setting{*simulated->connection, m_setting.options, m_tally, m_setting.resource,
                                        m_setting.emit, m_setting.log},
            name, seedOf(seed, m_simulated.size()));
        m_simulated.push_back(std::move(simulated));
    }
    m_running = m_simulated.size();
    for (auto& simulated : m_simulated)
        simulated->contender->start([this, &simulated = *simulated] { clientFinished(simulated); });
}

void Contention::stop()
{
    m_runTimer.reset();
    for (auto& simulated : m_simulated) {
        if (const auto stopped = simulated->contender->stop(); !stopped)
            m_setting.log.write(LogLevel::Debug, "console", describe(stopped.error())); // it is ending already
    }
}

Result<std::vector<SimulatedContender*>> Contention::targetsOf(const ClientCommand& order)
{
    std::vector<SimulatedContender*> targets;
    for (const auto& simulated : m_simulated) {
        if (order.client.empty() || simulated->contender->name() == order.client)
            targets.push_back(simulated->contender.get());
    }
    if (targets.empty())
        return failure(ErrorCode::BadArguments, "carry out the command", std::string(toString(order.type)),
                       "this process has no client \"" + order.client + "\"");
    return targets;
}

void Contention::carryOut(const ClientCommand& order, Reply<void> reply)
{
    if (order.type == ClientCommand::Type::Revoke) {
        revoke(order, std::move(reply));
        return;
    }
    const auto targets = targetsOf(order);
    if (!targets) {
        reply(failure(targets.error()));
        return;
    }
    // A command to all clients succeeds if at least one client carries it out.
    bool anyDid = false;
    Result<void> outcome;
    for (auto* target : *targets) {
        const auto done = give(*target, order);
        anyDid = anyDid || done;
        if (!done)
            outcome = done;
    }
    reply(anyDid ? Result<void>() : outcome);
}

void Contention::revoke(const ClientCommand& order, Reply<void> reply)
{
    const auto targets = targetsOf(order);
    if (!targets) {
        reply(failure(targets.error()));
        return;
    }
    const auto asker = std::find_if(targets->begin(), targets->end(), [](auto* target) { return !target->hasEnded(); });
    if (asker == targets->end())
        reply(failure(ErrorCode::Closed, "carry out the command", "revoke",
                      "the client that sends the request has ended"));
    else
        (*asker)->connection().revoke(m_setting.options, order.node, std::move(reply));
}

Measurements Contention::measured()
{
    for (const auto& simulated : m_simulated) {
        if (!simulated->contender->hasEnded())
            simulated->contender->countTraffic();
    }
    const auto until = m_running > 0 ? m_setting.executor.clock().now() : m_endedAt;
    return m_tally.measured(until - m_startedAt);
}

void Contention::clientFinished(Simulated& simulated)
{
    m_endedAt = m_setting.executor.clock().now();
    simulated.connection->close([weak = std::weak_ptr(m_self)] {
        if (const auto me = weak.lock())
            (*me)->clientClosed();
    });
}

void Contention::clientClosed()
{
    if (--m_running > 0)
        return;
    m_runTimer.reset();
    if (auto finished = std::exchange(m_finished, nullptr))
        finished(measured());
}

} // namespace lockscope::console
