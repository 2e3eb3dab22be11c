// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/client/UrlParts.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>

namespace lockscope::redis {

namespace {

bool isOfPlainName(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
           c == '_';
}

} // namespace

std::string_view withoutBlanks(std::string_view text)
{
    constexpr std::string_view blank = " \t\r\n";
    const auto first = text.find_first_not_of(blank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

bool isPlainName(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isOfPlainName);
}

bool isIpv6Address(std::string_view text)
{
    in6_addr address{};
    const std::string withoutZone(text.substr(0, text.find('%')));
    return inet_pton(AF_INET6, withoutZone.c_str(), &address) == 1;
}

std::optional<std::string> unescaped(std::string_view text)
{
    std::string bytes;
    while (!text.empty()) {
        if (text.front() != '%') {
            bytes += text.front();
            text.remove_prefix(1);
            continue;
        }
        unsigned char byte = 0;
        const auto* const digits = text.data() + 1;
        if (text.size() < 3 || std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2)
            return std::nullopt;
        bytes += static_cast<char>(byte);
        text.remove_prefix(3);
    }
    return bytes;
}

std::string escaped(std::string_view text, UrlPart part)
{
    constexpr std::string_view hexDigits = "0123456789ABCDEF";
    std::string safe;
    for (const char c : text) {
        if (isOfPlainName(c) || (part == UrlPart::Path && c == '/')) {
            safe += c;
        } else {
            const auto code = static_cast<unsigned char>(c);
            safe += '%';
            safe += hexDigits[code >> 4];
            safe += hexDigits[code & 0xf];
        }
    }
    return safe;
}

} // namespace lockscope::redis
