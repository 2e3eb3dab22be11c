// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zk/client/NameLookup.h"

#include "core/base/HostLookup.h"

#include <utility>

namespace lockscope::zk {

void lookUp(const std::vector<Server>& servers, std::function<void(Task)> post,
            std::function<void(const Addresses&)> found)
{
    std::vector<Host> hosts;
    hosts.reserve(servers.size());
    for (const auto& server : servers)
        hosts.push_back({server.host, server.port});
    lookUpHosts(hosts, std::move(post), [found = std::move(found)](const FoundHosts& all) {
        Addresses addresses{{}, all.problem};
        for (const auto& one : all.addresses)
            addresses.texts.push_back(one.text + ':' + std::to_string(one.port));
        found(addresses);
    });
}

} // namespace lockscope::zk
