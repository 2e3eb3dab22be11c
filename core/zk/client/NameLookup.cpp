// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/NameLookup.h"

#include "core/base/Phrase.h"

#include <netdb.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace lockscope::zk {

namespace {

/// The receiver of a lookup that is in progress.
struct Waiting {
    std::function<void(Task)> post;
    std::function<void(const Addresses&)> found;
};

/// The lookups in progress, by the servers' texts.
struct Lookups {
    std::mutex mutex;
    std::map<std::string, std::vector<Waiting>> waiting;
};

/// Shared with the threads of the lookups, which the end of the process may overtake.
const std::shared_ptr<Lookups>& lookups()
{
    static const auto all = std::make_shared<Lookups>();
    return all;
}

std::string numericText(const addrinfo& address, std::uint16_t port)
{
    std::array<char, NI_MAXHOST> host{};
    if (::getnameinfo(address.ai_addr, address.ai_addrlen, host.data(), host.size(), nullptr, 0, NI_NUMERICHOST) != 0)
        return {};
    return std::string(host.data()) + ':' + std::to_string(port);
}

/// Hosts without an address, and the last reason.
struct Missing {
    std::vector<std::string> hosts;
    int reason = 0;
};

/// False if the server's host is a name and may not be looked up here.
bool add(const Server& server, bool mayLookUp, Addresses& to, Missing& missing)
{
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICHOST;
    addrinfo* found = nullptr;
    int code = ::getaddrinfo(server.host.c_str(), nullptr, &hints, &found);
    if (code == EAI_NONAME && !mayLookUp)
        return false;
    if (code == EAI_NONAME) {
        hints.ai_flags = AI_ADDRCONFIG;
        code = ::getaddrinfo(server.host.c_str(), nullptr, &hints, &found);
    }
    if (code != 0) {
        missing.hosts.push_back(server.host);
        missing.reason = code;
        return true;
    }
    const std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)> owned(found, &::freeaddrinfo);
    for (const auto* one = found; one; one = one->ai_next) {
        auto text = numericText(*one, server.port);
        if (!text.empty() && std::find(to.texts.begin(), to.texts.end(), text) == to.texts.end())
            to.texts.push_back(std::move(text));
    }
    return true;
}

std::optional<Addresses> addressesOf(const std::vector<Server>& servers, bool mayLookUp)
{
    Addresses addresses;
    Missing missing;
    for (const auto& server : servers) {
        if (!add(server, mayLookUp, addresses, missing))
            return std::nullopt;
    }
    if (!missing.hosts.empty())
        addresses.problem = phrase("host not found: %1 (%2)", listed(missing.hosts), ::gai_strerror(missing.reason));
    return addresses;
}

void runLookup(const std::shared_ptr<Lookups>& all, const std::string& key, const std::vector<Server>& servers)
{
    const auto addresses = *addressesOf(servers, true);
    std::vector<Waiting> waiting;
    {
        const std::lock_guard lock(all->mutex);
        waiting = std::move(all->waiting.extract(key).mapped());
    }
    for (auto& one : waiting)
        one.post([found = std::move(one.found), addresses] { found(addresses); });
}

} // namespace

void lookUp(const std::vector<Server>& servers, std::function<void(Task)> post,
            std::function<void(const Addresses&)> found)
{
    if (const auto numeric = addressesOf(servers, false)) {
        found(*numeric);
        return;
    }
    std::string key;
    for (const auto& server : servers)
        key += toString(server) + ',';
    const auto& all = lookups();
    {
        const std::lock_guard lock(all->mutex);
        auto& waiting = all->waiting[key];
        waiting.push_back({std::move(post), std::move(found)});
        if (waiting.size() > 1)
            return;
    }
    std::thread([all, key, servers] { runLookup(all, key, servers); }).detach();
}

} // namespace lockscope::zk
