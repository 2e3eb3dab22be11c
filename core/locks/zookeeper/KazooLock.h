// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/LockOptions.h"

#include <string>

namespace lockscope::locks {

/// The fair mutex on the names of Kazoo's Lock (children "<32 hex digits>__lock__<number>"): shares a path with stock
/// Kazoo programs. Not re-entrant, as Kazoo's is not. It does not see Kazoo's readers, nor Curator's clients.
class KazooLock final : public Lock {
public:
    /// `path`: absolute and valid; made when missing, always persistent.
    KazooLock(zk::Client& client, std::string path, LockOptions options = {});
};

/// The readers' side of Kazoo's read/write lock ("__rlock__"): waits for writers that came before. Kazoo 2.8 and older
/// have a bug by which their readers wait for later writers as well (kazoo #649).
class KazooReadLock final : public Lock {
public:
    KazooReadLock(zk::Client& client, std::string path, LockOptions options = {});
};

/// The writers' side ("__lock__"): waits for everybody that came before.
class KazooWriteLock final : public Lock {
public:
    KazooWriteLock(zk::Client& client, std::string path, LockOptions options = {});
};

} // namespace lockscope::locks
