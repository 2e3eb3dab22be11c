// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The limits of the ensemble itself, measured with our client and without a recipe: an upper bound for a lock's rate.
/// Blocks the measuring thread, as in LockMeasures.h.

#include "core/simulate/measure/BenchRun.h"

namespace lockscope::console {

/// One client: a pipelined create of an ephemeral sequential node and listing, then the deletion. A cycle is both.
[[nodiscard]] Result<BenchFigures> measureLimitCycles(zk::Client& client, const BenchPlan& plan);

/// Time from delete to event: each client has nodes and watches created in advance, and deletes its node at the event
/// of the previous deletion. The creation does not count. Stops between two rounds of some hundred nodes.
[[nodiscard]] Result<BenchFigures> measureLimitHandovers(const BenchClients& clients, const BenchPlan& plan);

} // namespace lockscope::console
