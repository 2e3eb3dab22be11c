// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/HostLookup.h"

#include "core/base/Phrase.h"
#include "core/base/ThreadLookups.h"

#include <netdb.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace lockscope {

namespace {

std::string numericText(const addrinfo& address)
{
    std::array<char, NI_MAXHOST> host{};
    if (::getnameinfo(address.ai_addr, address.ai_addrlen, host.data(), host.size(), nullptr, 0, NI_NUMERICHOST) != 0)
        return {};
    return host.data();
}

/// Hosts without an address, and the last reason.
struct MissingHosts {
    std::vector<std::string> names;
    int reason = 0;
};

/// False if the host is a name and may not be looked up here.
bool addAddresses(const Host& host, bool mayLookUp, FoundHosts& to, MissingHosts& missing)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST;
    addrinfo* found = nullptr;
    int code = ::getaddrinfo(host.name.c_str(), nullptr, &hints, &found);
    if (code == EAI_NONAME && !mayLookUp)
        return false;
    if (code == EAI_NONAME) {
        hints.ai_flags = AI_ADDRCONFIG;
        code = ::getaddrinfo(host.name.c_str(), nullptr, &hints, &found);
    }
    if (code != 0) {
        missing.names.push_back(host.name);
        missing.reason = code;
        return true;
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(found, &::freeaddrinfo);
    for (const auto* one = found; one; one = one->ai_next) {
        HostAddress address{numericText(*one), host.port};
        if (!address.text.empty() && std::find(to.addresses.begin(), to.addresses.end(), address) == to.addresses.end())
            to.addresses.push_back(std::move(address));
    }
    return true;
}

std::optional<FoundHosts> addressesOf(const std::vector<Host>& hosts, bool mayLookUp)
{
    FoundHosts addresses;
    MissingHosts missing;
    for (const auto& host : hosts) {
        if (!addAddresses(host, mayLookUp, addresses, missing))
            return std::nullopt;
    }
    if (!missing.names.empty())
        addresses.problem = phrase("host not found: %1 (%2)", listed(missing.names), ::gai_strerror(missing.reason));
    return addresses;
}

} // namespace

void lookUpHosts(const std::vector<Host>& hosts, std::function<void(Task)> post,
                 std::function<void(const FoundHosts&)> found)
{
    if (const auto numeric = addressesOf(hosts, false)) {
        found(*numeric);
        return;
    }
    static const auto lookups = std::make_shared<ThreadLookups<std::vector<Host>, FoundHosts>>();
    lookups->ask(
        hosts, [hosts] { return *addressesOf(hosts, true); }, std::move(post), std::move(found));
}

} // namespace lockscope
