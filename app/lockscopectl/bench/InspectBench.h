// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The inspector on a crowd of a known size, each measure beside the raw reads of the same crowd.

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
    int runs = 3;           ///< of each reading; the medians count
    int longQueue = 15'000; ///< contenders of one lock; 0: not measured
    int changesPerSecond = 1'000;
    std::chrono::milliseconds churn{60'000}; ///< 0: not measured
    std::stop_token stop;                    ///< ends it after the measure at hand
};

struct InspectBenchRow {
    QString measure; ///< "listing", "owners", "details", "memory", "lag-p99", "reconnect", …
    double value = 0;
    QString unit;              ///< "ms", "MB", "cores"
    std::optional<double> raw; ///< the same reads without an inspector; of "reconnect": the first look
    double most = 0;           ///< the ratio to `raw`, or where there is none the value, that is aimed at

    [[nodiscard]] std::optional<double> ratio() const
    {
        return raw && *raw > 0 ? std::optional(value / *raw) : std::nullopt;
    }
};

/// Works below a fresh path of its own and removes it at the end. Blocks the calling thread, which must not be the main
/// one. `row` is called there for each row as soon as it is known. Fails when the inspector does not show what is
/// there.
[[nodiscard]] Result<void> benchInspect(Link& janitor, const Context& context, const InspectBenchOptions& options,
                                        const std::function<void(const InspectBenchRow&)>& row);

} // namespace lockscope::ctl
