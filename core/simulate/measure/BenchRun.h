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

/// Where and how long a measurement runs.
struct BenchPlan {
    std::string path;                                 ///< a directory for this measurement alone
    Duration warmUp = std::chrono::milliseconds(300); ///< before anything counts
    Duration runFor = std::chrono::seconds(5);        ///< what counts
    std::function<void()> began = [] {};              ///< called when the warm-up is over
    std::function<void()> ended = [] {};              ///< called when what counts is over
    std::stop_token stop;                             ///< ends it early: the figures are those until then
};

/// What a measurement found.
struct BenchFigures {
    std::int64_t count = 0; ///< cycles or hand-overs
    double seconds = 0;
    Percentiles us;            ///< of one cycle or hand-over, in microseconds
    std::int64_t overlaps = 0; ///< moments with two holders, of which there must be none

    [[nodiscard]] double perSecond() const { return seconds > 0 ? static_cast<double>(count) / seconds : 0; }
};

/// Of samples in microseconds.
[[nodiscard]] BenchFigures figuresOf(double seconds, std::vector<double> samples);

/// A client of its own session; all of them live on one executor. Called on the thread that measures.
using MakeBenchClient = std::function<std::unique_ptr<zk::Client>()>;

/// The clients of a measurement, one at least, on one executor. Destroyed, they end their sessions side by side, and it
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

/// So many clients, each connected. `limit`: for all of them together.
[[nodiscard]] Result<BenchClients> connectAll(const MakeBenchClient& make, int count, Duration limit);

/// Waits for `count` replies that come on other threads, the first error among them, or the limit. Owned by the waiting
/// thread and, by shared pointer, by each reply.
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

/// What the clients of one measurement share: its time line (warm-up, what counts, the end) and its samples. Any
/// thread.
class BenchRun final {
public:
    explicit BenchRun(std::size_t clients)
        : m_gate(std::make_shared<BenchGate>(clients))
    {
    }

    /// Shall the clients come to their end?
    [[nodiscard]] bool isOver() const { return m_over.load(std::memory_order_relaxed); }

    /// A cycle took so long.
    void add(Duration sample);
    /// A client has the lock. From the second time on that is a hand-over, which began when the one before gave way.
    void granted(SteadyTime now);
    /// It is about to give way.
    void givesWay(SteadyTime now);

    /// A client has come to its end.
    void finished() { m_gate->pass(); }
    /// Something went wrong: the whole measurement ends.
    void fail(const Error& error);

    /// Goes through warm-up and what counts, on the thread that measures, and waits for the clients' end.
    [[nodiscard]] Result<BenchFigures> conduct(const BenchPlan& plan);

private:
    void pause(const BenchPlan& plan, Duration duration);

    std::atomic<bool> m_over = false;
    std::mutex m_mutex; ///< of all that follows, but for the gate
    std::condition_variable_any m_failed;
    bool m_counts = false;
    std::vector<double> m_samples;
    int m_holders = 0;
    std::optional<SteadyTime> m_gaveWayAt;
    std::int64_t m_overlaps = 0;
    std::shared_ptr<BenchGate> m_gate;
};

/// One cycle of one client, on its executor; `done` is called there when it is over.
using BenchCycle = std::function<void(zk::Reply<void> done)>;

/// One cycle after the other. Destroys `cycle` on the executor.
[[nodiscard]] Result<BenchFigures> measureCycles(Executor& executor, const BenchPlan& plan, BenchCycle cycle);

} // namespace lockscope::console
