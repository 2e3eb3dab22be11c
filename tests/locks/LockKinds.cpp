// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/locks/LockKinds.h"

#include "core/locks/zookeeper/KazooLock.h"
#include "core/locks/zookeeper/KazooSemaphore.h"
#include "core/locks/zookeeper/MultiLock.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/ReadWriteLock.h"
#include "core/locks/zookeeper/Semaphore.h"
#include "core/locks/zookeeper/SemaphoreMutex.h"
#include "core/locks/zookeeper/SingleNodeLock.h"

namespace lockscope::test {

namespace {

using locks::NodeOptions;
using locks::ReadWriteLock;

constexpr const char* path = "/locks/a";

template <typename LockType, typename... Arguments> MakeLock maker(const Arguments&... arguments)
{
    return [=](zk::Client& client, const NodeOptions& options) -> std::shared_ptr<locks::Lock> {
        return std::make_shared<LockType>(client, arguments..., options);
    };
}

/// One side of a read/write lock; keeps the whole lock alive.
MakeLock sideMaker(locks::Lock& (ReadWriteLock::*side)(), bool tutorial)
{
    return [=](zk::Client& client, const NodeOptions& options) {
        const std::shared_ptr<ReadWriteLock> whole =
            tutorial ? ReadWriteLock::withTutorialNames(client, path, "host1", options)
                     : std::make_unique<ReadWriteLock>(client, path, options);
        return std::shared_ptr<locks::Lock>(whole, &((*whole).*side)());
    };
}

LockKind kind(const char* name, const MakeLock& make)
{
    LockKind kind;
    kind.name = name;
    kind.make = make;
    kind.rival = make;
    kind.queue = path;
    kind.gate = path;
    kind.directories = {path};
    return kind;
}

LockKind readers(const char* name, bool tutorial)
{
    auto readers = kind(name, sideMaker(&ReadWriteLock::read, tutorial));
    readers.rival = sideMaker(&ReadWriteLock::write, tutorial);
    readers.shared = true;
    return readers;
}

LockKind curatorSemaphore(const char* name, const MakeLock& make)
{
    auto semaphore = kind(name, make);
    semaphore.reentrant = false;
    semaphore.anyReleases = true;
    semaphore.queue = "/locks/a/leases";
    semaphore.gate = "/locks/a/locks";
    semaphore.directories = {"/locks/a/leases", "/locks/a/locks"};
    return semaphore;
}

LockKind kazoo(const char* name, const MakeLock& make)
{
    auto kazoo = kind(name, make);
    kazoo.reentrant = false;
    kazoo.containers = false;
    return kazoo;
}

LockKind kazooReaders()
{
    auto readers = kazoo("KazooReadLock", maker<locks::KazooReadLock>(path));
    readers.rival = maker<locks::KazooWriteLock>(path);
    readers.shared = true;
    return readers;
}

LockKind kazooSemaphore()
{
    auto semaphore = kazoo("KazooSemaphore", maker<locks::KazooSemaphore>(path, 1));
    semaphore.anyReleases = true;
    semaphore.waitsInPlace = false; // a waiter has no node for a lease
    semaphore.numbered = false;
    semaphore.gate = "/locks/a-__lock__";
    semaphore.directories = {path, semaphore.gate};
    return semaphore;
}

LockKind singleNode()
{
    auto single = kind("SingleNodeLock", maker<locks::SingleNodeLock>("/locks/a/lock"));
    single.reentrant = false;
    single.fair = false;
    single.guard = false;
    single.removal = FakeOp::Multi;
    single.waitsInPlace = false;
    single.numbered = false;
    single.gate.clear();
    return single;
}

LockKind multi()
{
    auto multi = kind("MultiLock", maker<locks::MultiLock>(std::vector<std::string>{"/locks/c", path, "/locks/b"}));
    multi.directories = {path, "/locks/b", "/locks/c"};
    return multi;
}

} // namespace

const std::vector<LockKind>& lockKinds()
{
    static const std::vector<LockKind> kinds{
        kind("Mutex", maker<locks::Mutex>(path)),
        curatorSemaphore("SemaphoreMutex", maker<locks::SemaphoreMutex>(path)),
        kind("write", sideMaker(&ReadWriteLock::write, false)),
        readers("read", false),
        kind("tutorial write", sideMaker(&ReadWriteLock::write, true)),
        readers("tutorial read", true),
        curatorSemaphore("Semaphore", maker<locks::Semaphore>(path, 1)),
        kazoo("KazooLock", maker<locks::KazooLock>(path)),
        kazoo("KazooWriteLock", maker<locks::KazooWriteLock>(path)),
        kazooReaders(),
        kazooSemaphore(),
        singleNode(),
        multi(),
    };
    return kinds;
}

} // namespace lockscope::test
