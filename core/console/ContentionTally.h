// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Clock.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::console {

struct Percentiles {
    double p50 = 0;
    double p99 = 0;
};

/// Nearest-rank percentiles; zeros for no samples.
[[nodiscard]] Percentiles percentilesOf(std::vector<double> samples);

/// (Σx)² / (n·Σx²): 1 when all have the same share, 1/n when one has everything; 1 for nothing at all.
/// Source: Jain, Chiu, Hawe, "A Quantitative Measure of Fairness and Discrimination", 1984.
[[nodiscard]] double jainIndex(const std::vector<double>& shares);

struct ContentionSummary {
    std::int64_t cycles = 0;
    double seconds = 0;
    double handoversPerSecond = 0;
    Percentiles handoverUs; ///< from a release to the next grant
    Percentiles waitMs;     ///< from asking to getting
    double fairness = 1;    ///< Jain's index over cycles per client
    std::int64_t overlaps = 0;
    std::int64_t errors = 0;
};

/// Counts what the clients of one process do, and watches over the one promise of a lock: never more holders than
/// allowed. Confined to one executor.
class ContentionTally final {
public:
    explicit ContentionTally(int leases)
        : m_leases(leases)
    {
    }

    void joined(const std::string& client) { m_cycles.try_emplace(client, 0); }
    void granted(const std::string& client, SteadyTime at, Duration waited);
    /// The holder has asked to release: from here on it no longer counts as a holder.
    void releasing(const std::string& client, SteadyTime at);
    /// It no longer believes in its hold, without having released.
    void lost(const std::string& client);
    /// It knows again that it holds, after contact was lost.
    void regained(const std::string& client) { hold(client); }
    void cycleDone(const std::string& client) { ++m_cycles[client]; }
    void error() { ++m_errors; }

    [[nodiscard]] ContentionSummary summary(Duration elapsed) const;

private:
    void hold(const std::string& client);

    int m_leases;
    std::map<std::string, std::int64_t> m_cycles;
    std::vector<std::string> m_holders;
    std::vector<double> m_waitsMs;
    std::vector<double> m_handoversUs;
    std::optional<SteadyTime> m_lastRelease;
    std::int64_t m_overlaps = 0;
    std::int64_t m_errors = 0;
};

} // namespace lockscope::console
