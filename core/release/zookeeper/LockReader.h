// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/zk/Client.h"

#include <memory>
#include <string>

namespace lockscope::release {

/// A contender's current state, with its lock.
struct Reading {
    inspect::Lock lock;
    inspect::Contender contender; ///< with its details
    zk::NodeData node;
    /// The parent's create counter just before the node was read: the sequence number of the next child.
    std::uint32_t created = 0;
    WallTime readAt{};
    /// The node is not a contender, but the queue waits for it (inspect::strayChildren). Then `contender` represents
    /// it, and holds.
    bool isStray = false;
};

/// Reads the lock, then the node. Errors: NoNode; NotALock when the node is neither a contender nor blocks a queue;
/// NotEmpty when it is one but has children, which forbid its deletion; TooLarge when its directory has too many
/// children to list. `dialects`: not null. Thread: client.executor(); the client must outlive the call.
void readContender(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, std::string path,
                   zk::Reply<Reading> reply);

/// The dialect's rule for the client's name in the payload of the node at `path`.
[[nodiscard]] inspect::PayloadRule payloadsAt(const inspect::DialectCatalogue& dialects, const std::string& dialect,
                                              const std::string& lockPath, const std::string& path);

} // namespace lockscope::release
