// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/SingleNodeLock.h"

#include "core/locks/zookeeper/Recipes.h"
#include "core/locks/zookeeper/engine/SingleNodeAttempt.h"

namespace lockscope::locks {

SingleNodeLock::SingleNodeLock(zk::Client& client, std::string path, NodeOptions options)
    : Lock(executorsOf(client), path, OwnerRule::NotReentrant,
           forAnyOwner([&client, path, options = std::move(options)] {
               return std::make_shared<SingleNodeAttempt>(client, path, options);
           }))
{
}

} // namespace lockscope::locks
