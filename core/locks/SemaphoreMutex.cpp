// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/SemaphoreMutex.h"

#include "core/locks/Recipes.h"

namespace lockscope::locks {

SemaphoreMutex::SemaphoreMutex(zk::Client& client, std::string path, LockOptions options)
    : Lock(client, OwnerRule::AnyReleases,
           forAnyOwner([&client, path, gate = curatorGate(client, path, options),
                        lease = leaseAttempts(client, path, 1, options)] {
               return semaphoreAttempt(client, path, gate, lease, 1);
           }))
{
}

} // namespace lockscope::locks
