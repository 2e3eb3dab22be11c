// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"
#include "core/base/Result.h"
#include "core/simulate/measure/Measurements.h"
#include "core/zk/Client.h"

#include <atomic>
#include <condition_variable>
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

[[nodiscard]] double microseconds(Duration duration);
/// Of samples in microseconds.
[[nodiscard]] BenchFigures figuresOf(double seconds, std::vector<double> samples);

/// A client of its own session, with the executor that it lives on. Called on the thread that measures.
using MakeBenchClient = std::function<std::unique_ptr<zk::Client>()>;

/// So many clients, each connected. `limit`: for all of them together.
[[nodiscard]] Result<std::vector<std::unique_ptr<zk::Client>>> connectAll(const MakeBenchClient& make, int count,
                                                                          Duration limit);

/// Ends their sessions side by side, and waits for it.
void closeAll(std::vector<std::unique_ptr<zk::Client>> clients);

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

/// The time line that the clients of one measurement share: warm-up, what counts, the end. Any thread.
class BenchRun final {
public:
    explicit BenchRun(std::size_t clients)
        : m_gate(std::make_shared<BenchGate>(clients))
    {
    }

    /// Clients ask: does this moment count, and shall they come to their end?
    [[nodiscard]] bool counts() const { return m_counts.load(std::memory_order_relaxed); }
    [[nodiscard]] bool isOver() const { return m_over.load(std::memory_order_relaxed); }

    /// A client has come to its end.
    void finished() { m_gate->pass(); }
    /// Something went wrong: the whole measurement ends.
    void fail(const Error& error);

    /// Goes through warm-up and what counts, on the thread that measures, and waits for the clients' end. The seconds
    /// that counted.
    [[nodiscard]] Result<double> conduct(const BenchPlan& plan);

private:
    void pause(const BenchPlan& plan, Duration duration);

    std::atomic<bool> m_counts = false;
    std::atomic<bool> m_over = false;
    std::mutex m_mutex;
    std::condition_variable_any m_failed;
    std::shared_ptr<BenchGate> m_gate;
};

} // namespace lockscope::console
