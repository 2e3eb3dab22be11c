// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/RedisBackend.h"

#include "core/connect/redis/RedisSettings.h"
#include "core/connect/redis/SshDialer.h"
#include "core/redis/ClientNames.h"
#include "core/redis/Traffic.h"
#include "core/release/redis/RedisReleaseActor.h"
#include "core/release/redis/RedlockReleaseActor.h"
#include "core/sources/redis/RedisSource.h"
#include "core/sources/redis/RedlockSource.h"
#include "core/sources/redis/dialects/RedisDialectFiles.h"

#include <optional>
#include <utility>

namespace lockscope::ui {

namespace {

redis::ClientSettings connectionOf(ConnectionRequest& order, std::shared_ptr<redis::Traffic> traffic)
{
    const auto& profile = order.target.profile;
    auto settings = connect::redisClientSettings(profile, order.target.secrets);
    order.target.secrets.password.clear(); // the settings have it
    if (profile.ssh)
        settings.dialer = std::make_shared<connect::SshDialer>(*profile.ssh);
    settings.clientName = redis::windowClientName;
    settings.traffic = std::move(traffic);
    settings.gate = std::move(order.gate);
    return settings;
}

/// The same as another user; nothing if the profile has no user for releases.
std::optional<redis::ClientSettings> writingOf(const ConnectionRequest& order, const redis::ClientSettings& reading)
{
    const auto& profile = order.target.profile;
    if (profile.writeUser.empty())
        return std::nullopt;
    auto settings = reading;
    settings.target.user = profile.writeUser;
    settings.password = order.target.secrets.writePassword;
    return settings;
}

/// One actor for one server, Sentinel or Cluster. Confined to the executor of the source.
Backend singleBackend(ConnectionRequest order, std::shared_ptr<redis::Traffic> traffic, const Log& log)
{
    inspect::RedisSource::Settings settings;
    settings.inspector.connect = order.target.text.toStdString();
    settings.inspector.roots = order.target.profile.roots;
    settings.hosts = {nullptr, order.target.profile.hostsFile, order.target.profile.resolveHosts};
    settings.inspector.dialects = inspect::loadRedisDialects(inspect::userDialectFolder()).dialects;
    settings.connection = connectionOf(order, std::move(traffic));
    settings.writing = writingOf(order, settings.connection);
    release::RedisActorSettings actorSettings;
    actorSettings.user = order.target.profile.releasingUser();
    actorSettings.dialects = settings.inspector.dialects;
    auto source = std::make_unique<inspect::RedisSource>(std::move(settings), log);
    Backend backend;
    backend.withActor = [at = source.get(), actorSettings,
                         actor = std::make_shared<std::shared_ptr<release::ReleaseActor>>()](Backend::Use use) {
        at->executor().post([at, actorSettings, actor, use = std::move(use)] {
            if (!at->client())
                return;
            if (!*actor)
                *actor = std::make_shared<release::RedisReleaseActor>(*at->client(), actorSettings);
            use(*actor);
        });
    };
    backend.source = std::move(source);
    return backend;
}

Backend redlockBackend(ConnectionRequest order, std::shared_ptr<redis::Traffic> traffic, const Log& log)
{
    inspect::RedlockSource::Settings settings;
    settings.inspector.connect = order.target.text.toStdString();
    settings.inspector.roots = order.target.profile.roots;
    settings.hosts = {nullptr, order.target.profile.hostsFile, order.target.profile.resolveHosts};
    settings.connection = connectionOf(order, std::move(traffic));
    settings.writing = writingOf(order, settings.connection);
    settings.inspector.dialects = inspect::loadRedisDialects(inspect::userDialectFolder()).dialects;
    release::RedisActorSettings actorSettings;
    actorSettings.user = order.target.profile.releasingUser();
    actorSettings.dialects = settings.inspector.dialects;
    auto source = std::make_unique<inspect::RedlockSource>(std::move(settings), log);
    Backend backend;
    backend.withActor = [at = source.get(), actorSettings,
                         actor = std::make_shared<std::shared_ptr<release::ReleaseActor>>()](Backend::Use use) {
        at->executor().post([at, actorSettings, actor, use = std::move(use)] {
            if (at->clients().empty())
                return;
            if (!*actor) {
                std::vector<redis::Client*> masters;
                for (const auto& client : at->clients())
                    masters.push_back(client.get());
                *actor = std::make_shared<release::RedlockReleaseActor>(masters, actorSettings);
            }
            use(*actor);
        });
    };
    backend.source = std::move(source);
    return backend;
}

} // namespace

MakeBackend redisBackend()
{
    return [](ConnectionRequest order, const Log& log) {
        const auto traffic = std::make_shared<redis::Traffic>(); // of all its connections
        const bool isRedlock = order.target.profile.redis->topology == redis::Topology::Independent;
        auto backend =
            isRedlock ? redlockBackend(std::move(order), traffic, log) : singleBackend(std::move(order), traffic, log);
        backend.figures = [traffic] {
            return std::to_string(traffic->requests) + " requests, " + std::to_string(traffic->messages) + " messages";
        };
        backend.requests = [traffic] { return traffic->requests.load(); };
        return backend;
    };
}

} // namespace lockscope::ui
