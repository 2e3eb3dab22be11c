// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "app/lockscopectl/Target.h"

#include <string>
#include <string_view>

namespace lockscope::ctl {

console::RecipeServers Target::servers() const
{
    return {backend, isRedis() && redis.topology == redis::Topology::Independent};
}

Result<Target> parseTarget(const QString& text)
{
    constexpr std::string_view zooKeeperScheme = "zk://";
    const auto bytes = text.trimmed().toStdString();
    Target target;
    if (redis::isRedisTarget(bytes)) {
        auto parsed = redis::parseTarget(bytes);
        if (!parsed)
            return failure(parsed.error());
        target.backend = inspect::Backend::Redis;
        target.redis = *std::move(parsed);
        return target;
    }
    auto parsed =
        zk::parseConnectString(bytes.starts_with(zooKeeperScheme) ? bytes.substr(zooKeeperScheme.size()) : bytes);
    if (!parsed)
        return failure(parsed.error());
    target.zooKeeper = *std::move(parsed);
    return target;
}

} // namespace lockscope::ctl
