// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/KazooSemaphore.h"

#include "core/base/Phrase.h"
#include "core/locks/zookeeper/Recipes.h"
#include "core/locks/zookeeper/engine/KazooLeaseAttempt.h"

namespace lockscope::locks {

KazooSemaphore::KazooSemaphore(zk::Client& client, std::string path, int leases, NodeOptions options)
    : Lock(executorsOf(client), path, OwnerRule::AnyReleases,
           [&client, path, leases, gate = kazooLockAttempts(client, path + "-__lock__", options),
            lease = Attempts([&client, path, leases, options] {
                return std::make_shared<KazooLeaseAttempt>(client, path, leases, options);
            })](Owner) -> Result<std::shared_ptr<Attempt>> {
               if (leases < 1)
                   return failure(ErrorCode::BadArguments, "acquire", path,
                                  phrase("invalid number of leases %1: a semaphore has at least one lease", leases));
               return semaphoreAttempt(client, path, gate, lease, 1);
           })
{
}

} // namespace lockscope::locks
