// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/Recipe.h"

#include "core/base/EnumWords.h"
#include "core/base/Phrase.h"

#include <array>
#include <vector>

namespace lockscope::console {

namespace {

constexpr std::array recipeTable{
    RecipeDescription{.recipe = Recipe::Mutex,
                      .word = "mutex",
                      .title = phraseLater("Curator mutex"),
                      .canNest = true,
                      .holders = HoldersPlace{.scheme = &queue::curatorMutexScheme}},
    RecipeDescription{.recipe = Recipe::SemaphoreMutex,
                      .word = "semaphore-mutex",
                      .title = phraseLater("Curator semaphore mutex"),
                      .canNest = true,
                      .holders = HoldersPlace{.below = "leases", .scheme = &queue::curatorLeaseScheme}},
    RecipeDescription{.recipe = Recipe::ReadWrite,
                      .word = "read-write",
                      .title = phraseLater("Curator read/write lock"),
                      .hasModes = true,
                      .holders = HoldersPlace{.scheme = &queue::curatorReadWriteScheme}},
    RecipeDescription{.recipe = Recipe::Semaphore,
                      .word = "semaphore",
                      .title = phraseLater("Curator semaphore"),
                      .hasLeases = true,
                      .holders = HoldersPlace{.below = "leases", .scheme = &queue::curatorLeaseScheme}},
    RecipeDescription{.recipe = Recipe::Multi,
                      .word = "multi",
                      .title = phraseLater("Multi-lock (two locks)"),
                      .takesSeveral = true,
                      .holders = HoldersPlace{.scheme = &queue::curatorMutexScheme}},
    RecipeDescription{.recipe = Recipe::Single,
                      .word = "single",
                      .title = phraseLater("Single node (thundering herd)"),
                      .holders = HoldersPlace{.only = "lock"}},
    RecipeDescription{.recipe = Recipe::Latch, .word = "latch", .title = phraseLater("Leader latch")},
    RecipeDescription{.recipe = Recipe::KazooLock,
                      .word = "kazoo-lock",
                      .title = phraseLater("Kazoo lock"),
                      .canNest = true,
                      .holders = HoldersPlace{.scheme = &queue::kazooLockScheme}},
    RecipeDescription{.recipe = Recipe::KazooSemaphore,
                      .word = "kazoo-semaphore",
                      .title = phraseLater("Kazoo semaphore"),
                      .hasLeases = true,
                      .holders = HoldersPlace{}}, // leases have neither numbers nor an order
};

static_assert(isInOrder(recipeTable, &RecipeDescription::recipe));

} // namespace

std::span<const RecipeDescription> allRecipes()
{
    return recipeTable;
}

const RecipeDescription& descriptionOf(Recipe recipe)
{
    return recipeTable.at(static_cast<std::size_t>(recipe));
}

std::string_view toString(Recipe recipe)
{
    return wordIn(recipeTable, recipe);
}

std::string recipeWords(bool RecipeDescription::*has)
{
    std::vector<std::string_view> words;
    for (const auto& one : recipeTable) {
        if (!has || one.*has)
            words.push_back(one.word);
    }
    return oneOf(words);
}

Result<Recipe> parseRecipe(std::string_view text)
{
    if (const auto recipe = valueNamed<Recipe>(text))
        return *recipe;
    return failure(ErrorCode::BadArguments, {}, {}, phrase("unknown recipe \"%1\": use %2", text, recipeWords()));
}

} // namespace lockscope::console
