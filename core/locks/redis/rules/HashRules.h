// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/redis/engine/LeaseRules.h"
#include "core/redis/Client.h"

#include <memory>
#include <string>

namespace lockscope::locks {

/// The types of locks that are a hash with the owner's count.
enum class HashLock {
    Lock,
    Fenced,
    Spin,     ///< waiters poll
    Lock2016, ///< Redisson 2.2: another channel
};

/// Rules of Redisson's RLock and its variants. Private to core/locks/redis.
[[nodiscard]] std::unique_ptr<const LeaseRules> hashRules(redis::Client& client, HashLock type, std::string name,
                                                          std::string owner);

} // namespace lockscope::locks
