// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/redis/engine/LeaseRules.h"
#include "core/redis/Client.h"

#include <chrono>
#include <memory>
#include <string>

namespace lockscope::locks {

/// Rules of a lock that is a string with the holder's token, set with NX and PX: the Lock of redis-py, and one server
/// of Redlock. Waiters poll. Private to core/locks/redis.
[[nodiscard]] std::unique_ptr<const LeaseRules> tokenRules(std::string name, std::string token,
                                                           std::chrono::milliseconds poll);

/// The same for one JSON value in place of the token, with a message at the release.
[[nodiscard]] std::unique_ptr<const LeaseRules> jsonRules(redis::Client& client, std::string name, std::string value);

} // namespace lockscope::locks
