// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/Recipe.h"

#include "core/base/EnumWords.h"
#include "core/base/Phrase.h"

#include <algorithm>
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
                      .canKeepOrder = true,
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
    RecipeDescription{.recipe = Recipe::RedissonLock,
                      .word = "redisson-lock",
                      .title = phraseLater("Redisson lock"),
                      .servers = onRedis,
                      .canNest = true,
                      .hasExpiry = true},
    RecipeDescription{.recipe = Recipe::RedissonFairLock,
                      .word = "redisson-fair-lock",
                      .title = phraseLater("Redisson fair lock"),
                      .servers = onRedis,
                      .canNest = true,
                      .hasExpiry = true},
    RecipeDescription{.recipe = Recipe::RedissonReadWrite,
                      .word = "redisson-read-write",
                      .title = phraseLater("Redisson read/write lock"),
                      .servers = onRedis,
                      .hasModes = true,
                      .hasExpiry = true},
    RecipeDescription{.recipe = Recipe::RedissonFencedLock,
                      .word = "redisson-fenced-lock",
                      .title = phraseLater("Redisson fenced lock"),
                      .servers = onRedis,
                      .canNest = true,
                      .hasExpiry = true},
    RecipeDescription{.recipe = Recipe::RedissonSpinLock,
                      .word = "redisson-spin-lock",
                      .title = phraseLater("Redisson spin lock"),
                      .servers = onRedis,
                      .canNest = true,
                      .hasExpiry = true},
    RecipeDescription{.recipe = Recipe::RedissonSemaphore,
                      .word = "redisson-semaphore",
                      .title = phraseLater("Redisson semaphore"),
                      .servers = onRedis,
                      .hasLeases = true},
    RecipeDescription{.recipe = Recipe::RedissonPermitSemaphore,
                      .word = "redisson-permit-semaphore",
                      .title = phraseLater("Redisson permit semaphore"),
                      .servers = onRedis,
                      .hasLeases = true,
                      .hasExpiry = true},
    RecipeDescription{.recipe = Recipe::RedissonMultiLock,
                      .word = "redisson-multi-lock",
                      .title = phraseLater("Redisson multi-lock (two locks)"),
                      .servers = onRedis,
                      .takesSeveral = true,
                      .hasExpiry = true},
    RecipeDescription{.recipe = Recipe::Redisson2016Lock,
                      .word = "redisson-2016-lock",
                      .title = phraseLater("Redisson lock of 2016"),
                      .servers = onRedis,
                      .canNest = true,
                      .hasExpiry = true},
    RecipeDescription{.recipe = Recipe::RedisJsonLock,
                      .word = "redis-json-lock",
                      .title = phraseLater("JSON lock (Redisson before 2015)"),
                      .servers = onRedis,
                      .canNest = true,
                      .hasExpiry = true},
    RecipeDescription{.recipe = Recipe::Redlock,
                      .word = "redlock",
                      .title = phraseLater("Redlock"),
                      .servers = onMasters,
                      .canNest = true,
                      .hasExpiry = true},
    RecipeDescription{.recipe = Recipe::RedisLock,
                      .word = "redis-lock",
                      .title = phraseLater("Token lock (redis-py)"),
                      .servers = onRedis,
                      .canNest = true,
                      .hasExpiry = true},
};

static_assert(isInOrder(recipeTable, &RecipeDescription::recipe));

const char* nameOf(RecipeServers servers)
{
    if (servers.backend == inspect::Backend::ZooKeeper)
        return "ZooKeeper";
    return servers.areIndependent ? phraseLater("independent Redis masters") : "Redis";
}

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

Recipe usualRecipe(RecipeServers servers)
{
    const auto* const first = std::find_if(recipeTable.begin(), recipeTable.end(),
                                           [&](const RecipeDescription& one) { return one.servers == servers; });
    return first->recipe;
}

std::string recipeWords(RecipeServers servers, bool RecipeDescription::*has)
{
    std::vector<std::string_view> words;
    for (const auto& one : recipeTable) {
        if (one.servers == servers && (!has || one.*has))
            words.push_back(one.word);
    }
    return words.empty() ? std::string() : oneOf(words);
}

Result<Recipe> parseRecipe(std::string_view text, RecipeServers servers)
{
    const auto recipe = valueNamed<Recipe>(text);
    if (!recipe)
        return failure(ErrorCode::BadArguments, {}, {},
                       phrase("unknown recipe \"%1\": use %2", text, recipeWords(servers)));
    const auto needed = descriptionOf(*recipe).servers;
    if (needed != servers)
        return failure(ErrorCode::BadArguments, {}, {},
                       phrase("the recipe %1 is for %2, not for %3: use %4", text, phrase(nameOf(needed)),
                              phrase(nameOf(servers)), recipeWords(servers)));
    return *recipe;
}

} // namespace lockscope::console
