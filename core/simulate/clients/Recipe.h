// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// What a simulated client can take: the library's recipes, described in one table. Pure.

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
    Latch, ///< to hold is to lead
    KazooLock,
    KazooSemaphore
};

/// Where the nodes of those lie that hold a lock, and how they are told from those that wait.
struct HoldersPlace {
    const char* below = "";                     ///< the lock's path; empty: there itself
    const queue::Scheme& (*scheme)() = nullptr; ///< null: each that lies there holds
    const char* only = nullptr;                 ///< the one node that can; null: any
};

struct RecipeDescription {
    Recipe recipe = Recipe::Mutex;
    std::string_view word;                 ///< the command line's and the scenarios'
    const char* title = "";                ///< for people, in English: a Phrase
    bool hasLeases = false;                ///< several may hold
    bool hasModes = false;                 ///< readers and writers
    bool takesSeveral = false;             ///< one lock of several paths
    bool canNest = false;                  ///< a client can take a second one while it holds the first
    std::optional<HoldersPlace> holders{}; ///< nothing: it can't be asked to let go
};

/// In the order of the values.
[[nodiscard]] std::span<const RecipeDescription> allRecipes();
[[nodiscard]] const RecipeDescription& descriptionOf(Recipe recipe);

[[nodiscard]] std::string_view toString(Recipe recipe);
[[nodiscard]] Result<Recipe> parseRecipe(std::string_view text);

/// "mutex, semaphore-mutex or kazoo-lock": the words of those of which `has` is true; of all without it.
[[nodiscard]] std::string recipeWords(bool RecipeDescription::*has = nullptr);

} // namespace lockscope::console
