// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// From words to the values of an enumeration. The list of its values is its toString(): a switch over all of them
/// without a default, in which the compiler finds one that is missing, and an empty text behind the switch. So a value
/// that is added is read wherever it is written. The values must count from 0 without a gap.

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace lockscope {

/// All values, in their order.
template <typename Enum> [[nodiscard]] std::vector<Enum> allOf()
{
    std::vector<Enum> all;
    for (auto value = 0; !toString(static_cast<Enum>(value)).empty(); ++value)
        all.push_back(static_cast<Enum>(value));
    return all;
}

/// The value whose word this is; nothing if there is none.
template <typename Enum> [[nodiscard]] std::optional<Enum> valueNamed(std::string_view word)
{
    for (auto value = 0; !toString(static_cast<Enum>(value)).empty(); ++value) {
        if (toString(static_cast<Enum>(value)) == word)
            return static_cast<Enum>(value);
    }
    return std::nullopt;
}

/// Does row i of a table describe the value i? For a static_assert.
template <typename Table, typename Row, typename Enum>
[[nodiscard]] constexpr bool isInOrder(const Table& table, Enum Row::*value)
{
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i].*value != static_cast<Enum>(i))
            return false;
    }
    return true;
}

/// The `word` of a table's row for the value, of a table that isInOrder(); an empty text behind its end.
template <typename Table, typename Enum> [[nodiscard]] constexpr std::string_view wordIn(const Table& table, Enum value)
{
    const auto i = static_cast<std::size_t>(value);
    return i < table.size() ? table[i].word : std::string_view();
}

} // namespace lockscope
