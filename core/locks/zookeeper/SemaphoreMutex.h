// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/LockOptions.h"

#include <string>

namespace lockscope::locks {

/// A fair mutex that knows no owner: not re-entrant, and any thread may release it. On the wire it is Curator's
/// InterProcessSemaphoreMutex: a semaphore of one lease (PATH/locks, PATH/leases). Costs twice the writes of Mutex.
class SemaphoreMutex final : public Lock {
public:
    /// `path`: absolute and valid; made when missing.
    SemaphoreMutex(zk::Client& client, std::string path, LockOptions options = {});
};

} // namespace lockscope::locks
