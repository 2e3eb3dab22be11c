// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "core/sources/zookeeper/dialects/DialectCatalogue.h"
#include "core/zk/Client.h"

#include <memory>
#include <string>

namespace lockscope::release {

/// A contender as it stands there now, with the lock around it.
struct Reading {
    inspect::Lock lock;
    inspect::Contender contender; ///< with its details
    zk::NodeData node;
    /// How many nodes were ever created beside it, as of just before it was read: the number that the server would have
    /// given to the next.
    std::uint32_t created = 0;
    WallTime readAt{};
    /// It is no contender, but the queue waits for it (inspect::strayChildren). Then `contender` stands for it, and
    /// holds.
    bool isStray = false;
};

/// Reads the lock and then the node afresh. NoNode: there is no such node. NotALock: it is neither a contender of a
/// lock nor in the way of one. NotEmpty: it is, but has children, so that it is not deleted. TooLarge: its directory
/// has too many children to be listed. `dialects`: not null. Thread: client.executor(); the client must outlive the
/// call.
void readContender(zk::Client& client, std::shared_ptr<const inspect::DialectCatalogue> dialects, std::string path,
                   zk::Reply<Reading> reply);

/// How the family writes who the node at `path` belongs to.
[[nodiscard]] inspect::PayloadRule payloadsAt(const inspect::DialectCatalogue& dialects, const std::string& dialect,
                                              const std::string& lockPath, const std::string& path);

} // namespace lockscope::release
