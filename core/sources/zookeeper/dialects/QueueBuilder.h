// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// From listings to the lock that is shown. Pure.

#include "core/model/Snapshot.h"
#include "core/model/zookeeper/EnsembleFacts.h"
#include "core/sources/zookeeper/dialects/Dialect.h"
#include "core/zk/Values.h"

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockscope::inspect {

/// What is known of the contenders' own nodes so far, by name.
using DetailsByNode = std::map<std::string, ContenderDetails, std::less<>>;

/// Whose they are, sorted by name, as the servers' list of ephemeral nodes tells.
using OwnersByNode = std::vector<std::pair<std::string, SessionId>>;

/// One directory of a lock, as it was listed.
struct PartListing {
    std::span<const std::string> names;
    const DetailsByNode* details = nullptr; ///< may be null: nothing is known yet
    const OwnersByNode* owners = nullptr;   ///< for those without details; may be null
};

/// All that is known of a lock. Views: used at once.
struct LockListing {
    std::string path;
    const Dialect* dialect = nullptr;
    PartListing queue;
    PartListing gate;
    std::span<const std::string> beside; ///< the lock's children, where its queue lies in one of them
    int leases = 0;                      ///< as the family's node says; 0 while it says nothing
};

/// Orders the contenders, lets the family's rule judge each, and carries over what `before` (may be null) had seen: a
/// contender that holds now and did not at the last listing was granted at `now`.
///
/// Behind a gate one client at a time takes its lease, and goes on holding the gate while it waits for one: the last
/// lease of a queue whose gate is taken is a waiter's, if it has not turned out to be another session's. So the number
/// of leases can be inferred where no node tells it. Whoever waits at the gate comes after those in the queue.
/// Source: Apache Curator, InterProcessSemaphoreV2; Kazoo, kazoo/recipe/lock.py, Semaphore.
[[nodiscard]] Lock buildQueue(const LockListing& listing, const Lock* before, WallTime now);

/// The same for a family whose contenders are the lock's children.
[[nodiscard]] Lock buildQueue(std::string path, const Dialect& dialect, std::span<const std::string> children,
                              const DetailsByNode& details, const Lock* before, WallTime now);

/// A lock of one node: `details` of that node, or null while nobody holds it.
[[nodiscard]] Lock buildSingle(std::string path, const Dialect& dialect, const ContenderDetails* details,
                               const Lock* before, WallTime now);

/// The details that a read of the node gives. `payloads`: how the family writes them.
[[nodiscard]] ContenderDetails detailsOf(const zk::Stat& stat, std::string payload, const PayloadRule& payloads = {});

/// The same, with no more of the payload than is worth being kept of thousands of nodes.
[[nodiscard]] ContenderDetails keptDetailsOf(const zk::Stat& stat, std::string payload,
                                             const PayloadRule& payloads = {});

/// Says anew who the owner is, from the payload; one that was cut tells no more than it did.
void readPayload(ContenderDetails& details, const PayloadRule& payloads);

/// A revocation request overwrites who the client said that it is: what was known of the same node before stays, as
/// last known.
void keepLastKnown(ContenderDetails& details, const ContenderDetails& before);

/// How many leases the data of the family's node say; 0 if they say nothing.
[[nodiscard]] int leasesIn(const LeaseCount& count, std::string_view data);

} // namespace lockscope::inspect
