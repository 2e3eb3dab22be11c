// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/BenchRun.h"

namespace lockscope::console {

namespace {

/// For the clients to come to their end: a release, and what is still on its way.
constexpr auto longestEnd = std::chrono::seconds(20);

/// Passes the gate as soon as the client is connected. Lives on the client's executor.
struct Arrival {
    Executor* executor = nullptr;
    Subscription session;
    bool passed = false;

    void look(const zk::Session& now, BenchGate& gate)
    {
        if (passed)
            return;
        if (now.state == zk::SessionState::AuthFailed) {
            passed = true;
            gate.fail({ErrorCode::AuthFailed, "connect", {}, now.detail});
        } else if (now.state == zk::SessionState::Connected) {
            passed = true;
            gate.pass();
        }
    }
};

} // namespace

double microseconds(Duration duration)
{
    return std::chrono::duration<double, std::micro>(duration).count();
}

BenchFigures figuresOf(double seconds, std::vector<double> samples)
{
    BenchFigures figures;
    figures.count = static_cast<std::int64_t>(samples.size());
    figures.seconds = seconds;
    figures.us = percentilesOf(std::move(samples));
    return figures;
}

Result<std::vector<std::unique_ptr<zk::Client>>> connectAll(const MakeBenchClient& make, int count, Duration limit)
{
    std::vector<std::unique_ptr<zk::Client>> clients;
    const auto gate = std::make_shared<BenchGate>(static_cast<std::size_t>(count));
    std::vector<std::shared_ptr<Arrival>> arrivals;
    for (int i = 0; i < count; ++i) {
        clients.push_back(make());
        arrivals.push_back(std::make_shared<Arrival>());
        arrivals.back()->executor = &clients.back()->executor();
        clients.back()->executor().run([client = clients.back().get(), arrival = arrivals.back(), gate] {
            arrival->session = client->onSession(
                [arrival = arrival.get(), gate](const zk::Session& now) { arrival->look(now, *gate); });
            arrival->look(client->session(), *gate);
        });
    }
    const auto connected = gate->wait(limit);
    const auto left = std::make_shared<BenchGate>(arrivals.size());
    for (const auto& arrival : arrivals) {
        arrival->executor->run([arrival, left] {
            arrival->session.reset();
            left->pass();
        });
    }
    if (const auto unsubscribed = left->wait(longestEnd); !unsubscribed)
        return failure(unsubscribed.error());
    if (!connected) {
        auto error = connected.error();
        if (error.code == ErrorCode::OperationTimeout)
            error = {ErrorCode::NoConnection, "connect", {}, "not every client of the measurement got a session"};
        return failure(error);
    }
    return clients;
}

void closeAll(std::vector<std::unique_ptr<zk::Client>> clients)
{
    const auto gate = std::make_shared<BenchGate>(clients.size());
    for (const auto& client : clients)
        client->executor().run([client = client.get(), gate] { client->close([gate] { gate->pass(); }); });
    // What does not end in time is ended by the destructor, which waits for each alone.
    (void)gate->wait(longestEnd);
}

// ---- BenchGate

void BenchGate::pass()
{
    const std::lock_guard lock(m_mutex);
    if (m_open > 0)
        --m_open;
    m_changed.notify_all();
}

void BenchGate::fail(const Error& error)
{
    const std::lock_guard lock(m_mutex);
    if (!m_error)
        m_error = error;
    m_changed.notify_all();
}

Result<void> BenchGate::wait(Duration limit)
{
    std::unique_lock lock(m_mutex);
    const bool decided = m_changed.wait_for(lock, limit, [this] { return m_open == 0 || m_error; });
    if (m_error)
        return failure(*m_error);
    if (!decided)
        return failure(ErrorCode::OperationTimeout, "measure", {},
                       std::to_string(m_open) + " answers have not come: is the ensemble overloaded?");
    return {};
}

// ---- BenchRun

void BenchRun::fail(const Error& error)
{
    m_gate->fail(error);
    const std::lock_guard lock(m_mutex);
    m_over = true;
    m_failed.notify_all();
}

void BenchRun::pause(const BenchPlan& plan, Duration duration)
{
    std::unique_lock lock(m_mutex);
    m_failed.wait_for(lock, plan.stop, duration, [this] { return m_over.load(); });
}

Result<double> BenchRun::conduct(const BenchPlan& plan)
{
    const SystemClock clock;
    pause(plan, plan.warmUp);
    plan.began();
    const auto from = clock.now();
    m_counts = true;
    pause(plan, plan.runFor);
    m_counts = false;
    const auto seconds = std::chrono::duration<double>(clock.now() - from).count();
    plan.ended();
    m_over = true;
    if (const auto ended = m_gate->wait(longestEnd); !ended)
        return failure(ended.error());
    return seconds;
}

} // namespace lockscope::console
