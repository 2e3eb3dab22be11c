// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Reply.h"
#include "core/model/Snapshot.h"
#include "core/redis/Client.h"
#include "core/sources/redis/dialects/RedisDialect.h"

#include <string>

namespace lockscope::release {

struct NamedLock {
    inspect::Lock lock;
    std::string wakeList; ///< on which its waiting clients block; empty: on none
    std::string breaks;   ///< what its dialect says that a release can break
    /// Its dialect's reason why it is not released, and what does it; empty: it is.
    std::string noRelease{};
};

/// Reads the lock of this name, of whichever type it is. A key with a text that no dialect describes is a possible
/// lock, whose owner is that text; with a number that no dialect describes a semaphore without holders. Errors: NoNode:
/// there is no such key; NotALock; else as Client::send(). Thread: client.executor(); the client must outlive the call.
/// `dialects`: never null.
void readNamedLock(redis::Client& client, inspect::RedisDialectsPtr dialects, std::string name, Reply<NamedLock> reply);

} // namespace lockscope::release
