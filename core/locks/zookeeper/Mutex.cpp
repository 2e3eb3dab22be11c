// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/Mutex.h"

#include "core/locks/zookeeper/Recipes.h"

namespace lockscope::locks {

Mutex::Mutex(zk::Client& client, std::string path, NodeOptions options)
    : Lock(executorsOf(client), path, OwnerRule::Reentrant,
           forAnyOwner(mutexAttempts(client, path, std::move(options))))
{
}

} // namespace lockscope::locks
