// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The inspector on locks of Redis among many other keys, next to a bare SCAN, and what it costs the server.

#include "app/lockscopectl/RedisLink.h"
#include "app/lockscopectl/bench/InspectBench.h"
#include "core/base/Result.h"

#include <functional>

namespace lockscope::ctl {

/// Of `options`: locks, keys, runs, changesPerSecond, churn and stop. Makes keys with a new beginning of their names
/// and removes them at the end; should the process end before, they expire after an hour. Blocks the calling thread,
/// which must not be the main thread. `row` is called there for each row as soon as it is complete. Fails if the
/// inspector does not show all of the locks. For one server with or without Sentinels.
[[nodiscard]] Result<void> benchRedisInspect(RedisLink& link, const Context& context,
                                             const InspectBenchOptions& options,
                                             const std::function<void(const InspectBenchRow&)>& row);

} // namespace lockscope::ctl
