// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/redis/engine/LeaseRules.h"
#include "core/redis/Client.h"

#include <chrono>
#include <memory>
#include <string>

namespace lockscope::locks {

/// Rules of Redisson's fair lock: a queue of waiting owners, each with a deadline and a channel of its own.
/// `wait`: what an entry adds to the deadlines behind it. `mayEvict`: dead heads may be removed, because all waiters
/// subscribe at this server. Private to core/locks/redis.
[[nodiscard]] std::unique_ptr<const LeaseRules> fairRules(redis::Client& client, std::string name, std::string owner,
                                                          std::chrono::milliseconds wait, bool mayEvict);

} // namespace lockscope::locks
