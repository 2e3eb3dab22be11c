// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the ensemble itself allows, seen through our client with no recipe on top: what a lock can come close to and
/// not pass. Blocks the thread that measures, as in LockMeasures.h.

#include "core/simulate/measure/BenchRun.h"

namespace lockscope::console {

/// One client: an ephemeral sequential node and a listing in one breath, then its deletion. A cycle is both.
[[nodiscard]] Result<BenchFigures> measureLimitCycles(zk::Client& client, const BenchPlan& plan);

/// Delete to event: each client has nodes and watches made in advance, and deletes its node as soon as it hears that
/// the one before is gone. Only that counts, not the making. Stops between two rounds of some hundred nodes.
[[nodiscard]] Result<BenchFigures> measureLimitHandovers(const BenchClients& clients, const BenchPlan& plan);

} // namespace lockscope::console
