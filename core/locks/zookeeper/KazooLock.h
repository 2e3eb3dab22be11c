// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/zookeeper/NodeOptions.h"
#include "core/zk/Client.h"

#include <string>

namespace lockscope::locks {

/// A fair mutex with fencing tokens, compatible with Kazoo's Lock (children "<32 hex digits>__lock__<number>"): can
/// share a path with Kazoo programs. Not re-entrant, like Kazoo's. A holder excludes other clients until validUntil(),
/// unless others delete its node. Ignores nodes of Kazoo's readers and of Curator's clients.
class KazooLock final : public Lock {
public:
    /// `path`: absolute and valid; created if missing, always persistent.
    KazooLock(zk::Client& client, std::string path, NodeOptions options = {});
};

/// The read lock of Kazoo's read/write lock ("__rlock__"): waits for earlier writers. Readers of Kazoo 2.8 and older
/// also wait for later writers, because of a bug (kazoo #649).
class KazooReadLock final : public Lock {
public:
    KazooReadLock(zk::Client& client, std::string path, NodeOptions options = {});
};

/// The write lock ("__lock__"): waits for all earlier contenders.
class KazooWriteLock final : public Lock {
public:
    KazooWriteLock(zk::Client& client, std::string path, NodeOptions options = {});
};

} // namespace lockscope::locks
