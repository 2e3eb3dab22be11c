// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/redis/engine/LeaseRules.h"
#include "core/redis/Client.h"

#include <memory>
#include <string>
#include <vector>

namespace lockscope::locks {

/// Rules of Redisson's semaphore: a number of free permits, without owners and leases. Private to core/locks/redis.
[[nodiscard]] std::unique_ptr<const LeaseRules> semaphoreRules(redis::Client& client, std::string name, int permits);

/// Rules of Redisson's permit-expirable semaphore: each permit has an id (16 random bytes) and a lease. Private to
/// core/locks/redis.
[[nodiscard]] std::unique_ptr<const LeaseRules> permitRules(redis::Client& client, std::string name,
                                                            std::vector<std::string> ids);

} // namespace lockscope::locks
