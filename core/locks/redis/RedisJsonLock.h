// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/redis/LeaseOptions.h"
#include "core/redis/Client.h"

#include <string>

namespace lockscope::locks {

/// The lock of Redisson before July 2015: one JSON value with client, thread and count, set if the key does not exist.
/// For demonstration. Not re-entrant here; the owner is compared by the value's bytes. Promises what RedissonLock
/// promises.
class RedisJsonLock final : public Lock {
public:
    RedisJsonLock(redis::Client& client, std::string name, LeaseOptions options = {});
};

} // namespace lockscope::locks
