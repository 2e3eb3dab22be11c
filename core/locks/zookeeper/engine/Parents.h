// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/zookeeper/NodeOptions.h"
#include "core/zk/Client.h"

#include <memory>
#include <string>

namespace lockscope::locks {

/// Creates the node `path` and its missing parents with the mode and ACLs of `options`: zk::makeNode().
void makeParents(std::shared_ptr<zk::Client> client, std::string path, const NodeOptions& options, Reply<void> done);

} // namespace lockscope::locks
