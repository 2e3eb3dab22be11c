// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/dialects/OwnerName.h"

#include <algorithm>
#include <charconv>

namespace lockscope::inspect {

namespace {

bool isUuid(std::string_view text)
{
    constexpr std::string_view form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    static_assert(form.size() == uuidLength);
    const auto isLowerHex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    return std::equal(text.begin(), text.end(), form.begin(), form.end(),
                      [&](char c, char wanted) { return wanted == 'x' ? isLowerHex(c) : c == wanted; });
}

} // namespace

std::optional<std::int64_t> parseNumber(std::string_view text)
{
    std::int64_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end || std::to_string(number) != text)
        return std::nullopt;
    return number;
}

std::optional<OwnerName> parseOwnerName(std::string_view text)
{
    if (text.size() <= uuidLength + 1 || text[uuidLength] != ':' || !isUuid(text.substr(0, uuidLength)))
        return std::nullopt;
    auto rest = text.substr(uuidLength + 1);
    const auto colon = rest.find(':');
    const auto thread = parseNumber(rest.substr(0, colon));
    if (!thread || *thread < 0)
        return std::nullopt;
    OwnerName owner{std::string(text.substr(0, uuidLength)), static_cast<std::uint64_t>(*thread), {}};
    if (colon == std::string_view::npos)
        return owner;
    owner.suffix = rest.substr(colon + 1);
    return owner.suffix.empty() ? std::nullopt : std::optional(owner);
}

} // namespace lockscope::inspect
