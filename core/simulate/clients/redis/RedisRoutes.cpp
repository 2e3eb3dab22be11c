// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/clients/redis/RedisRoutes.h"

#include "core/redis/Target.h"

#include <algorithm>

namespace lockscope::console {

Result<RecipeServers> recipeServersOf(const std::string& target)
{
    const auto parsed = redis::parseTarget(target);
    if (!parsed)
        return failure(parsed.error());
    return parsed->topology == redis::Topology::Independent ? onMasters : onRedis;
}

std::vector<LinkRoute> routesOf(const std::string& target)
{
    const auto parsed = redis::parseTarget(target);
    if (!parsed || parsed->tls)
        return {};
    if (parsed->topology == redis::Topology::Sentinel || parsed->topology == redis::Topology::Cluster)
        return {};
    std::vector<LinkRoute> routes;
    for (const auto& server : parsed->servers) {
        if (!server.socket.empty())
            return {};
        routes.push_back({QString::fromStdString(server.host), server.port});
    }
    return routes;
}

std::string targetThrough(const std::string& target, const std::vector<std::uint16_t>& ports)
{
    auto parsed = redis::parseTarget(target);
    if (!parsed)
        return target;
    const auto count = std::min(parsed->servers.size(), ports.size());
    for (std::size_t i = 0; i < count; ++i)
        parsed->servers[i] = {"127.0.0.1", ports[i], {}};
    return redis::toString(*parsed);
}

} // namespace lockscope::console
