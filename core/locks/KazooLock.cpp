// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/KazooLock.h"

#include "core/locks/QueueAttempt.h"
#include "core/locks/Recipes.h"

namespace lockscope::locks {

namespace {

Attempts readWriteAttempts(zk::Client& client, std::string path, const char* recipe, LockOptions options)
{
    options.parents = zk::CreateMode::Persistent; // Kazoo's clients can't stand one that disappears
    QueuePlace place{std::move(path), NodeNaming::kazoo(recipe), &queue::kazooReadWriteScheme()};
    return [&client, place = std::move(place), options = std::move(options)] {
        return std::make_shared<QueueAttempt>(client, place, options);
    };
}

} // namespace

KazooLock::KazooLock(zk::Client& client, std::string path, LockOptions options)
    : Lock(client, OwnerRule::NotReentrant, forAnyOwner(kazooLockAttempts(client, std::move(path), std::move(options))))
{
}

KazooReadLock::KazooReadLock(zk::Client& client, std::string path, LockOptions options)
    : Lock(client, OwnerRule::NotReentrant,
           forAnyOwner(readWriteAttempts(client, std::move(path), "__rlock__", std::move(options))))
{
}

KazooWriteLock::KazooWriteLock(zk::Client& client, std::string path, LockOptions options)
    : Lock(client, OwnerRule::NotReentrant,
           forAnyOwner(readWriteAttempts(client, std::move(path), "__lock__", std::move(options))))
{
}

} // namespace lockscope::locks
