// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Builds a Lock from directory listings. Pure.

#include "core/model/Snapshot.h"
#include "core/model/zookeeper/EnsembleFacts.h"
#include "core/sources/zookeeper/dialects/Dialect.h"
#include "core/zk/Values.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::inspect {

/// Owner sessions, sorted by name, from the servers' list of ephemeral nodes.
using OwnersByNode = std::vector<std::pair<std::string, SessionId>>;

/// The listing of one directory of a lock.
struct PartListing {
    std::span<const std::string> names;
    const DetailsByNode* details = nullptr; ///< may be null: no details yet
    const OwnersByNode* owners = nullptr;   ///< for nodes without details; may be null
    /// Names of children that have children themselves: no contenders, but they may block the queue. May be null.
    const std::set<std::string, std::less<>>* directories = nullptr;
    /// The transactions that created children that are no contenders, as far as known; null: not looked at.
    const std::map<std::string, std::int64_t, std::less<>>* othersCzxids = nullptr;
    std::optional<std::uint32_t> created{}; ///< children that were ever created; nullopt: unknown
};

/// All known data of a lock. Non-owning views: use immediately.
struct LockListing {
    std::string path;
    const Dialect* dialect = nullptr;
    PartListing queue;
    PartListing gate;
    std::span<const std::string> beside; ///< the lock's children, if its queue is in one of them
    int leases = 0;                      ///< the value in the dialect's node; 0: unknown
};

/// Orders the contenders, applies the dialect's rule to each, and keeps the times of `before` (may be null). A
/// contender that holds now and did not hold in the last listing acquired the lock at `now`.
///
/// Behind a gate one client at a time creates its lease node, and keeps the gate while it waits for a lease. So while
/// the gate is held, the last lease node is a waiter's, unless it belongs to another session. The number of leases is
/// inferred from this if no node has it. Clients at the gate come after the queue.
/// Source: Apache Curator, InterProcessSemaphoreV2; Kazoo, kazoo/recipe/lock.py, Semaphore.
[[nodiscard]] Lock buildQueue(const LockListing& listing, const Lock* before, WallTime now);

/// The same for a dialect whose contenders are the lock's children.
[[nodiscard]] Lock buildQueue(std::string path, const Dialect& dialect, std::span<const std::string> children,
                              const DetailsByNode& details, const Lock* before, WallTime now);

/// A single-node lock: `details` of that node, or null if the lock is free.
[[nodiscard]] Lock buildSingle(std::string path, const Dialect& dialect, const ContenderDetails* details,
                               const Lock* before, WallTime now);

/// The details from a read of the node. `payloads`: the dialect's payload format.
[[nodiscard]] ContenderDetails detailsOf(const zk::Stat& stat, std::string payload, const PayloadRule& payloads = {});

/// The same, with the payload cut to a size that can be kept for thousands of nodes.
[[nodiscard]] ContenderDetails keptDetailsOf(const zk::Stat& stat, std::string payload,
                                             const PayloadRule& payloads = {});

/// Reads the owner from the payload again; a cut payload changes nothing.
void readPayload(ContenderDetails& details, const PayloadRule& payloads);

/// A revocation request overwrites the client's identity in the payload: the identity from `before`, of the same node,
/// stays as last known.
void keepLastKnown(ContenderDetails& details, const ContenderDetails& before);

/// The number of leases in the data of the dialect's node; 0 if the data are invalid.
[[nodiscard]] int leasesIn(const LeaseCount& count, std::string_view data);

} // namespace lockscope::inspect
