// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/LockMode.h"
#include "core/locks/redis/engine/LeaseRules.h"
#include "core/redis/Client.h"

#include <memory>
#include <string>

namespace lockscope::locks {

/// Rules of Redisson's read/write lock, for one of its two sides. `owner`: without the writer's suffix. Private to
/// core/locks/redis.
[[nodiscard]] std::unique_ptr<const LeaseRules> readWriteRules(redis::Client& client, LockMode mode, std::string name,
                                                               const std::string& owner);

} // namespace lockscope::locks
