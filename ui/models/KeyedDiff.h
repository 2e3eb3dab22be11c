// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// From one list of keys to another in steps that an item model can announce. Pure.

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
    int to = 0;    ///< Move: where it stands afterwards. Insert: index of the first new key in `wanted`

    friend bool operator==(const DiffStep&, const DiffStep&) = default;
};

/// Where each of `present` has to go in `wanted`; -1: nowhere. Keys are unique within a list.
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

/// Steps that take `rows`, each told by its place (placesOf()), there among `wanted` rows when they are taken in order;
/// nothing if more than `most` are needed, each of which costs a view as much as its rows are many. A list that keeps
/// its order costs one step a run of removed or inserted rows; a single row that changed its place costs one move.
[[nodiscard]] std::optional<std::vector<DiffStep>> keyedDiff(std::vector<int> rows, std::size_t wanted,
                                                             std::size_t most = std::numeric_limits<int>::max());

} // namespace lockscope::ui
