// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the lock library's mutex does on a given ensemble.

#include "core/simulate/measure/BenchRun.h"

#include <string_view>

namespace lockscope::console {

enum class LockMeasure {
    Uncontended,         ///< one client: lock, wait for the grant, unlock, wait for the answer. A cycle is both
    UncontendedBlocking, ///< the same by the blocking calls
    /// All clients queue for one lock, hold it for no time, release and queue again in one breath. A hand-over is the
    /// time from the call that gives way to the next client's grant.
    Handover,
    HandoverBlocking, ///< a loop of blocking calls, on a thread for each client
};

/// "uncontended", "uncontended-blocking", "handover", "handover-blocking".
[[nodiscard]] std::string_view toString(LockMeasure measure);

/// Blocks the thread that measures, which must not be the clients' executor. "Uncontended" takes one client.
[[nodiscard]] Result<BenchFigures> measureLock(LockMeasure measure, const BenchClients& clients, const BenchPlan& plan);

} // namespace lockscope::console
