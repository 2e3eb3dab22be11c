// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Parses the names of enumeration values. The list of values is toString(): a switch over all values without a
/// default, so that the compiler reports a missing one. After the switch it returns an empty text. Each value that
/// toString() names can therefore be parsed. The values must count from 0 without a gap.

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace lockscope {

/// All values, in ascending order.
template <typename Enum> [[nodiscard]] std::vector<Enum> allOf()
{
    std::vector<Enum> all;
    for (auto value = 0; !toString(static_cast<Enum>(value)).empty(); ++value)
        all.push_back(static_cast<Enum>(value));
    return all;
}

/// The value with this name; nothing if there is none.
template <typename Enum> [[nodiscard]] std::optional<Enum> valueNamed(std::string_view word)
{
    for (auto value = 0; !toString(static_cast<Enum>(value)).empty(); ++value) {
        if (toString(static_cast<Enum>(value)) == word)
            return static_cast<Enum>(value);
    }
    return std::nullopt;
}

/// True if row i of the table describes the value i. For a static_assert.
template <typename Table, typename Row, typename Enum>
[[nodiscard]] constexpr bool isInOrder(const Table& table, Enum Row::*value)
{
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i].*value != static_cast<Enum>(i))
            return false;
    }
    return true;
}

/// The `word` of the value's row, in a table that isInOrder(); empty if the table has no such row.
template <typename Table, typename Enum> [[nodiscard]] constexpr std::string_view wordIn(const Table& table, Enum value)
{
    const auto i = static_cast<std::size_t>(value);
    return i < table.size() ? table[i].word : std::string_view();
}

} // namespace lockscope
