// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/connection/ZooKeeperBackend.h"

#include "core/release/zookeeper/ZooKeeperReleaseActor.h"
#include "core/sources/zookeeper/ZooKeeperSource.h"
#include "core/zk/Traffic.h"

#include <chrono>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr std::chrono::milliseconds factsWaitLimit{3'000};

inspect::ZooKeeperSource::Settings settingsOf(ConnectionRequest order, std::shared_ptr<zk::Traffic> traffic)
{
    inspect::ZooKeeperSource::Settings settings;
    const auto& profile = order.target.profile;
    settings.inspector.connect = order.target.text.toStdString();
    settings.inspector.dialects = std::move(order.dialects);
    settings.inspector.roots = profile.roots;
    if (profile.requestsPerSecond > 0)
        settings.inspector.requestsPerSecond = profile.requestsPerSecond;
    if (profile.watchBudget > 0)
        settings.inspector.watchBudget = profile.watchBudget;
    settings.collector = std::move(order.collector);
    settings.isInBackground = true;
    settings.connection = {profile, std::move(order.target.secrets), std::move(order.gate), std::move(traffic), {}};
    settings.connection.acceptReadOnly = order.target.acceptReadOnly;
    return settings;
}

/// Confined to the executor.
struct OwnActor {
    std::shared_ptr<const inspect::DialectCatalogue> dialects;
    release::ActorSettings settings;
    std::shared_ptr<release::ReleaseActor> actor; ///< made on first use
};

} // namespace

MakeBackend zooKeeperBackend(zk::ClientFactory makeClient)
{
    return [makeClient = std::move(makeClient)](ConnectionRequest order, const Log& log) {
        const auto traffic = std::make_shared<zk::Traffic>(); // of all its clients
        const auto own = std::make_shared<OwnActor>(OwnActor{order.dialects, {}, nullptr});
        const bool asksServers = order.collector.has_value();
        auto settings = settingsOf(std::move(order), traffic);
        const auto requestsPerSecond = settings.inspector.requestsPerSecond;
        auto source = std::make_unique<inspect::ZooKeeperSource>(makeClient, std::move(settings), log);
        auto* at = source.get();
        if (asksServers)
            own->settings.freshFacts = [at](ensemble::FactsSource::Done done) {
                at->freshFacts(factsWaitLimit, std::move(done));
            };
        Backend backend;
        backend.source = std::move(source);
        backend.withActor = [at, own](Backend::Use use) {
            at->connection().executor().post([at, own, use = std::move(use)] {
                auto* client = at->connection().client();
                if (!client)
                    return;
                if (!own->actor)
                    own->actor =
                        std::make_shared<release::ZooKeeperReleaseActor>(*client, own->dialects, own->settings);
                use(own->actor);
            });
        };
        backend.figures = [traffic] {
            return std::to_string(traffic->requests) + " requests, " + std::to_string(traffic->writes) + " writes, " +
                   std::to_string(traffic->watchEvents) + " watch events";
        };
        backend.requests = [traffic] { return traffic->requests.load(); };
        backend.requestsPerSecond = requestsPerSecond;
        return backend;
    };
}

Simulation::Dependencies zooKeeperSimulation(QString program, zk::ClientFactory makeClient, Log log)
{
    auto makeOwn = [makeClient](EventLoop& loop, const zk::ConnectString& servers) {
        zk::ClientSettings settings;
        settings.servers = servers;
        return makeClient(settings, loop);
    };
    return {std::move(program), std::move(makeOwn), zooKeeperBackend(std::move(makeClient)), std::move(log)};
}

} // namespace lockscope::ui
