// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/KazooSemaphore.h"

#include "core/locks/KazooLeaseAttempt.h"
#include "core/locks/Recipes.h"

namespace lockscope::locks {

KazooSemaphore::KazooSemaphore(zk::Client& client, std::string path, int leases, LockOptions options)
    : Lock(client, OwnerRule::AnyReleases,
           forAnyOwner([&client, path, gate = kazooLockAttempts(client, path + "-__lock__", options),
                        lease = Attempts([&client, path, leases, options] {
                            return std::make_shared<KazooLeaseAttempt>(client, path, leases, options);
                        })] { return semaphoreAttempt(client, path, gate, lease, 1); }))
{
}

} // namespace lockscope::locks
