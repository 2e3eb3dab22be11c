// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What the servers record about holders, read independently of the scripts under test.

#include "tests/simulation/redis/World.h"

#include <optional>
#include <string>
#include <vector>

namespace lockscope::redisSimulation {

/// How long the servers will keep the record of this hold, by their clocks; nothing: there is none. Not for locks
/// without records.
[[nodiscard]] std::optional<Duration> timeLeft(World& world, const Holding& holding);
/// The waiting owners of a fair lock, the next one first.
[[nodiscard]] std::vector<std::string> queueOf(World& world);
/// The owner of a lock that is one hash; empty: free.
[[nodiscard]] std::string ownerOf(World& world);
/// Of a semaphore.
[[nodiscard]] int freePermits(World& world);
/// Keys and channels that should not exist when no owner uses the lock, described; empty: none.
[[nodiscard]] std::string leftOvers(World& world);

} // namespace lockscope::redisSimulation
