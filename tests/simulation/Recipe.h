// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/zookeeper/NodeOptions.h"
#include "core/locks/zookeeper/SharedCount.h"

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockscope::simulation {

/// Leases of the semaphores; with a shared number, its first and last value.
inline constexpr int leaseCount = 3;

/// Of lock objects with writers and readers.
enum Role {
    Writes,
    Reads
};

/// A contender's node in the ensemble, parsed independently: core/queue is under test.
struct Place {
    std::string node;
    std::int64_t number = 0; ///< the server's sequence number
    int role = 0;
};

/// A directory with nodes of a lock.
struct Queue {
    std::string_view directory;
    std::string_view foreign; ///< name of another program's contender, without the number

    /// Parses a child of the directory; empty if it is no contender.
    std::optional<Place> (*placeOf)(const std::string& node) = nullptr;

    /// May `me` be granted, with the places in the order of their numbers? Null: no order is guaranteed.
    bool (*mayEnter)(std::span<const Place> places, std::size_t me) = nullptr;

    /// The first waiter in the previous queue may enter while this one has fewer children. 0: no such rule.
    std::size_t room = 0;
    bool isGate = false;            ///< released once all the others are held
    bool isCounted = false;         ///< the shared number limits how many may enter
    bool sparedByOperators = false; ///< the published recipe fails if a node here is deleted
};

/// The simulation's description of a lock. recipes() shows how little it needs.
struct Recipe {
    std::string_view name;
    std::string_view path;         ///< path of the lock
    std::span<const Queue> queues; ///< directories of its nodes, one for most, in acquisition order
    int roles = 1;                 ///< kinds of lock objects: readers and writers, or different sets of paths
    int mostLeases = 1;            ///< the maximum number in one acquire
    bool reentrant = false;
    /// May attempts of one session use the same path? If not, each client has one lock object with one user. That user
    /// asks again only when nothing is in flight.
    bool sharesSessions = true;
    /// True if all contenders use one node name. Then only the version reports a node from its successor, and after a
    /// foreign write the versions may be equal.
    bool sharesName = false;

    /// Null: the recipe is an election.
    std::shared_ptr<locks::Lock> (*make)(zk::Client& client, const std::string& path, int role,
                                         locks::NodeOptions options) = nullptr;

    /// Both sides of a lock, by role, if one owner may have both; else null.
    std::array<std::shared_ptr<locks::Lock>, 2> (*makePair)(zk::Client& client, const std::string& path,
                                                            locks::NodeOptions options) = nullptr;

    /// The path of a shared number that its users may change; empty if there is none.
    std::string_view number = {};
    std::shared_ptr<locks::Lock> (*makeCounted)(zk::Client& client, const std::string& path, locks::SharedCount& count,
                                                locks::NodeOptions options) = nullptr;

    /// Acquires several leases; null if there is only one.
    void (*take)(locks::Lock& lock, locks::Owner owner, int leases, std::optional<Duration> timeout,
                 std::stop_token stop, zk::Reply<locks::Hold> reply) = nullptr;

    /// May holders of these roles hold together? One role per lease.
    bool (*mayHoldTogether)(std::span<const int> roles) = nullptr;
};

[[nodiscard]] std::span<const Recipe> recipes();

/// Null if there is none.
[[nodiscard]] const Recipe* findRecipe(std::string_view name);

} // namespace lockscope::simulation
