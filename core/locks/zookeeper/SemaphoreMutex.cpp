// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/SemaphoreMutex.h"

#include "core/locks/zookeeper/Recipes.h"

namespace lockscope::locks {

SemaphoreMutex::SemaphoreMutex(zk::Client& client, std::string path, NodeOptions options)
    : Lock(executorsOf(client), path, OwnerRule::AnyReleases,
           forAnyOwner(semaphoreMutexAttempts(client, path, options)))
{
}

} // namespace lockscope::locks
