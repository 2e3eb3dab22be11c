// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/LockOptions.h"
#include "core/locks/zookeeper/SharedCount.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockscope::simulation {

/// Of the semaphores; where the number is shared, to begin and to end with.
inline constexpr int leaseCount = 3;

/// Of lock objects, where these are writers and readers.
enum Role {
    Writes,
    Reads
};

/// A contender's node as the ensemble has it, read by the simulation's own eyes: core/queue is under test.
struct Place {
    std::string node;
    std::int64_t number = 0; ///< the server's
    int role = 0;
};

/// A directory with nodes of a lock.
struct Queue {
    std::string_view directory;
    std::string_view foreign; ///< what somebody else's contender is named like, without the number

    /// What a child of the directory stands for; nothing if it is no contender.
    std::optional<Place> (*placeOf)(const std::string& node) = nullptr;

    /// May `me` be let in, with the places in the order of their numbers? Nothing: no order is promised here.
    bool (*mayEnter)(std::span<const Place> places, std::size_t me) = nullptr;

    /// Whoever is first in the queue before this one may enter as long as there are fewer children. 0: not so.
    std::size_t room = 0;
    bool isGate = false;            ///< given back once all the others are held
    bool isCounted = false;         ///< as many may enter as the shared number says
    bool sparedByOperators = false; ///< a node that goes here breaks what the recipe, as published, relies on
};

/// What the simulation must know of a lock. See recipes() for how little that is.
struct Recipe {
    std::string_view name;
    std::string_view path;         ///< the lock's
    std::span<const Queue> queues; ///< where its nodes are: one directory for most, in the order they are taken
    int roles = 1;                 ///< kinds of lock objects: readers and writers, or different sets of paths
    int mostLeases = 1;            ///< that may be asked for at a time
    bool reentrant = false;
    /// May attempts of one session meet on this path? Where not, each client has one lock object with one user, who
    /// asks again only when nothing is under way any more.
    bool sharesSessions = true;
    /// Do all contenders use one node's name? Then only its version tells a node from its successor, and where somebody
    /// else writes into that, the versions may meet.
    bool sharesName = false;

    /// Nothing: it is an election.
    std::shared_ptr<locks::Lock> (*make)(zk::Client& client, const std::string& path, int role,
                                         locks::LockOptions options) = nullptr;

    /// Both sides of a lock, by role, where one owner may have both; else nothing.
    std::array<std::shared_ptr<locks::Lock>, 2> (*makePair)(zk::Client& client, const std::string& path,
                                                            locks::LockOptions options) = nullptr;

    /// The path of a number that its users share, and may change; empty: there is none.
    std::string_view number = {};
    std::shared_ptr<locks::Lock> (*makeCounted)(zk::Client& client, const std::string& path, locks::SharedCount& count,
                                                locks::LockOptions options) = nullptr;

    /// Asks for several leases; nothing where there is only one to ask for.
    void (*take)(locks::Lock& lock, locks::Owner owner, int leases, std::optional<Duration> timeout,
                 std::stop_token stop, zk::Reply<locks::Hold> reply) = nullptr;

    /// May holders of these roles hold together? A role for each lease.
    bool (*mayHoldTogether)(std::span<const int> roles) = nullptr;
};

[[nodiscard]] std::span<const Recipe> recipes();

/// Null if there is none.
[[nodiscard]] const Recipe* findRecipe(std::string_view name);

} // namespace lockscope::simulation
