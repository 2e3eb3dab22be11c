// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the lock library's mutex does on a given ensemble. Each function blocks the thread that measures, which must
/// not be the executor of one of the clients; these may share an executor or have one each.

#include "core/locks/Lock.h"
#include "core/simulate/measure/BenchRun.h"

namespace lockscope::console {

/// How a holder gives way and queues again at once, in the asynchronous calls: `granted` is the answer to the new
/// request. Called on the client's executor.
using GiveWay = void (*)(const std::shared_ptr<locks::Lock>& lock, locks::Hold hold, zk::Reply<locks::Hold> granted,
                         zk::Reply<void> released);

/// Release and acquire, one behind the other, without waiting between them.
void releaseAndQueue(const std::shared_ptr<locks::Lock>& lock, locks::Hold hold, zk::Reply<locks::Hold> granted,
                     zk::Reply<void> released);
/// Release, and acquire when that is answered: what a loop of blocking calls does.
void releaseThenQueue(const std::shared_ptr<locks::Lock>& lock, locks::Hold hold, zk::Reply<locks::Hold> granted,
                      zk::Reply<void> released);

/// One client, nobody else: lock, wait for the grant, unlock, wait for the answer. A cycle is both.
[[nodiscard]] Result<BenchFigures> measureUncontended(zk::Client& client, const BenchPlan& plan);
/// The same by the blocking calls, on the thread that measures.
[[nodiscard]] Result<BenchFigures> measureUncontendedBlocking(zk::Client& client, const BenchPlan& plan);

/// All clients queue for one lock, hold it for no time and queue again at once. A hand-over is the time from the call
/// that gives way to the next client's grant.
[[nodiscard]] Result<BenchFigures> measureHandovers(const std::vector<std::unique_ptr<zk::Client>>& clients,
                                                    const BenchPlan& plan, GiveWay giveWay = &releaseAndQueue);
/// The same by the blocking calls, on a thread for each client.
[[nodiscard]] Result<BenchFigures> measureHandoversBlocking(const std::vector<std::unique_ptr<zk::Client>>& clients,
                                                            const BenchPlan& plan);

} // namespace lockscope::console
