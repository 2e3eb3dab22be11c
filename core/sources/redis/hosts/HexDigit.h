// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace lockscope::inspect {

/// The value of a hexadecimal digit in lower case; nullopt: another character. Pure.
[[nodiscard]] constexpr std::optional<unsigned> hexDigitOf(char c)
{
    if (c >= '0' && c <= '9')
        return static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f')
        return static_cast<unsigned>(c - 'a') + 10;
    return std::nullopt;
}

/// The byte of the first two digits of `text`; nullopt: there are none. Pure.
[[nodiscard]] constexpr std::optional<char> hexByteIn(std::string_view text)
{
    const auto high = text.size() < 2 ? std::nullopt : hexDigitOf(text[0]);
    const auto low = high ? hexDigitOf(text[1]) : std::nullopt;
    return low ? std::optional(static_cast<char>(*high * 16 + *low)) : std::nullopt;
}

} // namespace lockscope::inspect
