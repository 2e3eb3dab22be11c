// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/zookeeper/engine/Parents.h"

#include "core/zk/MakeNode.h"

#include <utility>

namespace lockscope::locks {

void makeParents(std::shared_ptr<zk::Client> client, std::string path, const NodeOptions& options, Reply<void> done)
{
    zk::makeNode(
        std::move(client), std::move(path), options.parents,
        [acl = options.acl](const std::string& node) { return acl.of(node); }, std::move(done));
}

} // namespace lockscope::locks
