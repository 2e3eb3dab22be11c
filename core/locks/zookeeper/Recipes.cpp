// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/Recipes.h"

#include "core/base/Path.h"
#include "core/locks/zookeeper/engine/ChainAttempt.h"
#include "core/locks/zookeeper/engine/QueueAttempt.h"

namespace lockscope::locks {

namespace {

Attempts queueAttempts(zk::Client& client, QueuePlace place, NodeOptions options)
{
    return [&client, place = std::move(place), options = std::move(options)] {
        return std::make_shared<QueueAttempt>(client, place, options);
    };
}

} // namespace

Attempts mutexAttempts(zk::Client& client, std::string path, NodeOptions options)
{
    return queueAttempts(client, {std::move(path), NodeNaming::curator("lock-"), &queue::curatorMutexScheme()},
                         std::move(options));
}

Attempts kazooLockAttempts(zk::Client& client, std::string path, NodeOptions options)
{
    return kazooAttempts(client, std::move(path), "__lock__", queue::kazooLockScheme(), std::move(options));
}

Attempts kazooAttempts(zk::Client& client, std::string path, const char* recipe, const queue::Scheme& scheme,
                       NodeOptions options)
{
    options.parents = zk::CreateMode::Persistent; // Kazoo's clients fail if a parent disappears
    return queueAttempts(client, {std::move(path), NodeNaming::kazoo(recipe), &scheme}, std::move(options));
}

Attempts semaphoreMutexAttempts(zk::Client& client, const std::string& path, const NodeOptions& options)
{
    return [&client, path, gate = curatorGate(client, path, options), lease = leaseAttempts(client, path, 1, options)] {
        return semaphoreAttempt(client, path, gate, lease, 1);
    };
}

Attempts leaseAttempts(zk::Client& client, const std::string& path, int leases, NodeOptions options)
{
    options.foreign = ForeignPolicy::Ignore; // any child with a number counts as a lease
    return queueAttempts(
        client, {joinPath(path, "leases"), NodeNaming::curator("lease-"), &queue::curatorLeaseScheme(), leases},
        std::move(options));
}

Attempts curatorGate(zk::Client& client, const std::string& path, NodeOptions options)
{
    return mutexAttempts(client, joinPath(path, "locks"), std::move(options));
}

std::shared_ptr<NodeAttempt> semaphoreAttempt(zk::Client& client, const std::string& path, const Attempts& gate,
                                              const Attempts& lease, int count, const Attempts& before)
{
    std::vector<ChainAttempt::Link> links{{gate, true}};
    if (before)
        links.insert(links.begin(), {before, true});
    for (int i = 0; i < count; ++i)
        links.push_back({lease, false});
    return std::make_shared<ChainAttempt>(client, path, std::move(links));
}

} // namespace lockscope::locks
