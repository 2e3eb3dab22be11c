// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The lock library on a given ensemble, each measure beside what the ensemble allows (LimitMeasures.h). Blocks the
/// calling thread, which must not be an executor of the clients.

#include "core/simulate/measure/LockMeasures.h"

namespace lockscope::console {

struct LockBenchRow {
    LockMeasure measure = LockMeasure::Uncontended;
    int clients = 1;
    BenchFigures library;
    BenchFigures limit;

    /// The library's rate by the limit's: 1 can't be passed.
    [[nodiscard]] double ratio() const;
};

struct LockBenchOptions {
    std::vector<int> clients{2, 8, 32};        ///< of the hand-over measures
    Duration runFor = std::chrono::seconds(5); ///< each measure, and each limit
    Duration connectLimit = std::chrono::seconds(20);
    std::stop_token stop; ///< ends it after the measure at hand, which is cut short
};

/// Works below a fresh path "/lockscope-bench-<UUID>" and removes it at the end, also after a failure. `row` is called
/// for each row as soon as it is known. `janitor` is a client of the caller's that makes and removes that path.
[[nodiscard]] Result<void> benchLocks(zk::Client& janitor, const MakeBenchClient& makeClient,
                                      const LockBenchOptions& options,
                                      const std::function<void(const LockBenchRow&)>& row);

} // namespace lockscope::console
