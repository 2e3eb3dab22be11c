// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The steps from one list of keys to another, as an item model can announce them. Pure functions.

#include <cstddef>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lockscope::ui {

struct DiffStep {
    enum class Kind {
        Remove,
        Insert,
        Move
    };
    Kind kind = Kind::Remove;
    int row = 0;   ///< Remove, Insert: first row; Move: from
    int count = 0; ///< Remove, Insert: rows
    int to = 0;    ///< Move: the row afterwards. Insert: index of the first new key in `wanted`

    friend bool operator==(const DiffStep&, const DiffStep&) = default;
};

/// The row in `wanted` of each of `present`; -1: not there. Keys are unique within a list.
template <typename Key>
[[nodiscard]] std::vector<int> placesOf(const std::vector<Key>& present, const std::vector<Key>& wanted)
{
    std::unordered_map<Key, int> place;
    place.reserve(wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        place.emplace(wanted[i], static_cast<int>(i));
    std::vector<int> places;
    places.reserve(present.size());
    for (const auto& key : present) {
        const auto found = place.find(key);
        places.push_back(found == place.end() ? -1 : found->second);
    }
    return places;
}

/// The steps that turn `rows`, each given by its target row (placesOf()), into `wanted` rows, in order. Nothing if more
/// than `most` are needed: each costs a view time in proportion to its rows. In an unchanged order, a run of removed or
/// inserted rows is one step; a single row that changed its position is one move.
[[nodiscard]] std::optional<std::vector<DiffStep>> keyedDiff(std::vector<int> rows, std::size_t wanted,
                                                             std::size_t most = std::numeric_limits<int>::max());

} // namespace lockscope::ui
