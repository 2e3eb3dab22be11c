// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Log.h"
#include "core/zk/Values.h"

#include <string>
#include <vector>

namespace lockscope::locks {

/// What a lock writes besides the name of its node.
struct LockOptions {
    std::string payload;                      ///< data of the own node; by custom it says who holds
    std::vector<zk::Acl> acl = zk::openAcl(); ///< of the own node and of parents that have to be made
    /// Missing parents are made as containers, which servers remove some time after the last contender, as Curator
    /// does. Kazoo's clients can't stand a parent that disappears: choose Persistent on paths shared with them.
    zk::CreateMode parents = zk::CreateMode::Container;
    Log log;
};

} // namespace lockscope::locks
