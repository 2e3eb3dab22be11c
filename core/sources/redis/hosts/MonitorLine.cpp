// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/sources/redis/hosts/MonitorLine.h"

#include "core/sources/redis/dialects/OwnerName.h"
#include "core/sources/redis/hosts/HexDigit.h"

#include <algorithm>
#include <limits>

namespace lockscope::inspect {

namespace {

bool isDecimalDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool areDecimalDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isDecimalDigit);
}

/// Removes `token` from the front of `text`, if it is there.
bool take(std::string_view& text, std::string_view token)
{
    if (!text.starts_with(token))
        return false;
    text.remove_prefix(token.size());
    return true;
}

/// What is before `end`, which is removed too. Nullopt: there is none.
std::optional<std::string_view> takeBefore(std::string_view& text, std::string_view end)
{
    const auto at = text.find(end);
    if (at == std::string_view::npos)
        return std::nullopt;
    const auto part = text.substr(0, at);
    text.remove_prefix(at + end.size());
    return part;
}

/// "1339518083.107412"
bool isTime(std::string_view text)
{
    constexpr std::size_t microDigits = 6;
    const auto dot = text.find('.');
    return dot != std::string_view::npos && areDecimalDigits(text.substr(0, dot)) &&
           areDecimalDigits(text.substr(dot + 1)) && text.size() - dot - 1 == microDigits;
}

/// The byte that is written as "\x1f", of which the backslash is removed already.
std::optional<char> takeHexByte(std::string_view& text)
{
    const auto byte = hexByteIn(text.substr(1));
    if (byte)
        text.remove_prefix(3);
    return byte;
}

/// After a backslash.
std::optional<char> takeEscaped(std::string_view& text)
{
    constexpr std::string_view letters = "nrtab\\\"";
    constexpr std::string_view bytes = "\n\r\t\a\b\\\"";
    if (text.empty())
        return std::nullopt;
    if (text.front() == 'x')
        return takeHexByte(text);
    const auto letter = letters.find(text.front());
    if (letter == std::string_view::npos)
        return std::nullopt;
    text.remove_prefix(1);
    return bytes[letter];
}

/// '"word"', with its escapes.
std::optional<std::string> takeWord(std::string_view& text)
{
    if (!take(text, "\""))
        return std::nullopt;
    std::string word;
    while (!text.empty()) {
        const char c = text.front();
        text.remove_prefix(1);
        if (c == '"')
            return word;
        const bool isPrinted = c >= ' ' && c <= '~';
        const auto byte = c == '\\' ? takeEscaped(text) : isPrinted ? std::optional(c) : std::nullopt;
        if (!byte)
            return std::nullopt;
        word += *byte;
    }
    return std::nullopt;
}

bool isPort(std::string_view text)
{
    const auto port = parseNumber(text);
    return port && *port > 0 && *port <= std::numeric_limits<std::uint16_t>::max();
}

bool isIpv4(std::string_view text)
{
    constexpr int most = 255;
    int parts = 0;
    for (bool isMore = true; isMore; ++parts) {
        const auto dot = text.find('.');
        const auto number = parseNumber(text.substr(0, dot));
        if (!number || *number < 0 || *number > most)
            return false;
        isMore = dot != std::string_view::npos;
        text.remove_prefix(isMore ? dot + 1 : text.size());
    }
    return parts == 4;
}

/// Of the characters of one; a zone may follow: "fe80::1%eth0".
bool looksLikeIpv6(std::string_view text)
{
    const auto address = text.substr(0, text.find('%'));
    return address.find(':') != std::string_view::npos && std::all_of(address.begin(), address.end(), [](char c) {
               return c == ':' || c == '.' || hexDigitOf(c).has_value();
           });
}

} // namespace

bool isSocketAddress(std::string_view text)
{
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos || !isPort(text.substr(colon + 1)))
        return false;
    const auto host = text.substr(0, colon);
    if (host.starts_with('[') && host.ends_with(']'))
        return looksLikeIpv6(host.substr(1, host.size() - 2));
    return isIpv4(host);
}

std::string_view hostIn(std::string_view address)
{
    return address.starts_with("unix:") ? address : address.substr(0, address.rfind(':'));
}

std::optional<MonitorLine> parseMonitorLine(std::string_view line)
{
    const auto time = takeBefore(line, " [");
    const auto database = takeBefore(line, " ");
    const auto client = takeBefore(line, "] ");
    const auto number = parseNumber(database.value_or(""));
    if (!time || !isTime(*time) || !number || *number < 0 || *number > std::numeric_limits<int>::max() || !client)
        return std::nullopt;
    MonitorLine parsed;
    parsed.database = static_cast<int>(*number);
    if (*client != "lua") {
        if (!isSocketAddress(*client) && !client->starts_with("unix:/"))
            return std::nullopt;
        parsed.address = *client;
    }
    do {
        auto word = takeWord(line);
        if (!word)
            return std::nullopt;
        parsed.words.push_back(*std::move(word));
    } while (take(line, " "));
    return line.empty() ? std::optional(std::move(parsed)) : std::nullopt;
}

} // namespace lockscope::inspect
