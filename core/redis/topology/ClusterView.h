// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The state of a cluster as one of its nodes reports it. Pure; private to core/redis.

#include "core/base/Result.h"
#include "core/redis/Target.h"
#include "core/redis/Value.h"
#include "core/redis/topology/Slots.h"

#include <cstdint>
#include <vector>

namespace lockscope::redis {

struct ClusterView {
    SlotMap slots;
    std::vector<Address> nodes; ///< masters of slots and their replicas
    /// The highest configuration epoch of a master in the node's view: it increases when a replica is promoted or a
    /// slot has moved, and nodes in a minority partition cannot increase it. 0: unknown.
    std::int64_t epoch = 0;
    bool isDown = false;             ///< the node rejects requests: CLUSTERDOWN
    bool hasShardedChannels = false; ///< the node has SSUBSCRIBE and SPUBLISH
};

/// The commands that a node is asked, in this order. Without the permission for the later ones, their values keep the
/// defaults.
[[nodiscard]] const std::vector<Command>& clusterViewCommands();

/// `replies`: to the commands above, of the node `asked`. Errors: those of parseClusterSlots(), and NoConnection
/// if no slot has a master: the node does not belong to the cluster any more, or not yet.
[[nodiscard]] Result<ClusterView> parseClusterView(const std::vector<Value>& replies, const Address& asked);

/// True if the view is of a later state of the cluster: by epoch, and in the same epoch if it is not down.
[[nodiscard]] bool isNewer(const ClusterView& view, const ClusterView& than);

} // namespace lockscope::redis
