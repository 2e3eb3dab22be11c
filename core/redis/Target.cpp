// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/Target.h"

#include "core/base/Phrase.h"
#include "core/redis/client/UrlParts.h"

#include <sys/un.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace lockscope::redis {

namespace {

struct TargetScheme {
    std::string_view prefix;
    Topology topology;
    bool tls;
    bool isSocket;
    std::uint16_t port;
    std::string_view example;
};

constexpr std::uint16_t defaultPort = 6379;
constexpr std::uint16_t defaultSentinelPort = 26379;

constexpr TargetScheme targetSchemes[] = {
    {"redis://", Topology::Single, false, false, defaultPort, "redis://app@cache1:6379/2"},
    {"rediss://", Topology::Single, true, false, defaultPort, "rediss://app@cache1:6379/2"},
    {"redis+unix://", Topology::Single, false, true, defaultPort, "redis+unix:///run/redis/redis.sock?db=2"},
    {"redis+sentinel://", Topology::Sentinel, false, false, defaultSentinelPort,
     "redis+sentinel://app@s1:26379,s2:26379/mymaster/2"},
    {"rediss+sentinel://", Topology::Sentinel, true, false, defaultSentinelPort,
     "rediss+sentinel://app@s1:26379,s2:26379/mymaster/2"},
    {"redis+cluster://", Topology::Cluster, false, false, defaultPort, "redis+cluster://app@node1:6379,node2:6379"},
    {"rediss+cluster://", Topology::Cluster, true, false, defaultPort, "rediss+cluster://app@node1:6379,node2:6379"},
    {"redlock://", Topology::Independent, false, false, defaultPort, "redlock://app@r1:6379,r2:6379,r3:6379"},
    {"redlocks://", Topology::Independent, true, false, defaultPort, "redlocks://app@r1:6379,r2:6379,r3:6379"},
};

const TargetScheme* targetSchemeOf(std::string_view text)
{
    const auto* const scheme = std::find_if(std::begin(targetSchemes), std::end(targetSchemes),
                                            [&](const TargetScheme& each) { return text.starts_with(each.prefix); });
    return scheme == std::end(targetSchemes) ? nullptr : scheme;
}

std::string quotedPart(std::string_view text)
{
    return '"' + std::string(text) + '"';
}

template <typename Number> std::optional<Number> wholeNumberIn(std::string_view text, Number least)
{
    Number number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size() || number < least)
        return std::nullopt;
    return number;
}

/// Where "USER@" ends; 0: there is no user. The last '@' counts: a password may have any bytes, and no host, master or
/// database has one.
std::size_t userEnd(std::string_view rest, const TargetScheme& scheme)
{
    if (!scheme.isSocket)
        return rest.rfind('@') + 1;
    if (rest.starts_with('/'))
        return 0;
    const auto end = rest.find("@/");
    return (end == std::string_view::npos ? rest.rfind('@') : end) + 1;
}

/// The text for messages, which may be logged: without what may be a password.
std::string withoutPassword(std::string_view text)
{
    const auto scheme = text.find("://");
    const auto colon = text.find(':', scheme == std::string_view::npos ? 0 : scheme + 3);
    const auto at = text.rfind('@');
    if (colon == std::string_view::npos || at == std::string_view::npos || at < colon)
        return std::string(text);
    return std::string(text.substr(0, colon)) + ":***" + std::string(text.substr(at));
}

/// A user as written in a target. Nothing if it is invalid.
std::optional<std::string> userIn(std::string_view text)
{
    auto user = text.find_first_of("/?#[],") == std::string_view::npos ? unescaped(text) : std::nullopt;
    const auto isInvalid = [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; };
    if (!user || user->empty() || std::any_of(user->begin(), user->end(), isInvalid))
        return std::nullopt;
    return user;
}

/// Parses one target. An error has the reason only.
class TargetParser final {
public:
    TargetParser(const TargetScheme& scheme, std::string_view rest)
        : m_scheme(scheme)
        , m_rest(rest)
    {
        m_target.topology = scheme.topology;
        m_target.tls = scheme.tls;
    }

