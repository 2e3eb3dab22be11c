// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

namespace lockscope::locks {

/// How a recipe names its nodes before the server appends the number. The random id in the middle makes a node
/// recognisable after the answer to its creation was lost.
struct NodeNaming {
    enum class Id {
        Uuid, ///< 36 characters with dashes, as Curator has it
        Hex32 ///< 32 digits, as Kazoo has it
    };

    std::string before; ///< "_c_"
    Id id = Id::Uuid;
    std::string after; ///< "-lock-"

    /// Curator's protected name: "_c_<UUID>-" and what the recipe calls itself, with its dash: "lock-".
    [[nodiscard]] static NodeNaming curator(const std::string& recipe) { return {"_c_", Id::Uuid, "-" + recipe}; }
    /// Kazoo's: "<hex>__lock__".
    [[nodiscard]] static NodeNaming kazoo(std::string recipe) { return {"", Id::Hex32, std::move(recipe)}; }

    /// With a new random id.
    [[nodiscard]] std::string next() const;
};

} // namespace lockscope::locks
