// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/dialects/TokenShape.h"

#include "core/sources/redis/dialects/OwnerName.h"

#include <algorithm>
#include <set>

namespace lockscope::inspect {

namespace {

/// A random value of 16 hexadecimal digits has as many, but for one in a million.
constexpr std::size_t fewestDifferent = 5;

constexpr bool isDecimalDigit(char c)
{
    return c >= '0' && c <= '9';
}

constexpr bool isLowerLetter(char c)
{
    return c >= 'a' && c <= 'z';
}

constexpr bool isUpperLetter(char c)
{
    return c >= 'A' && c <= 'Z';
}

constexpr bool isTokenHexDigit(char c)
{
    return isDecimalDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// 8-4-4-4-12 hexadecimal digits.
bool hasUuidForm(std::string_view value)
{
    if (value.size() != uuidLength)
        return false;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const bool isHyphen = i == 8 || i == 13 || i == 18 || i == 23;
        if (isHyphen ? value[i] != '-' : !isTokenHexDigit(value[i]))
            return false;
    }
    return true;
}

/// Characters of base64, or of its form for URLs; the padding only at the end.
bool isOfTokenCharacters(std::string_view value)
{
    const auto padding = value.size() - (value.find_last_not_of('=') + 1);
    return padding <= 2 && std::all_of(value.begin(), value.end() - static_cast<std::ptrdiff_t>(padding), [](char c) {
               return isDecimalDigit(c) || isLowerLetter(c) || isUpperLetter(c) || c == '+' || c == '/' || c == '-' ||
                      c == '_';
           });
}

} // namespace

bool isToken(std::string_view value)
{
    if (value.size() < shortestToken || value.size() > longestToken)
        return false;
    if (std::set(value.begin(), value.end()).size() < fewestDifferent)
        return false;
    if (hasUuidForm(value))
        return true;
    if (!isOfTokenCharacters(value))
        return false;
    const auto kinds = static_cast<int>(std::any_of(value.begin(), value.end(), isDecimalDigit)) +
                       static_cast<int>(std::any_of(value.begin(), value.end(), isLowerLetter)) +
                       static_cast<int>(std::any_of(value.begin(), value.end(), isUpperLetter));
    // Words with separators between them, such as "eu-west-1-frontend" or "a/path/of/2026".
    const bool maySeparateWords = value.find_first_of("-_/+") != std::string_view::npos;
    return kinds >= (maySeparateWords ? 3 : 2);
}

} // namespace lockscope::inspect
