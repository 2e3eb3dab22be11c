// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Rules: which contenders hold, and which node each waiter waits for. Used by the locks and by the inspector. Pure. A
/// rule gets the contenders in queue order (Order.h) and the position of one of them.

#include "core/queue/QueueEntry.h"

#include <span>
#include <string>
#include <variant>
#include <vector>

namespace lockscope::queue {

struct Granted {
    friend bool operator==(const Granted&, const Granted&) = default;
};

struct WaitFor {
    std::string node; ///< the node to watch: its deletion can grant the lock

    friend bool operator==(const WaitFor&, const WaitFor&) = default;
};

/// The departure of any contender can grant the lock: the waiter must watch the whole list of children.
struct WaitForAny {
    friend bool operator==(const WaitForAny&, const WaitForAny&) = default;
};

/// All of these nodes must be deleted before it can hold.
struct WaitForEach {
    std::vector<std::string> nodes;

    friend bool operator==(const WaitForEach&, const WaitForEach&) = default;
};

/// Whether it holds depends on the mode of another contender, or on when a client last listed the directory.
struct Undecided {
    friend bool operator==(const Undecided&, const Undecided&) = default;
};

using Decision = std::variant<Granted, WaitFor, WaitForAny, WaitForEach, Undecided>;

/// `leases`: the maximum number of holders; rules without leases ignore it.
using Rule = Decision (*)(std::span<const QueueEntry> sorted, std::size_t me, int leases);

/// Fair mutex: the first contender holds, each other one waits for its direct predecessor. One release wakes one
/// waiter. Source: ZooKeeper's documented lock recipe, Curator's InterProcessMutex, Kazoo's Lock.
[[nodiscard]] Decision exclusiveRule(std::span<const QueueEntry> sorted, std::size_t me, int leases);

/// Readers share the lock, a writer holds it alone. A writer waits for its direct predecessor, a reader for the nearest
/// writer before it. A reader with the same number as a writer is that writer's downgrade (Curator 5.5, CURATOR-621)
/// and does not wait for it. Source: ZooKeeper's documented shared locks, Kazoo's ReadLock and WriteLock.
[[nodiscard]] Decision readWriteRule(std::span<const QueueEntry> sorted, std::size_t me, int leases);

/// The same, but a reader waits for the first writer of the queue, not for the nearest before it. It acquires at the
/// same moment, and wakes up once for each writer. Source: Curator's InterProcessReadWriteLock.
[[nodiscard]] Decision readWriteFirstRule(std::span<const QueueEntry> sorted, std::size_t me, int leases);

/// Read/write locks of ranges: a contender waits for each contender before it whose range overlaps; readers do not wait
/// for readers. The range is in the name before the number: "…~START~END#", each N (no limit) or P and Base64; a name
/// without one has the whole range. START does not belong to the range, END does. Source: Accumulo 4,
/// DistributedReadWriteLock and FateLock.
[[nodiscard]] Decision readWriteRangesRule(std::span<const QueueEntry> sorted, std::size_t me, int leases);

/// The first `leases` contenders hold; any departure can grant a lease to another (Curator's InterProcessSemaphoreV2).
/// Its clients compare the number of children with `leases`: the same for the last contender.
[[nodiscard]] Decision leaseRule(std::span<const QueueEntry> sorted, std::size_t me, int leases);

/// The first `leases` contenders hold; each other one waits for the contender `leases` positions before it. Source:
/// Curator's deprecated InterProcessSemaphore.
[[nodiscard]] Decision leaseInOrderRule(std::span<const QueueEntry> sorted, std::size_t me, int leases);

/// Fair mutex of clients with several nodes each, identified by the name before the number. A waiter waits for the
/// first node in the unbroken run of nodes of the client before it. Source: Accumulo's ServiceLock.
[[nodiscard]] Decision exclusiveOwnerRule(std::span<const QueueEntry> sorted, std::size_t me, int leases);

/// All contenders hold (Kazoo's Semaphore, whose clients count the nodes before they create one).
[[nodiscard]] Decision presenceRule(std::span<const QueueEntry> sorted, std::size_t me, int leases);

/// The verdict of `rule` for each contender, in queue order, in one pass. Separate calls of readWriteRule() search
/// backwards from every reader.
[[nodiscard]] std::vector<Decision> judgeQueue(Rule rule, std::span<const QueueEntry> sorted, int leases);

[[nodiscard]] inline bool isGranted(const Decision& verdict)
{
    return std::holds_alternative<Granted>(verdict);
}

} // namespace lockscope::queue
