// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Who may hold, and who waits for whom: the one truth that the recipes act on and the inspector shows. Pure.
/// A rule sees the contenders in queue order (Order.h) and the place of the one that asks.

#include "core/queue/Contender.h"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace lockscope::queue {

struct Granted {
    friend bool operator==(const Granted&, const Granted&) = default;
};

struct WaitFor {
    std::string node; ///< the node whose deletion can let the asker in

    friend bool operator==(const WaitFor&, const WaitFor&) = default;
};

/// Whoever goes may let the asker in: nothing less than the whole list of children tells.
struct WaitForAny {
    friend bool operator==(const WaitForAny&, const WaitForAny&) = default;
};

using Verdict = std::variant<Granted, WaitFor, WaitForAny>;

/// `leases`: how many may hold at a time; rules that know no leases ignore it.
using Rule = Verdict (*)(std::span<const Contender> sorted, std::size_t me, int leases);

/// The fair mutex: the first in the queue holds, everybody else waits for the one just before (ZooKeeper's documented
/// lock recipe, Curator's InterProcessMutex, Kazoo's Lock). One release wakes one waiter.
[[nodiscard]] Verdict exclusiveRule(std::span<const Contender> sorted, std::size_t me, int leases);

/// Readers share, writers are alone (ZooKeeper's documented shared locks, Curator's InterProcessReadWriteLock, Kazoo's
/// ReadLock and WriteLock). A writer waits for the one just before it, whatever that is; a reader for the nearest
/// writer before it. A reader that has a writer's own number is that writer's downgrade (Curator 5.5, CURATOR-621) and
/// does not wait for it. Curator's readers watch the first writer in the queue instead of the nearest: they hold at the
/// same moment, but wake up once for each writer.
[[nodiscard]] Verdict readWriteRule(std::span<const Contender> sorted, std::size_t me, int leases);

/// The first `leases` hold; for the others any departure counts (Curator's InterProcessSemaphoreV2, whose clients
/// compare the number of children with the number of leases: for the last in the queue that is the same).
[[nodiscard]] Verdict leaseRule(std::span<const Contender> sorted, std::size_t me, int leases);

/// The first `leases` hold, and each of the others waits for the one that stands so many places before it (Curator's
/// deprecated InterProcessSemaphore).
[[nodiscard]] Verdict leaseInOrderRule(std::span<const Contender> sorted, std::size_t me, int leases);

/// The fair mutex of clients that may have several nodes, told by the name before the number: who waits does so for the
/// first of the nodes that the one before it has in a row (Accumulo's ServiceLock).
[[nodiscard]] Verdict exclusiveOwnerRule(std::span<const Contender> sorted, std::size_t me, int leases);

/// Everybody in the queue holds: who may not is not let in (Kazoo's Semaphore, whose clients count before they create).
[[nodiscard]] Verdict presenceRule(std::span<const Contender> sorted, std::size_t me, int leases);

/// What `rule` says to each one of the queue, in queue order. Asking one by one looks back from every reader of a
/// read/write queue; this goes through it once.
[[nodiscard]] std::vector<Verdict> judgeQueue(Rule rule, std::span<const Contender> sorted, int leases);

[[nodiscard]] inline bool isGranted(const Verdict& verdict)
{
    return std::holds_alternative<Granted>(verdict);
}

} // namespace lockscope::queue
