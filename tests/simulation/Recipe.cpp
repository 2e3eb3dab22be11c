// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/Recipe.h"

#include "core/locks/KazooLock.h"
#include "core/locks/Mutex.h"
#include "core/locks/ReadWriteLock.h"
#include "core/locks/SingleNodeLock.h"

#include <algorithm>
#include <array>

namespace lockscope::simulation {

namespace {

enum Role {
    Writes,
    Reads
};

template <typename LockType>
std::shared_ptr<locks::Lock> makeLock(zk::Client& client, const std::string& path, int, locks::LockOptions options)
{
    return std::make_shared<LockType>(client, path, std::move(options));
}

std::shared_ptr<locks::Lock> makeReadWrite(zk::Client& client, const std::string& path, int role,
                                           locks::LockOptions options)
{
    const auto both = std::make_shared<locks::ReadWriteLock>(client, path, std::move(options));
    return {both, role == Reads ? &both->read() : &both->write()};
}

std::shared_ptr<locks::Lock> makeKazooReadWrite(zk::Client& client, const std::string& path, int role,
                                                locks::LockOptions options)
{
    if (role == Reads)
        return std::make_shared<locks::KazooReadLock>(client, path, std::move(options));
    return std::make_shared<locks::KazooWriteLock>(client, path, std::move(options));
}

bool onlyOne(std::span<const int> roles)
{
    return roles.size() <= 1;
}

/// The number behind `marker` at the end of a sequential node's name.
std::optional<std::int64_t> numberAfter(const std::string& node, std::string_view marker)
{
    constexpr std::size_t digits = 10;
    if (node.size() < marker.size() + digits)
        return std::nullopt;
    const auto at = node.size() - digits;
    if (node.compare(at - marker.size(), marker.size(), marker) != 0)
        return std::nullopt;
    const auto number = node.substr(at);
    if (!std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    return std::stoll(number);
}

std::optional<Place> placeBehind(const std::string& node, std::string_view marker, int role)
{
    if (const auto number = numberAfter(node, marker))
        return Place{node, *number, role};
    return std::nullopt;
}

std::optional<Place> mutexPlace(const std::string& node)
{
    return placeBehind(node, "lock-", Writes);
}

std::optional<Place> kazooPlace(const std::string& node)
{
    return placeBehind(node, "__lock__", Writes);
}

std::optional<Place> readWritePlace(const std::string& node)
{
    const auto reader = placeBehind(node, "__READ__", Reads);
    return reader ? reader : placeBehind(node, "__WRIT__", Writes);
}

std::optional<Place> kazooReadWritePlace(const std::string& node)
{
    const auto reader = placeBehind(node, "__rlock__", Reads);
    return reader ? reader : kazooPlace(node);
}

bool readersOrOneWriter(std::span<const int> roles)
{
    return roles.size() <= 1 || std::all_of(roles.begin(), roles.end(), [](int role) { return role == Reads; });
}

bool onlyTheFirst(std::span<const Place>, std::size_t me)
{
    return me == 0;
}

bool noWriterBefore(std::span<const Place> places, std::size_t me)
{
    if (places[me].role == Writes)
        return me == 0;
    return std::all_of(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(me),
                       [](const Place& place) { return place.role == Reads; });
}

std::optional<Place> singleNodePlace(const std::string& node)
{
    if (node == "one")
        return Place{node, 0, 0};
    return std::nullopt;
}

constexpr std::array allRecipes{
    Recipe{.name = "mutex",
           .path = "/locks/a",
           .directory = "/locks/a",
           .foreign = "other-lock-",
           .reentrant = true,
           .make = &makeLock<locks::Mutex>,
           .mayHoldTogether = &onlyOne,
           .placeOf = &mutexPlace,
           .mayEnter = &onlyTheFirst},
    Recipe{.name = "single-node",
           .path = "/herd/one",
           .directory = "/herd",
           .foreign = "two",
           .sharesSessions = false,
           .sharesName = true,
           .make = &makeLock<locks::SingleNodeLock>,
           .mayHoldTogether = &onlyOne,
           .placeOf = &singleNodePlace},
    Recipe{.name = "read-write",
           .path = "/locks/rw",
           .directory = "/locks/rw",
           .foreign = "other__WRIT__",
           .roles = 2,
           .reentrant = true,
           .make = &makeReadWrite,
           .mayHoldTogether = &readersOrOneWriter,
           .placeOf = &readWritePlace,
           .mayEnter = &noWriterBefore},
    Recipe{.name = "kazoo-lock",
           .path = "/locks/k",
           .directory = "/locks/k",
           .foreign = "other__lock__",
           .make = &makeLock<locks::KazooLock>,
           .mayHoldTogether = &onlyOne,
           .placeOf = &kazooPlace,
           .mayEnter = &onlyTheFirst},
    Recipe{.name = "kazoo-read-write",
           .path = "/locks/krw",
           .directory = "/locks/krw",
           .foreign = "other__rlock__",
           .roles = 2,
           .make = &makeKazooReadWrite,
           .mayHoldTogether = &readersOrOneWriter,
           .placeOf = &kazooReadWritePlace,
           .mayEnter = &noWriterBefore},
};

} // namespace

std::span<const Recipe> recipes()
{
    return allRecipes;
}

const Recipe* findRecipe(std::string_view name)
{
    const auto it =
        std::find_if(allRecipes.begin(), allRecipes.end(), [&](const Recipe& recipe) { return recipe.name == name; });
    return it == allRecipes.end() ? nullptr : &*it;
}

} // namespace lockscope::simulation