    [[nodiscard]] Result<Target> parse()
    {
        const auto parsed = m_scheme.isSocket ? parseUser() && parseSocket()
                                              : parseUser() && parseServers() && parseMaster() && parseDatabase();
        if (!parsed)
            return failure(ErrorCode::BadArguments, {}, {}, m_reason);
        return m_target;
    }

private:
    [[nodiscard]] bool refuse(const std::string& reason)
    {
        m_reason = phrase("%1. Example: %2", reason, m_scheme.example);
        return false;
    }

    [[nodiscard]] bool parseUser()
    {
        const auto end = userEnd(m_rest, m_scheme);
        if (end == 0)
            return true;
        const auto text = m_rest.substr(0, end - 1);
        const auto user = userIn(text);
        if (!user)
            return refuse(phrase("invalid user %1: write a name without spaces before \"@\"", quotedPart(text)));
        m_target.user = *user;
        m_rest.remove_prefix(end);
        return true;
    }

    [[nodiscard]] bool parseSocket()
    {
        const auto question = std::min(m_rest.find('?'), m_rest.size());
        const auto text = m_rest.substr(0, question);
        const auto path = unescaped(text);
        if (!path || !path->starts_with('/') || path->ends_with('/') || path->find('\0') != std::string::npos)
            return refuse(phrase("invalid socket %1: use the absolute path of a unix socket", quotedPart(text)));
        constexpr auto longest = sizeof(sockaddr_un::sun_path) - 1;
        if (path->size() > longest)
            return refuse(phrase("the socket path %1 is longer than %2 bytes", quotedPart(text), longest));
        Address address;
        address.socket = *path;
        m_target.servers.push_back(std::move(address));

        const auto options = m_rest.substr(question);
        if (options.empty())
            return true;
        constexpr std::string_view db = "?db=";
        if (!options.starts_with(db))
            return refuse(phrase("invalid option %1: only %2 is accepted", quotedPart(options), quotedPart(db)));
        return takeDatabase(options.substr(db.size()));
    }

    [[nodiscard]] bool parseServers()
    {
        auto servers = takeUntil('/');
        while (true) {
            const auto comma = servers.find(',');
            if (!parseServer(servers.substr(0, comma)))
                return false;
            if (comma == std::string_view::npos)
                break;
            servers.remove_prefix(comma + 1);
        }
        const auto count = m_target.servers.size();
        if (m_scheme.topology == Topology::Single && count > 1)
            return refuse(
                phrase("%1 takes one server: for several use redis+sentinel://, redis+cluster:// or redlock://",
                       m_scheme.prefix));
        if (m_scheme.topology == Topology::Independent && count < 2)
            return refuse(phrase("%1 needs at least two servers: for one server use redis://", m_scheme.prefix));
        return true;
    }

    [[nodiscard]] bool parseServer(std::string_view text)
    {
        if (text.empty())
            return refuse(phrase("a server name is missing"));
        Address server;
        server.port = m_scheme.port;
        std::string_view afterHost;
        if (text.front() == '[') {
            const auto bracket = text.find(']');
            if (bracket == std::string_view::npos || !isIpv6Address(text.substr(1, bracket - 1)))
                return refuse(phrase("invalid IPv6 address %1: use an address in brackets, such as [::1]:6379",
                                     quotedPart(text)));
            server.host = text.substr(1, bracket - 1);
            afterHost = text.substr(bracket + 1);
        } else {
            const auto colon = text.find(':');
            if (colon != std::string_view::npos && text.find(':', colon + 1) != std::string_view::npos)
                return refuse(
                    phrase("%1 has more than one colon: write an IPv6 address in brackets, such as [::1]:6379",
                           quotedPart(text)));
            server.host = text.substr(0, colon);
            afterHost = text.substr(std::min(colon, text.size()));
            if (!isPlainName(server.host))
                return refuse(
                    phrase("%1 in %2 is not a host name or address", quotedPart(server.host), quotedPart(text)));
        }
        if (!afterHost.empty()) {
            const auto port =
                afterHost.front() == ':' ? wholeNumberIn<std::uint16_t>(afterHost.substr(1), 1) : std::nullopt;
            if (!port)
                return refuse(phrase("invalid port in %1: use a number from 1 to 65535", quotedPart(text)));
            server.port = *port;
        }
        if (std::find(m_target.servers.begin(), m_target.servers.end(), server) != m_target.servers.end())
            return refuse(phrase("the server %1 is given twice", toString(server)));
        m_target.servers.push_back(std::move(server));
        return true;
    }

