// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/console/Contention.h"

namespace lockscope::console {

Contention::Contention(Executor& executor, ContendOptions options, MakeClient makeClient, Contender::Emit emit, Log log)
    : m_executor(executor)
    , m_options(std::move(options))
    , m_makeClient(std::move(makeClient))
    , m_emit(std::move(emit))
    , m_log(std::move(log))
    , m_tally(m_options.leases)
    , m_self(std::make_shared<Contention*>(this))
{
}

Contention::~Contention() = default;

void Contention::start(Finished finished)
{
    m_finished = std::move(finished);
    m_startedAt = m_executor.clock().now();
    if (m_options.runFor)
        m_runTimer = m_executor.after(*m_options.runFor, [this] { stop(); });
    std::random_device seed;
    for (const auto& name : clientNames(m_options)) {
        auto simulated = std::make_unique<Simulated>();
        simulated->client = m_makeClient(m_executor);
        simulated->contender =
            std::make_unique<Contender>(*simulated->client, m_options, name, seed(), m_tally, m_emit, m_log);
        m_simulated.push_back(std::move(simulated));
    }
    m_running = m_simulated.size();
    for (auto& simulated : m_simulated)
        simulated->contender->start([this, &simulated = *simulated] { clientFinished(simulated); });
}

void Contention::stop()
{
    m_runTimer.reset();
    for (auto& simulated : m_simulated)
        simulated->contender->stop();
}

void Contention::clientFinished(Simulated& simulated)
{
    m_endedAt = m_executor.clock().now();
    simulated.client->close([weak = std::weak_ptr(m_self)] {
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
        finished(m_tally.summary(m_endedAt - m_startedAt));
}

} // namespace lockscope::console
