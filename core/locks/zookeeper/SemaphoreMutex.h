// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/zookeeper/NodeOptions.h"
#include "core/zk/Client.h"

#include <string>

namespace lockscope::locks {

/// A fair mutex with fencing tokens and without owners: not re-entrant, and any thread may release it. A holder
/// excludes other clients until validUntil(), unless others delete its node. Compatible with Curator's
/// InterProcessSemaphoreMutex: a semaphore with one lease (PATH/locks, PATH/leases). Needs twice the writes of Mutex.
class SemaphoreMutex final : public Lock {
public:
    /// `path`: absolute and valid; created if missing.
    SemaphoreMutex(zk::Client& client, std::string path, NodeOptions options = {});
};

} // namespace lockscope::locks
