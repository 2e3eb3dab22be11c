// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/KazooLock.h"

#include "core/locks/zookeeper/Recipes.h"

namespace lockscope::locks {

KazooLock::KazooLock(zk::Client& client, std::string path, NodeOptions options)
    : Lock(executorsOf(client), path, OwnerRule::NotReentrant,
           forAnyOwner(kazooLockAttempts(client, path, std::move(options))))
{
}

KazooReadLock::KazooReadLock(zk::Client& client, std::string path, NodeOptions options)
    : Lock(executorsOf(client), path, OwnerRule::NotReentrant,
           forAnyOwner(kazooAttempts(client, path, "__rlock__", queue::kazooReadWriteScheme(), std::move(options))))
{
}

KazooWriteLock::KazooWriteLock(zk::Client& client, std::string path, NodeOptions options)
    : Lock(executorsOf(client), path, OwnerRule::NotReentrant,
           forAnyOwner(kazooAttempts(client, path, "__lock__", queue::kazooReadWriteScheme(), std::move(options))))
{
}

} // namespace lockscope::locks
