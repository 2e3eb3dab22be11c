// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connect/redis/RedisSettings.h"

namespace lockscope::connect {

redis::ClientSettings redisClientSettings(const Profile& profile, const Secrets& secrets)
{
    redis::ClientSettings settings;
    settings.target = profile.redis.value_or(redis::Target());
    settings.password = secrets.password;
    if (const auto& tls = profile.tls)
        settings.tls = {tls->caFile, tls->certificateFile, tls->keyFile, tls->serverName};
    return settings;
}

} // namespace lockscope::connect
