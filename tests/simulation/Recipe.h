// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/locks/Lock.h"
#include "core/locks/LockOptions.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lockscope::simulation {

/// A contender's node as the ensemble has it, read by the simulation's own eyes: core/queue is under test.
struct Place {
    std::string node;
    std::int64_t number = 0; ///< the server's
    int role = 0;
};

/// What the simulation must know of a lock. See recipes() for how little that is.
struct Recipe {
    std::string_view name;
    std::string_view path;      ///< the lock's
    std::string_view directory; ///< where its nodes are
    std::string_view foreign;   ///< what somebody else's contender is named like, without the number
    int roles = 1;              ///< kinds of lock objects on one path: readers and writers
    bool reentrant = false;
    /// May attempts of one session meet on this path? Where not, each client has one lock object with one user, who
    /// asks again only when nothing is under way any more.
    bool sharesSessions = true;
    /// Do all contenders use one node's name? Then only its version tells a node from its successor, and where somebody
    /// else writes into that, the versions may meet.
    bool sharesName = false;

    std::shared_ptr<locks::Lock> (*make)(zk::Client& client, const std::string& path, int role,
                                         locks::LockOptions options) = nullptr;

    /// May holders of these roles hold together?
    bool (*mayHoldTogether)(std::span<const int> roles) = nullptr;

    /// What a child of the directory stands for; nothing if it is no contender.
    std::optional<Place> (*placeOf)(const std::string& node) = nullptr;

    /// May `me` be let in, with the places in the order of their numbers? Nothing: the recipe promises no order.
    bool (*mayEnter)(std::span<const Place> places, std::size_t me) = nullptr;
};

[[nodiscard]] std::span<const Recipe> recipes();

/// Null if there is none.
[[nodiscard]] const Recipe* findRecipe(std::string_view name);

} // namespace lockscope::simulation
