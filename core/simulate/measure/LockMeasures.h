// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The measures of the lock library's mutex on a given ensemble.

#include "core/simulate/measure/BenchRun.h"

#include <string_view>

namespace lockscope::console {

enum class LockMeasure {
    Uncontended,         ///< one client: lock, wait for the grant, unlock, wait for the reply. A cycle is both
    UncontendedBlocking, ///< the same with the blocking calls
    /// All clients queue for one lock, hold it for no time, and pipeline the release and the next acquire. A hand-over
    /// is the time from the release call to the next client's grant.
    Handover,
    HandoverBlocking, ///< a loop of blocking calls, on one thread per client
};

/// "uncontended", "uncontended-blocking", "handover", "handover-blocking".
[[nodiscard]] std::string_view toString(LockMeasure measure);

/// Blocks the measuring thread, which must not be the clients' executor. "Uncontended" uses one client.
[[nodiscard]] Result<BenchFigures> measureLock(LockMeasure measure, const BenchClients& clients, const BenchPlan& plan);

} // namespace lockscope::console
