// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "tests/simulation/Recipe.h"

#include "core/locks/zookeeper/KazooLock.h"
#include "core/locks/zookeeper/KazooSemaphore.h"
#include "core/locks/zookeeper/MultiLock.h"
#include "core/locks/zookeeper/Mutex.h"
#include "core/locks/zookeeper/ReadWriteLock.h"
#include "core/locks/zookeeper/Semaphore.h"
#include "core/locks/zookeeper/SemaphoreMutex.h"
#include "core/locks/zookeeper/SingleNodeLock.h"

#include <algorithm>
#include <array>
#include <vector>

namespace lockscope::simulation {

namespace {

template <typename LockType>
std::shared_ptr<locks::Lock> makeLock(zk::Client& client, const std::string& path, int, locks::NodeOptions options)
{
    return std::make_shared<LockType>(client, path, std::move(options));
}

std::shared_ptr<locks::Lock> makeReadWrite(zk::Client& client, const std::string& path, int role,
                                           locks::NodeOptions options)
{
    const auto both = std::make_shared<locks::ReadWriteLock>(client, path, std::move(options));
    return {both, role == Reads ? &both->read() : &both->write()};
}

std::array<std::shared_ptr<locks::Lock>, 2> makeBothSides(zk::Client& client, const std::string& path,
                                                          locks::NodeOptions options)
{
    using Side = std::shared_ptr<locks::Lock>;
    const auto both = std::make_shared<locks::ReadWriteLock>(client, path, std::move(options));
    return {Side(both, &both->write()), Side(both, &both->read())};
}

std::shared_ptr<locks::Lock> makeKazooReadWrite(zk::Client& client, const std::string& path, int role,
                                                locks::NodeOptions options)
{
    if (role == Reads)
        return std::make_shared<locks::KazooReadLock>(client, path, std::move(options));
    return std::make_shared<locks::KazooWriteLock>(client, path, std::move(options));
}

bool onlyOne(std::span<const int> roles)
{
    return roles.size() <= 1;
}

/// The number after `marker` at the end of a sequential node's name.
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

std::optional<Place> latchPlace(const std::string& node)
{
    return placeBehind(node, "latch-", Writes);
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
    return std::all_of(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(me), [&](const Place& place) {
        return place.role == Reads || place.number == places[me].number; // the writer that confers the read hold
    });
}

std::optional<Place> singleNodePlace(const std::string& node)
{
    if (node == "one")
        return Place{node, 0, 0};
    return std::nullopt;
}

std::shared_ptr<locks::Lock> makeSemaphore(zk::Client& client, const std::string& path, int, locks::NodeOptions options)
{
    return std::make_shared<locks::Semaphore>(client, path, leaseCount, std::move(options));
}

std::shared_ptr<locks::Lock> makeCountedSemaphore(zk::Client& client, const std::string& path,
                                                  locks::SharedCount& count, locks::NodeOptions options)
{
    return std::make_shared<locks::Semaphore>(client, path, count, std::move(options));
}

bool anyNumber(std::span<const int>)
{
    return true;
}

void takeLeases(locks::Lock& lock, locks::Owner owner, int leases, std::optional<Duration> timeout,
                std::stop_token stop, zk::Reply<locks::Hold> reply)
{
    static_cast<locks::Semaphore&>(lock).takeAsync(owner, leases, timeout, std::move(stop), std::move(reply));
}

std::shared_ptr<locks::Lock> makeKazooSemaphore(zk::Client& client, const std::string& path, int,
                                                locks::NodeOptions options)
{
    return std::make_shared<locks::KazooSemaphore>(client, path, leaseCount, std::move(options));
}

bool noMoreThanThereAre(std::span<const int> roles)
{
    return roles.size() <= leaseCount;
}

/// Curator counts every child; ours counts children with a number.
std::optional<Place> leasePlace(const std::string& node)
{
    return placeBehind(node, "", Writes);
}

bool amongTheFirst(std::span<const Place>, std::size_t me)
{
    return me < leaseCount;
}

std::optional<Place> kazooLeasePlace(const std::string& node)
{
    if (node.size() != 32 || node.find_first_not_of("0123456789abcdef") != std::string::npos)
        return std::nullopt;
    return Place{node, 0, Writes};
}

/// Two of three paths; the pairs are ordered so that they could wait for each other in a cycle.
std::shared_ptr<locks::Lock> makeMulti(zk::Client& client, const std::string& path, int role,
                                       locks::NodeOptions options)
{
    constexpr std::array<std::string_view, 3> names{"/a", "/b", "/c"};
    const auto first = static_cast<std::size_t>(role);
    std::vector<std::string> paths;
    for (const auto index : {first, (first + 1) % names.size()})
        paths.push_back(path + std::string(names[index]));
    return std::make_shared<locks::MultiLock>(client, paths, std::move(options));
}

std::shared_ptr<locks::Lock> makeMixedMulti(zk::Client& client, const std::string& path, int,
                                            locks::NodeOptions options)
{
    using Kind = locks::MultiLock::Kind;
    return std::make_shared<locks::MultiLock>(client,
                                              std::vector<locks::MultiLock::Member>{{path + "/a", Kind::Mutex},
                                                                                    {path + "/b", Kind::SemaphoreMutex},
                                                                                    {path + "/c", Kind::KazooLock}},
                                              std::move(options));
}

constexpr std::array mutexQueues{Queue{"/locks/a", "other-lock-", &mutexPlace, &onlyTheFirst}};
constexpr std::array singleNodeQueues{Queue{"/herd", "two", &singleNodePlace}};
constexpr std::array readWriteQueues{Queue{"/locks/rw", "other__WRIT__", &readWritePlace, &noWriterBefore}};
constexpr std::array kazooQueues{Queue{"/locks/k", "other__lock__", &kazooPlace, &onlyTheFirst}};
constexpr std::array kazooReadWriteQueues{Queue{"/locks/krw", "other__rlock__", &kazooReadWritePlace, &noWriterBefore}};
constexpr std::array semaphoreMutexQueues{Queue{.directory = "/locks/sm/locks",
                                                .foreign = "other-lock-",
                                                .placeOf = &mutexPlace,
                                                .mayEnter = &onlyTheFirst,
                                                .isGate = true},
                                          Queue{"/locks/sm/leases", "other-lease-", &leasePlace, &onlyTheFirst}};
constexpr std::array semaphoreQueues{Queue{.directory = "/locks/s/locks",
                                           .foreign = "other-lock-",
                                           .placeOf = &mutexPlace,
                                           .mayEnter = &onlyTheFirst,
                                           .isGate = true},
                                     Queue{"/locks/s/leases", "other-lease-", &leasePlace, &amongTheFirst}};
constexpr std::array countedSemaphoreQueues{
    Queue{.directory = "/locks/c/locks",
          .foreign = "other-lock-",
          .placeOf = &mutexPlace,
          .mayEnter = &onlyTheFirst,
          .isGate = true},
    Queue{.directory = "/locks/c/leases", .foreign = "other-lease-", .placeOf = &leasePlace, .isCounted = true}};
// If a gate node is deleted, its owner continues to count the leases, and so does the next one.
constexpr std::array kazooSemaphoreQueues{
    Queue{.directory = "/locks/ks-__lock__",
          .foreign = "other__lock__",
          .placeOf = &kazooPlace,
          .mayEnter = &onlyTheFirst,
          .isGate = true,
          .sparedByOperators = true},
    Queue{.directory = "/locks/ks", .foreign = "other", .placeOf = &kazooLeasePlace, .room = leaseCount}};
constexpr std::array latchQueues{Queue{"/locks/l", "other-latch-", &latchPlace, &onlyTheFirst}};
constexpr std::array multiQueues{Queue{"/locks/m/a", "other-lock-", &mutexPlace, &onlyTheFirst},
                                 Queue{"/locks/m/b", "other-lock-", &mutexPlace, &onlyTheFirst},
                                 Queue{"/locks/m/c", "other-lock-", &mutexPlace, &onlyTheFirst}};
constexpr std::array mixedMultiQueues{Queue{"/locks/mm/a", "other-lock-", &mutexPlace, &onlyTheFirst},
                                      Queue{.directory = "/locks/mm/b/locks",
                                            .foreign = "other-lock-",
                                            .placeOf = &mutexPlace,
                                            .mayEnter = &onlyTheFirst,
                                            .isGate = true},
                                      Queue{"/locks/mm/b/leases", "other-lease-", &leasePlace, &onlyTheFirst},
                                      Queue{"/locks/mm/c", "other__lock__", &kazooPlace, &onlyTheFirst}};

constexpr std::array allRecipes{
    Recipe{.name = "mutex",
           .path = "/locks/a",
           .queues = mutexQueues,
           .reentrant = true,
           .make = &makeLock<locks::Mutex>,
           .mayHoldTogether = &onlyOne},
    Recipe{.name = "single-node",
           .path = "/herd/one",
           .queues = singleNodeQueues,
           .sharesName = true,
           .make = &makeLock<locks::SingleNodeLock>,
           .mayHoldTogether = &onlyOne},
    Recipe{.name = "read-write",
           .path = "/locks/rw",
           .queues = readWriteQueues,
           .roles = 2,
           .reentrant = true,
           .make = &makeReadWrite,
           .makePair = &makeBothSides,
           .mayHoldTogether = &readersOrOneWriter},
    Recipe{.name = "kazoo-lock",
           .path = "/locks/k",
           .queues = kazooQueues,
           .make = &makeLock<locks::KazooLock>,
           .mayHoldTogether = &onlyOne},
    Recipe{.name = "kazoo-read-write",
           .path = "/locks/krw",
           .queues = kazooReadWriteQueues,
           .roles = 2,
           .make = &makeKazooReadWrite,
           .mayHoldTogether = &readersOrOneWriter},
    Recipe{.name = "semaphore-mutex",
           .path = "/locks/sm",
           .queues = semaphoreMutexQueues,
           .make = &makeLock<locks::SemaphoreMutex>,
           .mayHoldTogether = &onlyOne},
    Recipe{.name = "semaphore",
           .path = "/locks/s",
           .queues = semaphoreQueues,
           .mostLeases = leaseCount,
           .make = &makeSemaphore,
           .take = &takeLeases,
           .mayHoldTogether = &noMoreThanThereAre},
    Recipe{.name = "semaphore-of-a-shared-number",
           .path = "/locks/c",
           .queues = countedSemaphoreQueues,
           .mostLeases = leaseCount,
           .make = &makeSemaphore,
           .number = "/locks/number",
           .makeCounted = &makeCountedSemaphore,
           .take = &takeLeases,
           .mayHoldTogether = &anyNumber},
    Recipe{.name = "kazoo-semaphore",
           .path = "/locks/ks",
           .queues = kazooSemaphoreQueues,
           .make = &makeKazooSemaphore,
           .mayHoldTogether = &noMoreThanThereAre},
    Recipe{.name = "multi-lock",
           .path = "/locks/m",
           .queues = multiQueues,
           .roles = 3,
           .reentrant = true,
           .make = &makeMulti,
           .mayHoldTogether = &onlyOne},
    Recipe{.name = "multi-lock-of-kinds",
           .path = "/locks/mm",
           .queues = mixedMultiQueues,
           .reentrant = true,
           .make = &makeMixedMulti,
           .mayHoldTogether = &onlyOne},
    Recipe{.name = "latch", .path = "/locks/l", .queues = latchQueues, .mayHoldTogether = &onlyOne},
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
