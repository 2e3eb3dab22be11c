// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/locks/Mutex.h"

#include "core/locks/QueueAttempt.h"

namespace lockscope::locks {

Mutex::Mutex(zk::Client& client, std::string path, LockOptions options)
    : Lock(client, true, [&client, path = std::move(path), options = std::move(options)] {
        return std::make_shared<QueueAttempt>(client, path, "lock-", queue::curatorMutexScheme(), options);
    })
{
}

} // namespace lockscope::locks
