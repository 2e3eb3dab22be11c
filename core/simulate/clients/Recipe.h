// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The locks that a simulated client can acquire: the library's recipes, described in one table. Pure.

#include "core/base/Result.h"
#include "core/model/Backend.h"
#include "core/queue/Scheme.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockscope::console {

enum class Recipe {
    Mutex,
    SemaphoreMutex,
    ReadWrite,
    Semaphore,
    Multi,
    Single,
    Latch, ///< the holder is the leader
    KazooLock,
    KazooSemaphore,
    RedissonLock,
    RedissonFairLock,
    RedissonReadWrite,
    RedissonFencedLock,
    RedissonSpinLock,
    RedissonSemaphore,
    RedissonPermitSemaphore,
    RedissonMultiLock,
    Redisson2016Lock,
    RedisJsonLock,
    Redlock,
    RedisLock ///< the token lock of redis-py
};

/// The servers that a recipe works on.
struct RecipeServers {
    inspect::Backend backend = inspect::Backend::ZooKeeper;
    bool areIndependent = false; ///< Redis: several masters that do not know of each other

    friend bool operator==(const RecipeServers&, const RecipeServers&) = default;
};

inline constexpr RecipeServers onZooKeeper{};
inline constexpr RecipeServers onRedis{inspect::Backend::Redis};
inline constexpr RecipeServers onMasters{inspect::Backend::Redis, true};

/// The location of the nodes that hold a lock, and how to distinguish them from waiters.
struct HoldersPlace {
    const char* below = "";                     ///< the child of the lock's path; empty: the path itself
    const queue::Scheme& (*scheme)() = nullptr; ///< null: each node there holds
    const char* only = nullptr;                 ///< the only node that can hold; null: any
};

struct RecipeDescription {
    Recipe recipe = Recipe::Mutex;
    std::string_view word;  ///< in the command line and in scenarios
    const char* title = ""; ///< shown to users, in English: a Phrase
    RecipeServers servers{};
    bool hasLeases = false;                ///< several clients may hold
    bool hasModes = false;                 ///< readers and writers
    bool takesSeveral = false;             ///< one lock with several paths
    bool canKeepOrder = false;             ///< takesSeveral: can acquire them in the given order
    bool canNest = false;                  ///< a client can acquire a second one while it holds the first
    bool hasExpiry = false;                ///< Redis: the server ends a hold that is not renewed
    std::optional<HoldersPlace> holders{}; ///< nothing: no support for revocation requests
};

/// In the order of the values.
[[nodiscard]] std::span<const RecipeDescription> allRecipes();
[[nodiscard]] const RecipeDescription& descriptionOf(Recipe recipe);

[[nodiscard]] std::string_view toString(Recipe recipe);
/// The first recipe of these servers: what is used if none is given.
[[nodiscard]] Recipe usualRecipe(RecipeServers servers);
/// Errors: BadArguments, also for a recipe of other servers.
[[nodiscard]] Result<Recipe> parseRecipe(std::string_view text, RecipeServers servers);

/// "mutex, semaphore-mutex or kazoo-lock": the words of the recipes of these servers whose `has` is true; without
/// `has`, of all of them. Empty if there is none.
[[nodiscard]] std::string recipeWords(RecipeServers servers, bool RecipeDescription::*has = nullptr);

} // namespace lockscope::console