    [[nodiscard]] bool parseMaster()
    {
        if (m_scheme.topology != Topology::Sentinel)
            return true;
        m_target.master = takeUntil('/');
        if (m_target.master.empty())
            return refuse(phrase("the name of the master is missing after the Sentinels"));
        if (!isPlainName(m_target.master))
            return refuse(
                phrase(R"(invalid master %1: use letters, digits, ".", "-" and "_")", quotedPart(m_target.master)));
        return true;
    }

    [[nodiscard]] bool parseDatabase()
    {
        if (m_rest.empty())
            return true;
        if (m_scheme.topology == Topology::Cluster)
            return refuse(phrase("%1 after the servers: a cluster has only database 0", quotedPart(m_rest)));
        if (m_scheme.topology == Topology::Independent)
            return refuse(
                phrase("%1 after the servers: %2 always uses database 0", quotedPart(m_rest), m_scheme.prefix));
        return takeDatabase(m_rest);
    }

    [[nodiscard]] bool takeDatabase(std::string_view text)
    {
        const auto number = wholeNumberIn<int>(text, 0);
        if (!number)
            return refuse(phrase("invalid database %1: use a number, such as 0", quotedPart(text)));
        m_target.database = *number;
        return true;
    }

    /// The text before `end`, which is removed with it.
    std::string_view takeUntil(char end)
    {
        const auto taken = m_rest.substr(0, m_rest.find(end));
        m_rest.remove_prefix(std::min(taken.size() + 1, m_rest.size()));
        return taken;
    }

    const TargetScheme& m_scheme;
    std::string_view m_rest;
    Target m_target;
    std::string m_reason;
};

std::string allSchemes()
{
    std::vector<std::string_view> prefixes;
    for (const auto& scheme : targetSchemes)
        prefixes.push_back(scheme.prefix);
    return oneOf(prefixes);
}

} // namespace

std::string toString(const Address& address)
{
    if (address.host.empty())
        return "unix:" + address.socket;
    const bool isIpv6 = address.host.find(':') != std::string::npos;
    return (isIpv6 ? '[' + address.host + ']' : address.host) + ':' + std::to_string(address.port);
}

Result<Target> parseTarget(std::string_view text)
{
    const auto whole = withoutBlanks(text);
    const auto failed = [&](std::string reason) {
        return failure(ErrorCode::BadArguments, phraseLater("connect to"), withoutPassword(whole), std::move(reason));
    };
    const auto* const scheme = targetSchemeOf(whole);
    if (scheme == nullptr)
        return failed(phrase("a target of Redis begins with %1. Example: %2", allSchemes(), targetSchemes[0].example));

    const auto rest = whole.substr(scheme->prefix.size());
    if (rest.substr(0, userEnd(rest, *scheme)).find(':') != std::string_view::npos)
        return failed(phrase("a password in a target is visible in process lists and shell histories: remove it and "
                             "give it separately. Example: %1",
                             scheme->example));
    auto target = TargetParser(*scheme, rest).parse();
    if (!target)
        return failed(target.error().detail);
    return target;
}

bool isRedisTarget(std::string_view text)
{
    return targetSchemeOf(withoutBlanks(text)) != nullptr;
}

bool isRedlockTarget(std::string_view text)
{
    const auto* scheme = targetSchemeOf(withoutBlanks(text));
    return scheme && scheme->topology == Topology::Independent;
}

std::string toString(const Target& target)
{
    const bool isSocket = !target.servers.empty() && target.servers.front().host.empty();
    const auto* const scheme =
        std::find_if(std::begin(targetSchemes), std::end(targetSchemes), [&](const TargetScheme& each) {
            return each.topology == target.topology && each.tls == target.tls && each.isSocket == isSocket;
        });
    if (scheme == std::end(targetSchemes))
        return {};
    std::string text(scheme->prefix);
    if (!target.user.empty())
        text += escaped(target.user, UrlPart::Name) + '@';
    if (isSocket) {
        text += escaped(target.servers.front().socket, UrlPart::Path);
        return target.database == 0 ? text : text + "?db=" + std::to_string(target.database);
    }
    for (const auto& server : target.servers)
        text += (&server == &target.servers.front() ? "" : ",") + toString(server);
    if (!target.master.empty())
        text += '/' + target.master;
    return target.database == 0 ? text : text + '/' + std::to_string(target.database);
}

} // namespace lockscope::redis
