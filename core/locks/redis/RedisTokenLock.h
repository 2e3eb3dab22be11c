// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/redis/LeaseOptions.h"
#include "core/redis/Client.h"

#include <chrono>
#include <string>

namespace lockscope::locks {

/// LeaseOptions of a token lock.
struct TokenOptions : LeaseOptions {
    std::chrono::milliseconds poll{100}; ///< between two requests of a waiter
};

/// A string with the holder's random token, set only if the key does not exist. Compatible with the Lock of redis-py,
/// and with other clients that use SET NX PX and compare before they delete. Not fair, not re-entrant; waiters poll.
/// Promises what RedissonLock promises.
class RedisTokenLock final : public Lock {
public:
    RedisTokenLock(redis::Client& client, std::string name, TokenOptions options = {});
};

} // namespace lockscope::locks
