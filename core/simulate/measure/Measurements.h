// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Measurements of simulated clients, as values that can be added up over processes, and their summary. Pure.
/// MeasurementsText.h has their JSON and CSV.

#include "core/base/Clock.h"
#include "core/simulate/measure/DurationHistogram.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lockscope::console {

struct Percentiles {
    double p50 = 0;
    double p99 = 0;
    double max = 0;
};

/// Nearest-rank percentiles; zeros for no samples.
[[nodiscard]] Percentiles percentilesOf(std::vector<double> samples);

/// (Σx)² / (n·Σx²): 1 for equal shares, 1/n if one client has everything; 1 if all shares are 0.
/// Source: Jain, Chiu, Hawe, "A Quantitative Measure of Fairness and Discrimination", 1984.
[[nodiscard]] double jainIndex(const std::vector<double>& shares);

/// Of one client.
struct ClientMeasurements {
    std::int64_t cycles = 0; ///< completed acquire cycles: released, or timed out
    std::int64_t grants = 0;
    std::int64_t releases = 0;
    std::int64_t timeouts = 0;
    std::int64_t losses = 0;
    std::int64_t errors = 0;
    std::int64_t requests = 0; ///< sent to servers since its first acquire request, including those of its session
    std::int64_t wakeUps = 0;  ///< watch events received while it waited for a lock
    std::int64_t writes = 0;   ///< accepted by the guarded resource
    std::int64_t writesRejected = 0;
    std::int64_t revocations = 0; ///< received requests
    DurationHistogram waits;      ///< from the acquire request to the grant
    DurationHistogram holds;      ///< from the grant to the release request or the loss

    void merge(const ClientMeasurements& other);
    friend bool operator==(const ClientMeasurements&, const ClientMeasurements&) = default;
};

struct Measurements {
    std::map<std::string, ClientMeasurements> clients;
    DurationHistogram handovers; ///< from a release request, with a waiter, to the next grant of that lock
    std::int64_t overlaps = 0;   ///< moments with more holders than the recipe allows
    Duration elapsed{0};

    /// Adds the measurements of another process that ran at the same time. Clients of the same name become one. Neither
    /// process has seen hand-overs and overlaps between clients of different processes.
    void merge(const Measurements& other);
    [[nodiscard]] ClientMeasurements total() const;

    friend bool operator==(const Measurements&, const Measurements&) = default;
};

struct ContentionSummary {
    std::int64_t cycles = 0;
    double seconds = 0;
    double handoversPerSecond = 0;
    double grantsPerSecond = 0;
    Percentiles handoverUs;
    Percentiles waitMs;
    Percentiles holdMs;
    double fairness = 1; ///< Jain's index over cycles per client
    double wakeUpsPerRelease = 0;
    double requestsPerGrant = 0;
    std::int64_t overlaps = 0;
    std::int64_t errors = 0;
};

[[nodiscard]] ContentionSummary summarise(const Measurements& measurements);
[[nodiscard]] Percentiles percentilesOf(const DurationHistogram& histogram, Duration unit);

} // namespace lockscope::console
