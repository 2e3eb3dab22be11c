// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The locks that a simulated client can acquire: the library's recipes, described in one table. Pure.

#include "core/base/Result.h"
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
    KazooSemaphore
};

/// The location of the nodes that hold a lock, and how to distinguish them from waiters.
struct HoldersPlace {
    const char* below = "";                     ///< the child of the lock's path; empty: the path itself
    const queue::Scheme& (*scheme)() = nullptr; ///< null: each node there holds
    const char* only = nullptr;                 ///< the only node that can hold; null: any
};

struct RecipeDescription {
    Recipe recipe = Recipe::Mutex;
    std::string_view word;                 ///< in the command line and in scenarios
    const char* title = "";                ///< shown to users, in English: a Phrase
    bool hasLeases = false;                ///< several clients may hold
    bool hasModes = false;                 ///< readers and writers
    bool takesSeveral = false;             ///< one lock with several paths
    bool canNest = false;                  ///< a client can acquire a second one while it holds the first
    std::optional<HoldersPlace> holders{}; ///< nothing: no support for revocation requests
};

/// In the order of the values.
[[nodiscard]] std::span<const RecipeDescription> allRecipes();
[[nodiscard]] const RecipeDescription& descriptionOf(Recipe recipe);

[[nodiscard]] std::string_view toString(Recipe recipe);
[[nodiscard]] Result<Recipe> parseRecipe(std::string_view text);

/// "mutex, semaphore-mutex or kazoo-lock": the words of the recipes whose `has` is true; without `has`, of all recipes.
[[nodiscard]] std::string recipeWords(bool RecipeDescription::*has = nullptr);

} // namespace lockscope::console
