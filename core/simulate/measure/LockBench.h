// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Benchmarks the lock library on a given ensemble, each measure next to the ensemble's limit (LimitMeasures.h). Blocks
/// the calling thread, which must not be an executor of the clients.

#include "core/simulate/measure/LockMeasures.h"

namespace lockscope::console {

struct LockBenchRow {
    LockMeasure measure = LockMeasure::Uncontended;
    int clients = 1;
    BenchFigures library;
    BenchFigures limit;

    /// The library's rate divided by the limit's; at most 1.
    [[nodiscard]] double ratio() const;
};

struct LockBenchOptions {
    std::vector<int> clients{2, 8, 32};        ///< for the hand-over measures
    Duration runFor = std::chrono::seconds(5); ///< of each measure, and of each limit
    Duration connectLimit = std::chrono::seconds(20);
    std::stop_token stop; ///< ends it after the current measure, which is cut short
};

/// Works below a new path "/lockscope-bench-<UUID>" and removes it at the end, also after a failure. `row` is called
/// for each row as soon as it is complete. `janitor` is a client of the caller, which creates and removes that path.
[[nodiscard]] Result<void> benchLocks(zk::Client& janitor, const MakeBenchClient& makeClient,
                                      const LockBenchOptions& options,
                                      const std::function<void(const LockBenchRow&)>& row);

} // namespace lockscope::console
