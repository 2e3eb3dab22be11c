// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Result.h"
#include "core/simulate/measure/Measurements.h"
#include "core/zk/Client.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockscope::console {

/// Path, duration and callbacks of a measurement.
struct BenchPlan {
    std::string path;                                 ///< a directory for this measurement only
    Duration warmUp = std::chrono::milliseconds(300); ///< not measured
    Duration runFor = std::chrono::seconds(5);        ///< measured
    std::function<void()> began = [] {};              ///< called at the end of the warm-up
    std::function<void()> ended = [] {};              ///< called at the end of the measured time
    std::stop_token stop;                             ///< ends it early: the figures are those until then
};

/// The result of a measurement.
struct BenchFigures {
    std::int64_t count = 0; ///< cycles or hand-overs
    double seconds = 0;
    Percentiles us;            ///< of one cycle or hand-over, in microseconds
    std::int64_t overlaps = 0; ///< moments with two holders; must be 0

    [[nodiscard]] double perSecond() const { return seconds > 0 ? static_cast<double>(count) / seconds : 0; }
};

/// From samples in microseconds.
[[nodiscard]] BenchFigures figuresOf(double seconds, std::vector<double> samples);

/// Makes a client with its own session; all clients share one executor. Called on the measuring thread.
using MakeBenchClient = std::function<std::unique_ptr<zk::Client>()>;

/// The clients of a measurement, at least one, on one executor. The destructor ends their sessions in parallel and
/// waits for that.
class BenchClients final {
public:
    explicit BenchClients(std::vector<std::unique_ptr<zk::Client>> clients)
        : m_clients(std::move(clients))
    {
    }
    ~BenchClients();
    BenchClients(BenchClients&&) noexcept = default;
    BenchClients& operator=(BenchClients&&) = delete;

    [[nodiscard]] std::size_t size() const { return m_clients.size(); }
    [[nodiscard]] Executor& executor() const { return m_clients.front()->executor(); }
    [[nodiscard]] zk::Client& operator[](std::size_t index) const { return *m_clients[index]; }

private:
    std::vector<std::unique_ptr<zk::Client>> m_clients;
};

/// Makes `count` clients, each connected. `limit`: for all of them together.
[[nodiscard]] Result<BenchClients> connectAll(const MakeBenchClient& make, int count, Duration limit);

/// Waits for `count` replies from other threads, for the first error, or for the limit. Owned by the waiting thread
/// and, through a shared pointer, by each reply.
class BenchGate final {
public:
    explicit BenchGate(std::size_t count)
        : m_open(count)
    {
    }

    void pass();
    void fail(const Error& error);
    [[nodiscard]] Result<void> wait(Duration limit);

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::size_t m_open;
    std::optional<Error> m_error;
};

/// The shared state of one measurement's clients: its timeline (warm-up, measured time, end) and its samples. Any
/// thread.
class BenchRun final {
public:
    explicit BenchRun(std::size_t clients)
        : m_gate(std::make_shared<BenchGate>(clients))
    {
    }

    /// Whether the clients must stop.
    [[nodiscard]] bool isOver() const { return m_over.load(std::memory_order_relaxed); }

    /// Adds the duration of one cycle.
    void add(Duration sample);
    /// A client has acquired the lock; ends the hand-over that began at the previous release, if any.
    void granted(SteadyTime now);
    /// The holder is about to release.
    void givesWay(SteadyTime now);

    /// A client has stopped.
    void finished() { m_gate->pass(); }
    /// Ends the whole measurement with an error.
    void fail(const Error& error);

    /// Runs the warm-up and the measured time on the calling thread, and waits until the clients have stopped.
    [[nodiscard]] Result<BenchFigures> conduct(const BenchPlan& plan);

private:
    void pause(const BenchPlan& plan, Duration duration);

    std::atomic<bool> m_over = false;
    std::mutex m_mutex; ///< for all members below, except the gate
    std::condition_variable_any m_failed;
    bool m_counts = false;
    std::vector<double> m_samples;
    int m_holders = 0;
    std::optional<SteadyTime> m_gaveWayAt;
    std::int64_t m_overlaps = 0;
    std::shared_ptr<BenchGate> m_gate;
};

/// One cycle of one client, on its executor; `done` is called there at its end.
using BenchCycle = std::function<void(zk::Reply<void> done)>;

/// Measures cycles one after another. Destroys `cycle` on the executor.
[[nodiscard]] Result<BenchFigures> measureCycles(Executor& executor, const BenchPlan& plan, BenchCycle cycle);

} // namespace lockscope::console
