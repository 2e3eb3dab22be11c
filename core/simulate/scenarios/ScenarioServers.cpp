// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/ScenarioServers.h"

#include "core/base/Phrase.h"

#include <algorithm>
#include <utility>

namespace lockscope::console {

ScenarioServers::ScenarioServers(const Scenario& scenario, std::shared_ptr<LinkThread> thread, QObject* parent)
    : QObject(parent)
    , m_thread(std::move(thread))
{
    if (scenario.backend == inspect::Backend::Redis)
        makeRedis(scenario);
    else
        makeZooKeeper(scenario);
    connect(m_group.get(), &ensemble::ServerGroup::failed, this, &ScenarioServers::failed);
    connect(m_group.get(), &ensemble::ServerGroup::ready, this, &ScenarioServers::ready);
    connect(m_group.get(), &ensemble::ServerGroup::serverReady, this,
            [this](int index) { Q_EMIT serverChanged(index, true); });
    connect(m_group.get(), &ensemble::ServerGroup::serverStopped, this,
            [this](int index) { Q_EMIT serverChanged(index, false); });
    connect(m_group.get(), &ensemble::ServerGroup::ended, this, &ScenarioServers::ended);
}

ScenarioServers::~ScenarioServers() = default;

void ScenarioServers::makeZooKeeper(const Scenario& scenario)
{
    ensemble::SandboxOptions options;
    options.servers = scenario.sandbox.servers;
    options.tickMs = static_cast<int>(scenario.sandbox.tick.count());
    options.sessionTimeoutMs = static_cast<int>(scenario.sandbox.sessionTimeout.count());
    options.niceness = m_thread->niceness();
    if (options.servers > 1) {
        m_peers = std::make_unique<PeerLinks>(m_thread);
        options.openRoutes = [this](const std::vector<ensemble::PeerRoute>& routes) { return m_peers->open(routes); };
    }
    auto sandbox = std::make_unique<ensemble::Sandbox>(options);
    m_zooKeeper = sandbox.get();
    m_group = std::move(sandbox);
}

void ScenarioServers::makeRedis(const Scenario& scenario)
{
    redis::RedisSandboxOptions options;
    options.kind = scenario.sandbox.kind;
    options.masters = scenario.sandbox.servers; // used only for independent masters
    options.downAfterMs = static_cast<int>(scenario.sandbox.downAfter.count());
    options.niceness = m_thread->niceness();
    // An open-ended run takes faults by hand, also of clocks.
    options.movesClocks = scenario.sandbox.movesClocks || scenario.goesOn;
    auto sandbox = std::make_unique<redis::RedisSandbox>(options);
    m_redis = sandbox.get();
    m_group = std::move(sandbox);
}

void ScenarioServers::start()
{
    m_group->start();
}

void ScenarioServers::end()
{
    m_group->end();
}

Result<ObservedEnsemble> ScenarioServers::ensemble() const
{
    ObservedEnsemble ensemble;
    if (m_redis) {
        ensemble.redis = m_redis->target().toStdString();
        return ensemble;
    }
    auto servers = zk::parseConnectString(m_zooKeeper->connectString().toStdString());
    if (!servers)
        return failure(servers.error());
    ensemble.servers = *std::move(servers);
    for (const auto& server : m_zooKeeper->servers())
        ensemble.adminPorts.push_back(server.adminPort);
    return ensemble;
}

std::size_t ScenarioServers::count() const
{
    return m_redis ? m_redis->servers().size() : m_zooKeeper->servers().size();
}

std::vector<quint16> ScenarioServers::rolePorts() const
{
    std::vector<quint16> ports;
    if (m_zooKeeper) {
        for (const auto& server : m_zooKeeper->servers())
            ports.push_back(static_cast<quint16>(server.clientPort));
    }
    return ports;
}

void ScenarioServers::findRole(redis::RedisSandbox::Role role, int group,
                               std::function<void(const std::vector<int>&)> found)
{
    if (m_redis)
        m_redis->findRole(role, group, std::move(found));
    else
        found({});
}

void ScenarioServers::kill(int index)
{
    m_group->killServer(index);
}

void ScenarioServers::restart(int index)
{
    m_group->startServer(index);
}

void ScenarioServers::pause(int index)
{
    m_group->pauseServer(index);
}

void ScenarioServers::resume(int index)
{
    m_group->resumeServer(index);
}

void ScenarioServers::forget(int index)
{
    m_group->killServer(index);
    m_group->startServer(index);
}

void ScenarioServers::cut(int index, bool isCut)
{
    if (m_peers)
        m_peers->cut(index, isCut);
}

Result<void> ScenarioServers::moveClock(int index, std::chrono::milliseconds forward)
{
    if (!m_redis)
        return failure(ErrorCode::Refused, phraseLater("move the clock"), {},
                       phrase("only the clocks of Redis servers can be moved"));
    m_clocks.resize(count());
    const auto clock = m_clocks[static_cast<std::size_t>(index)] + forward;
    if (Result<void> moved = m_redis->moveClock(index, clock); !moved)
        return moved;
    m_clocks[static_cast<std::size_t>(index)] = clock;
    return {};
}

/// Without working servers no session of ZooKeeper can be closed cleanly: a quorum is enough. A server of Redis has
/// locks that no other one has.
void ScenarioServers::mend(const std::vector<ServerState>& states)
{
    const auto serving =
        std::count_if(states.begin(), states.end(), [](const ServerState& server) { return server.serves; });
    const bool needsAll = m_redis || static_cast<std::size_t>(serving) * 2 <= states.size();
    for (std::size_t i = 0; i < states.size(); ++i) {
        const int index = static_cast<int>(i);
        m_group->resumeServer(index);
        if (needsAll && !states[i].serves)
            m_group->startServer(index);
        cut(index, false);
    }
}

} // namespace lockscope::console

#include "moc_ScenarioServers.cpp"
