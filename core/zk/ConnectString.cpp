// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/ConnectString.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace lockscope::zk {

namespace {

std::string withExample(const std::string& reason)
{
    return phrase("%1. Example: %2", reason, "zk1:2181,zk2:2181/chroot");
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blank = " \t\r\n";
    const auto first = text.find_first_not_of(blank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

std::string inQuotes(std::string_view text)
{
    return '"' + std::string(text) + '"';
}

bool isIpv6(std::string_view text)
{
    in6_addr address{};
    const std::string withoutZone(text.substr(0, text.find('%')));
    return inet_pton(AF_INET6, withoutZone.c_str(), &address) == 1;
}

bool isHostName(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
               c == '_';
    });
}

std::optional<std::uint16_t> portOf(std::string_view text)
{
    std::uint16_t port = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (problem != std::errc() || end != text.data() + text.size() || port == 0)
        return std::nullopt;
    return port;
}

/// Parses "host", "host:port", "[address]" or "[address]:port". An error's detail is the whole sentence.
Result<Server> parseServer(std::string_view text)
{
    const auto refused = [](std::string reason) {
        return failure(ErrorCode::BadArguments, phraseLater("connect"), {}, std::move(reason));
    };
    if (text.empty())
        return refused(withExample(phrase("a server name is missing between two commas, or at the start or end")));

    Server server;
    std::string_view afterHost;
    if (text.front() == '[') {
        const auto bracket = text.find(']');
        if (bracket == std::string_view::npos || !isIpv6(text.substr(1, bracket - 1)))
            return refused(
                phrase("invalid IPv6 address %1: use an address in brackets, such as [::1]:2181", inQuotes(text)));
        server.host = text.substr(1, bracket - 1);
        afterHost = text.substr(bracket + 1);
    } else {
        const auto colon = text.find(':');
        if (colon != std::string_view::npos && text.find(':', colon + 1) != std::string_view::npos)
            return refused(phrase("%1 has more than one colon: write an IPv6 address in brackets, such as [::1]:2181",
                                  inQuotes(text)));
        server.host = text.substr(0, colon);
        afterHost = colon == std::string_view::npos ? std::string_view{} : text.substr(colon);
        if (!isHostName(server.host))
            return refused(
                withExample(phrase("%1 in %2 is not a host name or address", inQuotes(server.host), inQuotes(text))));
    }
    if (afterHost.empty())
        return server;
    const auto port = afterHost.front() == ':' ? portOf(afterHost.substr(1)) : std::nullopt;
    if (!port)
        return refused(withExample(phrase("invalid port in %1: use a number from 1 to 65535", inQuotes(text))));
    server.port = *port;
    return server;
}

} // namespace

std::string ConnectString::text() const
{
    std::string joined;
    for (const auto& server : servers) {
        if (!joined.empty())
            joined += ',';
        // No brackets: the C client uses the text before the last colon unchanged.
        joined += server.host + ':' + std::to_string(server.port);
    }
    return joined + chroot;
}

std::string toString(const Server& server)
{
    const bool ipv6 = server.host.find(':') != std::string::npos;
    return (ipv6 ? "[" + server.host + "]" : server.host) + ':' + std::to_string(server.port);
}

std::string toString(const ConnectString& connect)
{
    std::string text;
    for (const Server& server : connect.servers)
        text += (text.empty() ? "" : ",") + toString(server);
    return text + connect.chroot;
}

Result<ConnectString> parseConnectString(std::string_view text)
{
    const auto failed = [&](std::string reason) {
        return failure(ErrorCode::BadArguments, phraseLater("connect to"), std::string(text), std::move(reason));
    };
    const auto whole = trimmed(text);
    if (whole.empty())
        return failed(withExample(phrase("no server is given")));

    if (const auto scheme = whole.find("://"); scheme != std::string_view::npos)
        return failed(withExample(phrase("a URL is not accepted: remove %1", inQuotes(whole.substr(0, scheme + 3)))));

    ConnectString result;
    const auto slash = whole.find('/');
    if (slash != std::string_view::npos && slash + 1 != whole.size()) {
        const auto chroot = checkedPath(whole.substr(slash));
        if (!chroot)
            return failed(phrase("invalid chroot %1: %2", inQuotes(whole.substr(slash)), chroot.error().detail));
        result.chroot = *chroot;
    }
    auto rest = whole.substr(0, slash);
    while (true) {
        const auto comma = rest.find(',');
        auto server = parseServer(trimmed(rest.substr(0, comma)));
        if (!server)
            return failed(server.error().detail);
        result.servers.push_back(std::move(*server));
        if (comma == std::string_view::npos)
            return result;
        rest.remove_prefix(comma + 1);
    }
}

} // namespace lockscope::zk
