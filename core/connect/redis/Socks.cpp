// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/redis/Socks.h"

#include "core/base/Phrase.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>

namespace lockscope::connect {

namespace {

using namespace std::string_view_literals;

constexpr char socksVersion = 5;
constexpr char connectCommand = 1;
constexpr char reserved = 0;
constexpr char succeeded = 0;
constexpr char typeIpv4 = 1;
constexpr char typeName = 3;
constexpr char typeIpv6 = 4;
constexpr std::size_t longestName = 255;
constexpr std::size_t headSize = 4; ///< version, result, reserved, type of the address
constexpr std::size_t portSize = 2;

std::string withBytes(char type, const void* bytes, std::size_t size)
{
    return type + std::string(static_cast<const char*>(bytes), size);
}

/// Type and address.
std::string socksAddress(const std::string& host)
{
    std::array<char, sizeof(in6_addr)> bytes{};
    if (::inet_pton(AF_INET, host.c_str(), bytes.data()) == 1)
        return withBytes(typeIpv4, bytes.data(), sizeof(in_addr));
    if (::inet_pton(AF_INET6, host.c_str(), bytes.data()) == 1)
        return withBytes(typeIpv6, bytes.data(), sizeof(in6_addr));
    return std::string{typeName, static_cast<char>(host.size())} + host;
}

} // namespace

std::string_view socksGreeting()
{
    return "\x05\x01\x00"sv; // one method: no authentication
}

std::string_view socksWelcome()
{
    return "\x05\x00"sv;
}

Result<std::string> socksRequest(const redis::Address& server)
{
    const auto refused = [&server](std::string why) {
        return failure(ErrorCode::BadArguments, phraseLater("connect through SSH to"), redis::toString(server),
                       std::move(why));
    };
    if (server.host.empty())
        return refused(phrase("a unix socket of this machine is not reached through SSH. Use a host name or an "
                              "address, or remove the SSH server"));
    if (server.host.size() > longestName)
        return refused(phrase("the name has more than %1 bytes. Correct the name", longestName));
    constexpr unsigned byteBits = 8;
    constexpr unsigned byteMask = 0xFF;
    return std::string{socksVersion, connectCommand, reserved} + socksAddress(server.host) +
           static_cast<char>(server.port >> byteBits) + static_cast<char>(server.port & byteMask);
}

std::size_t socksReplySize(std::string_view begin)
{
    if (begin.size() < headSize)
        return headSize;
    switch (begin[headSize - 1]) {
    case typeIpv6:
        return headSize + sizeof(in6_addr) + portSize;
    case typeName:
        return begin.size() == headSize ? headSize + 1
                                        : headSize + 1 + static_cast<unsigned char>(begin[headSize]) + portSize;
    default:
        return headSize + sizeof(in_addr) + portSize;
    }
}

bool isSocksConnected(std::string_view reply)
{
    return reply.size() >= headSize && reply[0] == socksVersion && reply[1] == succeeded;
}

} // namespace lockscope::connect
