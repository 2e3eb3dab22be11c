// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/measure/BenchRun.h"

namespace lockscope::console {

namespace {

/// For the clients to stop: a release, and the outstanding replies.
constexpr auto longestEnd = std::chrono::seconds(20);

/// One client that runs its cycles. Confined to its executor.
class Cycles final : public std::enable_shared_from_this<Cycles> {
public:
    Cycles(const Clock& clock, BenchCycle cycle)
        : m_clock(clock)
        , m_cycle(std::move(cycle))
    {
    }

    void begin()
    {
        if (run.isOver()) {
            run.finished();
            return;
        }
        m_cycle([me = shared_from_this(), from = m_clock.now()](const Result<void>& done) {
            if (!done) {
                me->run.fail(done.error());
                return;
            }
            me->run.add(me->m_clock.now() - from);
            me->begin();
        });
    }

    /// Must be called before the client is destroyed, also after an error.
    void leave() { m_cycle = nullptr; }

    BenchRun run{1};

private:
    const Clock& m_clock;
    BenchCycle m_cycle;
};

} // namespace

BenchFigures figuresOf(double seconds, std::vector<double> samples)
{
    BenchFigures figures;
    figures.count = static_cast<std::int64_t>(samples.size());
    figures.seconds = seconds;
    figures.us = percentilesOf(std::move(samples));
    return figures;
}

Result<BenchClients> connectAll(const MakeBenchClient& make, int count, Duration limit)
{
    std::vector<std::unique_ptr<zk::Client>> clients;
    clients.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        clients.push_back(make());
    auto& executor = clients.front()->executor();
    const auto gate = std::make_shared<BenchGate>(clients.size());
    std::vector<Subscription> sessions; // accessed on the executor
    executor.runAndWait([&] {
        for (const auto& client : clients) {
            const auto look = [gate, passed = std::make_shared<bool>(false)](const zk::Session& now) {
                if (*passed)
                    return;
                *passed = now.state == SessionState::Connected || now.state == SessionState::AuthFailed;
                if (now.state == SessionState::Connected)
                    gate->pass();
                else if (now.state == SessionState::AuthFailed)
                    gate->fail({ErrorCode::AuthFailed, "connect", {}, now.detail});
            };
            sessions.push_back(client->onSession(look));
            look(client->session());
        }
    });
    const auto connected = gate->wait(limit);
    executor.runAndWait([&] { sessions.clear(); });
    if (!connected) {
        auto error = connected.error();
        if (error.code == ErrorCode::OperationTimeout)
            error = {ErrorCode::NoConnection, "connect", {}, "some clients of the measurement have no session"};
        return failure(error);
    }
    return BenchClients(std::move(clients));
}

BenchClients::~BenchClients()
{
    const auto gate = std::make_shared<BenchGate>(m_clients.size());
    for (const auto& client : m_clients)
        client->executor().run([client = client.get(), gate] { client->close([gate] { gate->pass(); }); });
    // After a timeout the destructor of each client ends its session, one after another.
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

void BenchRun::add(Duration sample)
{
    const std::lock_guard lock(m_mutex);
    if (m_counts)
        m_samples.push_back(std::chrono::duration<double, std::micro>(sample).count());
}

void BenchRun::granted(SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    if (m_holders++ != 0)
        ++m_overlaps;
    if (m_gaveWayAt && m_counts)
        m_samples.push_back(std::chrono::duration<double, std::micro>(now - *m_gaveWayAt).count());
}

void BenchRun::givesWay(SteadyTime now)
{
    const std::lock_guard lock(m_mutex);
    --m_holders;
    m_gaveWayAt = now;
}

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

Result<BenchFigures> BenchRun::conduct(const BenchPlan& plan)
{
    const SystemClock clock;
    const auto count = [this](bool counts) {
        const std::lock_guard lock(m_mutex);
        m_counts = counts;
    };
    pause(plan, plan.warmUp);
    plan.began();
    const auto from = clock.now();
    count(true);
    pause(plan, plan.runFor);
    count(false);
    const auto seconds = std::chrono::duration<double>(clock.now() - from).count();
    plan.ended();
    m_over = true;
    if (const auto ended = m_gate->wait(longestEnd); !ended)
        return failure(ended.error());
    const std::lock_guard lock(m_mutex);
    auto figures = figuresOf(seconds, std::move(m_samples));
    figures.overlaps = m_overlaps;
    return figures;
}

Result<BenchFigures> measureCycles(Executor& executor, const BenchPlan& plan, BenchCycle cycle)
{
    const auto cycles = std::make_shared<Cycles>(executor.clock(), std::move(cycle));
    executor.post([cycles] { cycles->begin(); });
    auto figures = cycles->run.conduct(plan);
    executor.runAndWait([&] { cycles->leave(); });
    return figures;
}

} // namespace lockscope::console
