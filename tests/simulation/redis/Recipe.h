// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/redis/LeaseOptions.h"
#include "core/redis/Client.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

namespace lockscope::redisSimulation {

/// The name of each simulated lock. The multi-lock has NAME:a and NAME:b.
inline constexpr const char* lockName = "a";
/// Of semaphores.
inline constexpr int permitCount = 3;

/// Which holders may hold together.
enum class Sharing {
    Exclusive,
    ReadersOrWriter,
    Permits ///< as many as there are
};

/// How a server records a holder.
enum class Record {
    Field,   ///< of a hash
    Members, ///< fields of several hashes
    Value,   ///< of a string: token or JSON
    Permit,  ///< member of a sorted set
    Votes,   ///< token on a majority of the servers
    Nothing
};

/// The sides of a lock: only a read/write lock has a read side.
struct Sides {
    std::shared_ptr<locks::Lock> lock;
    std::shared_ptr<locks::Lock> read;
};

/// The simulation's description of a lock.
struct Recipe {
    std::string_view name;
    Record record = Record::Field;
    Sides (*make)(const std::vector<redis::Client*>& clients, const locks::LeaseOptions& options) = nullptr;
    Sharing sharing = Sharing::Exclusive;
    int servers = 1;
    bool isReentrant = false;
    bool hasTokens = false;
    bool isFair = false;
    bool isAlwaysLeased = false; ///< never renewed
    /// Takes several permits; null if there is only one.
    void (*take)(locks::Lock& lock, int permits, std::optional<Duration> timeout, std::stop_token stop,
                 Reply<locks::Hold> reply) = nullptr;
};

[[nodiscard]] std::span<const Recipe> recipes();
/// Null if there is none.
[[nodiscard]] const Recipe* findRecipe(std::string_view name);

} // namespace lockscope::redisSimulation
