// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The timeline and the samples of one measurement of the bare C programs: what core/simulate/measure/BenchRun is for
/// the library, which these programs do not link.

#include "tests/bench/CSessions.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::bench {

/// Any thread, unless said otherwise.
class CTimeline final {
public:
    explicit CTimeline(CSessions& sessions)
        : m_sessions(sessions)
    {
    }

    // ---- the clients

    void connected() { count(m_connected); }
    void finished() { count(m_finished); }
    void requested() { m_requests.fetch_add(1, std::memory_order_relaxed); }
    /// Ends the measurement. Keeps the first reason.
    void fail(const std::string& why)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (m_problem.empty())
                m_problem = why;
        }
        m_failed = true;
        m_over = true;
        m_sessions.changed();
    }
    /// Whether the clients must stop.
    [[nodiscard]] bool isOver() const { return m_over.load(std::memory_order_relaxed); }

    /// Adds the duration of one cycle.
    void add(SteadyTime::duration sample)
    {
        const std::lock_guard lock(m_mutex);
        addSample(sample);
    }
    /// A client has acquired the lock and is about to release it. A hand-over is the time since the previous call.
    void grantedAndGivesWay()
    {
        const auto now = std::chrono::steady_clock::now();
        if (m_holders.fetch_add(1) != 0)
            ++m_overlaps;
        {
            const std::lock_guard lock(m_mutex);
            if (m_gaveWayAt)
                addSample(now - *m_gaveWayAt);
            m_gaveWayAt = std::chrono::steady_clock::now();
        }
        --m_holders;
    }

    // ---- the main thread

    [[nodiscard]] int connectedCount() const { return m_connected; }
    [[nodiscard]] int finishedCount() const { return m_finished; }
    [[nodiscard]] bool hasFailed() const { return m_failed; }
    [[nodiscard]] long requests() const { return m_requests; }
    [[nodiscard]] int overlaps() const { return m_overlaps; }
    [[nodiscard]] std::string problem()
    {
        const std::lock_guard lock(m_mutex);
        return m_problem;
    }
    void setCounts(bool counts)
    {
        const std::lock_guard lock(m_mutex);
        m_counts = counts;
    }
    void end() { m_over = true; }
    /// In microseconds.
    [[nodiscard]] std::vector<double> takeSamples()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_samples, {});
    }

private:
    void count(std::atomic<int>& counter)
    {
        ++counter;
        m_sessions.changed();
    }
    void addSample(SteadyTime::duration sample)
    {
        if (m_counts)
            m_samples.push_back(std::chrono::duration<double, std::micro>(sample).count());
    }

    CSessions& m_sessions;
    std::atomic<int> m_connected = 0;
    std::atomic<int> m_finished = 0;
    std::atomic<int> m_holders = 0;
    std::atomic<int> m_overlaps = 0;
    std::atomic<long> m_requests = 0;
    std::atomic<bool> m_failed = false;
    std::atomic<bool> m_over = false;
    std::mutex m_mutex; ///< for the members below
    std::string m_problem;
    bool m_counts = false;
    std::optional<SteadyTime> m_gaveWayAt;
    std::vector<double> m_samples;
};

} // namespace lockscope::bench
