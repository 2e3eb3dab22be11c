// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The Lua scripts of the locks on Redis. The head of each NAME.lua in this folder documents keys, arguments, messages
/// and reply; README.md has a table. The functions are defined in a file that the build makes from them (embed.cmake).
/// Thread: any. The scripts exist until the program ends.

#include "core/redis/Script.h"

#include <vector>

namespace lockscope::locks::scripts {

// RLock, spin lock (without channels), the lock of 2016
[[nodiscard]] const redis::Script& lockAcquire();
[[nodiscard]] const redis::Script& lockRelease();
[[nodiscard]] const redis::Script& lockRenew(); ///< also fair, fenced and write locks
[[nodiscard]] const redis::Script& lockInspect();
[[nodiscard]] const redis::Script& legacyRelease();
[[nodiscard]] const redis::Script& fencedAcquire();

[[nodiscard]] const redis::Script& fairAcquire();
[[nodiscard]] const redis::Script& fairRelease();
[[nodiscard]] const redis::Script& fairLeave();
[[nodiscard]] const redis::Script& fairEvict();

[[nodiscard]] const redis::Script& readAcquire();
[[nodiscard]] const redis::Script& readRelease();
[[nodiscard]] const redis::Script& readRenew();
[[nodiscard]] const redis::Script& writeAcquire();
[[nodiscard]] const redis::Script& writeRelease();

[[nodiscard]] const redis::Script& semaphoreAcquire();
[[nodiscard]] const redis::Script& semaphoreRelease();
[[nodiscard]] const redis::Script& semaphoreAdd();
[[nodiscard]] const redis::Script& semaphoreDrain();
[[nodiscard]] const redis::Script& semaphoreInspect(); ///< also for permits with a lease
[[nodiscard]] const redis::Script& semaphoreTrySet();  ///< also for permits with a lease

[[nodiscard]] const redis::Script& permitAcquire();
[[nodiscard]] const redis::Script& permitRelease();
[[nodiscard]] const redis::Script& permitRenew();
[[nodiscard]] const redis::Script& permitAdd();
[[nodiscard]] const redis::Script& permitInspect();

// Redlock and the Lock of redis-py
[[nodiscard]] const redis::Script& tokenAcquire();
[[nodiscard]] const redis::Script& tokenRelease();
[[nodiscard]] const redis::Script& tokenExtend();
[[nodiscard]] const redis::Script& tokenInspect();
[[nodiscard]] const redis::Script& tokenRenew();

// the JSON lock of 2015
[[nodiscard]] const redis::Script& jsonUpdate();

/// All of them.
[[nodiscard]] std::vector<const redis::Script*> all();

} // namespace lockscope::locks::scripts
