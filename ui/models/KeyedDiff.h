// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// From one list of keys to another in steps that an item model can announce. Pure.

#include <span>
#include <string_view>
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

/// Steps that turn `present` into `wanted` when they are taken in order. Keys are unique within a list. A list that
/// keeps its order costs one step a run of removed or inserted rows; a single row that changed its place costs one
/// move.
[[nodiscard]] std::vector<DiffStep> keyedDiff(std::span<const std::string_view> present,
                                              std::span<const std::string_view> wanted);

} // namespace lockscope::ui
