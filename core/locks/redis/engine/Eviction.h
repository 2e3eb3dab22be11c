// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/redis/engine/ClientLocks.h"
#include "core/locks/redis/engine/LeaseRules.h"
#include "core/redis/Client.h"

#include <chrono>
#include <memory>
#include <string>

namespace lockscope::locks {

/// Between two looks at the head of the queue of a free lock: time enough to subscribe after queueing.
inline constexpr auto headPause = std::chrono::milliseconds(500);

/// After a release whose notification no client received: notifies `head` once more after headPause, and removes it if
/// no client listens still; then the next head, after another pause. Ends when a client listens, the lock is held, or
/// the queue is empty. Private to core/locks/redis.
void evictLater(const std::shared_ptr<ClientLocks>& locks, const std::shared_ptr<redis::Client>& client,
                const LeaseRules& rules, const std::string& head);

} // namespace lockscope::locks
