// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

namespace lockscope::locks {

/// The name of a lock's nodes before the server appends the number. The random id identifies a node after the answer to
/// its create was lost.
struct NodeNaming {
    enum class Id {
        Uuid, ///< 36 characters with dashes, as in Curator
        Hex32 ///< 32 digits, as in Kazoo
    };

    std::string before; ///< "_c_"
    Id id = Id::Uuid;
    std::string after; ///< "-lock-"

    /// Curator's protected name: "_c_<UUID>-" and the recipe's part, with its dash: "lock-".
    [[nodiscard]] static NodeNaming curator(const std::string& recipe) { return {"_c_", Id::Uuid, "-" + recipe}; }
    /// Kazoo's name: "<hex>__lock__".
    [[nodiscard]] static NodeNaming kazoo(std::string recipe) { return {"", Id::Hex32, std::move(recipe)}; }

    /// A name with a new random id.
    [[nodiscard]] std::string next() const;
};

} // namespace lockscope::locks
