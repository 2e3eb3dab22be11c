// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The inspector on a tree of a known size, each measure next to raw reads of the same tree.

#include "app/lockscopectl/Context.h"
#include "app/lockscopectl/Link.h"
#include "core/base/Result.h"

#include <functional>
#include <optional>
#include <stop_token>

namespace lockscope::ctl {

struct InspectBenchOptions {
    int locks = 10'000;
    int contenders = 89'000;
    int sessions = 50;
    int keys = 1'000'000;   ///< Redis: that are no locks
    int runs = 3;           ///< of each reading; the medians are reported
    int longQueue = 15'000; ///< contenders of one lock; 0: not measured
    int changesPerSecond = 1'000;
    std::chrono::milliseconds churn{60'000}; ///< 0: not measured
    std::stop_token stop;                    ///< ends it after the current measure
};

struct InspectBenchRow {
    QString
        measure; ///< "listing", "owners", "details", "memory", "lag-p99", "reconnect", …; Redis: "ls", "first-view", …
    double value = 0;
    QString unit;              ///< "ms", "MB", "cores", "us"
    std::optional<double> raw; ///< the same without an inspector; for "reconnect": the first read
    double most = 0;           ///< the target: the maximum ratio to `raw`, or the maximum value if there is no `raw`

    [[nodiscard]] std::optional<double> ratio() const
    {
        return raw && *raw > 0 ? std::optional(value / *raw) : std::nullopt;
    }
};

/// Works below a new path of its own and removes it at the end. Blocks the calling thread, which must not be the main
/// thread. `row` is called there for each row as soon as it is complete. Fails if the inspector does not show the
/// actual state.
[[nodiscard]] Result<void> benchInspect(Link& janitor, const Context& context, const InspectBenchOptions& options,
                                        const std::function<void(const InspectBenchRow&)>& row);

} // namespace lockscope::ctl
