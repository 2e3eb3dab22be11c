// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/zookeeper/NodeOptions.h"
#include "core/zk/Client.h"

#include <string>

namespace lockscope::locks {

/// A fair, re-entrant mutex with fencing tokens: first come, first served; each release wakes one waiter. A
/// holder excludes other clients until validUntil(), unless others delete its node. Compatible with Curator's
/// InterProcessMutex (ephemeral sequential children "_c_<UUID>-lock-<number>" of `path`): both can share a path and
/// exclude each other. NOT compatible with Kazoo locks: Curator's clients ignore Kazoo's names, and Kazoo's clients
/// ignore Curator's.
class Mutex final : public Lock {
public:
    /// `path`: absolute and valid (checkedPath); created if missing.
    Mutex(zk::Client& client, std::string path, NodeOptions options = {});
};

} // namespace lockscope::locks
