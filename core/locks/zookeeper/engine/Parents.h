// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/LockOptions.h"
#include "core/zk/Client.h"

#include <memory>
#include <string>

namespace lockscope::locks {

/// Makes the node `path` and what is missing above it as the options say: zk::makeNode().
void makeParents(std::shared_ptr<zk::Client> client, std::string path, const LockOptions& options,
                 zk::Reply<void> done);

} // namespace lockscope::locks
