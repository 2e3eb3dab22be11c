// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/ScenarioEnvironment.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/connect/ThreadTasks.h"
#include "core/locks/Uuid.h"

#include <algorithm>
#include <utility>

namespace lockscope::console {

namespace {

using namespace std::chrono_literals;

constexpr auto longestConnecting = 60s; // two hundred clients on a busy machine
constexpr auto longestFarewell = 10s;
constexpr auto afterSessions = 10s; // servers expire sessions a tick or two late, and later on a busy machine

} // namespace

ScenarioEnvironment::ScenarioEnvironment(const Scenario& scenario, ScenarioDependencies dependencies, QObject* parent)
    : QObject(parent)
    , m_scenario(scenario)
    , m_dependencies(std::move(dependencies))
    , m_thread(std::make_shared<LinkThread>(m_dependencies.niceness))
{
    m_waitLimit.setSingleShot(true);
}

ScenarioEnvironment::~ScenarioEnvironment()
{
    if (m_pool)
        m_pool->disconnect(this);
}

void ScenarioEnvironment::fail(const Error& error)
{
    if (std::exchange(m_failed, true) || m_closing)
        return;
    m_waitLimit.stop();
    ensemble::runLater(this, [this, error] { Q_EMIT failed(error); });
}

void ScenarioEnvironment::open()
{
    if (!m_dependencies.servers) {
        openSandbox();
        return;
    }
    const auto below = checkedPath(m_dependencies.isThrowAway ? std::string("/") : m_dependencies.below);
    if (m_scenario.needsSandbox)
        fail({ErrorCode::BadArguments, phraseLater("run"), m_scenario.id,
              phrase("the scenario acts on servers, which is possible only in a sandbox. Run the scenario in its own "
                     "sandbox")});
    else if (!below || (*below == "/" && !m_dependencies.isThrowAway))
        fail({ErrorCode::BadArguments, phraseLater("run"), m_dependencies.below,
              phrase("on your own ensemble, a scenario runs only below one existing node. Give the path of the node, "
                     "such as /some/path")});
    else
        prepareRoot(*m_dependencies.servers);
}

void ScenarioEnvironment::openSandbox()
{
    ensemble::SandboxOptions options;
    options.servers = m_scenario.sandbox.servers;
    options.tickMs = static_cast<int>(m_scenario.sandbox.tick.count());
    options.sessionTimeoutMs = static_cast<int>(m_scenario.sandbox.sessionTimeout.count());
    options.niceness = m_dependencies.niceness;
    if (options.servers > 1) {
        m_peers = std::make_unique<PeerLinks>(m_thread);
        options.openRoutes = [this](const std::vector<ensemble::PeerRoute>& routes) { return m_peers->open(routes); };
    }
    m_sandbox = std::make_unique<ensemble::Sandbox>(options);
    connect(m_sandbox.get(), &ensemble::Sandbox::failed, this, &ScenarioEnvironment::fail);
    connect(m_sandbox.get(), &ensemble::Sandbox::serverReady, this, [this](int index) { setServer(index, true); });
    connect(m_sandbox.get(), &ensemble::Sandbox::serverStopped, this, [this](int index) { setServer(index, false); });
    connect(m_sandbox.get(), &ensemble::Sandbox::ready, this, [this] {
        const auto servers = zk::parseConnectString(m_sandbox->connectString().toStdString());
        for (const auto& server : m_sandbox->servers())
            m_ensemble.adminPorts.push_back(server.adminPort);
        m_facts.servers.assign(m_ensemble.adminPorts.size(), {.serves = true});
        if (servers)
            prepareRoot(*servers);
        else
            fail(servers.error());
    });
    m_sandbox->start();
}

void ScenarioEnvironment::setServer(int index, bool serves)
{
    const auto place = static_cast<std::size_t>(index);
    if (place >= m_facts.servers.size())
        return; // the sandbox as a whole is not ready
    m_facts.servers[place].serves = serves;
    m_facts.servers[place].paused = m_facts.servers[place].paused && serves;
    Q_EMIT happened({{QStringLiteral("event"), QStringLiteral("server")},
                     {QStringLiteral("server"), index + 1},
                     {QStringLiteral("state"), serves ? QStringLiteral("serves") : QStringLiteral("down")}});
    Q_EMIT changed();
}

void ScenarioEnvironment::prepareRoot(const zk::ConnectString& servers)
{
    m_ensemble.servers = servers;
    m_ensemble.root = m_dependencies.servers && !m_dependencies.isThrowAway
                          ? joinPath(m_dependencies.below, "lockscope-" + m_scenario.id + "-" + locks::randomUuid())
                          : "/" + m_scenario.id;
    m_root = std::make_unique<ScenarioRoot>(m_dependencies.makeClient);
    connect(m_root.get(), &ScenarioRoot::prepared, this, [this](const std::optional<Error>& error) {
        m_rootReported = true;
        m_rootReady = !error;
        if (m_closing)
            clearRoot();
        else if (error)
            fail(*error);
        else
            startClients();
    });
    connect(m_root.get(), &ScenarioRoot::cleared, this, &ScenarioEnvironment::closed);
    m_root->prepare(servers, m_ensemble.root, m_dependencies.connectLimit);
}

void ScenarioEnvironment::startClients()
{
    std::string resource;
    if (m_scenario.hasResource) {
        m_resource = std::make_unique<GuardedResource>(m_scenario.isGuarded ? GuardedResource::Fencing::Guarded
                                                                            : GuardedResource::Fencing::Unguarded);
        if (const Result<void> listening = m_resource->listen(); !listening) {
            fail(listening.error());
            return;
        }
        resource = m_resource->address().toStdString();
        connect(m_resource.get(), &GuardedResource::changed, this, [this] {
            countResource();
            Q_EMIT changed();
        });
    }
    if (m_dependencies.observe)
        m_observer = m_dependencies.observe(m_ensemble, [this](const EnsembleView& view) { see(view); });
    m_pool = std::make_unique<ClientPool>(m_dependencies.program, m_thread, m_facts);
    m_injector = std::make_unique<FaultInjector>(*m_pool, m_sandbox.get(), m_peers.get(), m_facts);
    connect(m_pool.get(), &ClientPool::reported, this, [this](const QJsonObject& line) {
        Q_EMIT happened(line);
        onClients();
    });
    connect(m_pool.get(), &ClientPool::changed, this, &ScenarioEnvironment::onClients);
    connect(m_pool.get(), &ClientPool::measured, this, &ScenarioEnvironment::measured);
    connect(m_pool.get(), &ClientPool::left, this, &ScenarioEnvironment::left);
    connect(m_pool.get(), &ClientPool::refused, this, [this](const QString& client, const QString& sentence) {
        Q_EMIT happened({{QStringLiteral("event"), QStringLiteral("refused")},
                         {QStringLiteral("client"), client},
                         {QStringLiteral("detail"), sentence}});
    });
    connect(&m_waitLimit, &QTimer::timeout, this, [this] {
        if (m_closing) {
            m_pool->kill();
            return;
        }
        const auto waiting = std::count_if(m_facts.clients.begin(), m_facts.clients.end(), [](const auto& client) {
            return client.clientView == ClientView::Starting;
        });
        fail({ErrorCode::TimedOut,
              phraseLater("start the clients"),
              {},
              phrase("clients that did not connect: %1", waiting)});
    });
    m_waitLimit.start(longestConnecting);
    if (const Result<void> entered = m_pool->enter(m_scenario.groups, m_ensemble.servers, m_ensemble.root, resource,
                                                   m_scenario.sandbox.sessionTimeout);
        !entered)
        fail(entered.error());
}

void ScenarioEnvironment::onClients()
{
    if (m_closing) {
        if (m_pool->hasLeft())
            clearRoot();
    } else if (!m_isReady && !m_failed) {
        for (const ClientPool::ClientProcess& clientProcess : m_pool->clientProcesses()) {
            if (clientProcess.hasEnded) {
                fail({ErrorCode::System, phraseLater("start"), clientProcess.process->name().toStdString(),
                      clientProcess.process->ending().toStdString()});
                return;
            }
        }
        if (m_pool->isConnected()) {
            m_isReady = true;
            m_waitLimit.stop();
            Q_EMIT ready();
        }
    }
    Q_EMIT changed();
}

void ScenarioEnvironment::see(const EnsembleView& view)
{
    const auto report = [this](const std::string& finding, const QString& state) {
        Q_EMIT happened({{QStringLiteral("event"), QStringLiteral("finding")},
                         {QStringLiteral("finding"), QString::fromStdString(finding)},
                         {QStringLiteral("state"), state}});
    };
    const std::set<std::string> before = m_facts.view ? m_facts.view->findings : std::set<std::string>();
    m_facts.view = view;
    m_facts.findingsSeen.insert(view.findings.begin(), view.findings.end());
    for (const std::string& finding : view.findings) {
        if (before.count(finding) == 0)
            report(finding, QStringLiteral("shown"));
    }
    for (const std::string& finding : before) {
        if (view.findings.count(finding) == 0)
            report(finding, QStringLiteral("gone"));
    }
    Q_EMIT changed();
}

void ScenarioEnvironment::countResource()
{
    if (!m_resource)
        return;
    const ResourceLedger::Counts& counts = m_resource->ledger().counts();
    m_facts.measures["overlaps"] = static_cast<double>(counts.overlaps);
    m_facts.measures["writes"] = static_cast<double>(counts.accepted);
    m_facts.measures["staleRejected"] = static_cast<double>(counts.rejected);
    m_facts.measures["staleThrough"] = m_scenario.isGuarded ? 0 : static_cast<double>(counts.unfenced);
}

void ScenarioEnvironment::close()
{
    m_closing = true;
    m_waitLimit.stop();
    if (m_sandbox)
        mendServers();
    if (!m_pool && m_root && !m_rootReported)
        return; // the node may be in creation: prepared() continues
    if (!m_pool || m_pool->hasLeft()) {
        clearRoot();
        return;
    }
    m_pool->leave();
    m_waitLimit.start(longestFarewell);
    if (m_pool->hasLeft())
        clearRoot();
}

/// Without working servers no session can be closed cleanly.
void ScenarioEnvironment::mendServers()
{
    const auto serving = std::count_if(m_facts.servers.begin(), m_facts.servers.end(),
                                       [](const ServerState& server) { return server.serves; });
    const bool hasQuorum = static_cast<std::size_t>(serving) * 2 > m_facts.servers.size();
    for (std::size_t i = 0; i < m_facts.servers.size(); ++i) {
        const int index = static_cast<int>(i);
        m_sandbox->resumeServer(index);
        if (!hasQuorum && !m_facts.servers[i].serves)
            m_sandbox->startServer(index);
        if (m_peers)
            m_peers->cut(index, false);
    }
}

void ScenarioEnvironment::dismantle()
{
    m_injector.reset();
    m_pool.reset();
    m_observer.reset(); // the observer and the root still have sessions to close
    m_resource.reset();
    m_root.reset();
    m_sandbox.reset();
    m_peers.reset();
    m_thread.reset();
}

void ScenarioEnvironment::clearRoot()
{
    if (std::exchange(m_clearing, true))
        return;
    m_waitLimit.stop();
    if (m_rootReady) {
        m_root->clear(m_scenario.sandbox.sessionTimeout * 2 + afterSessions);
        return;
    }
    ensemble::runLater(this, [this] { Q_EMIT closed(0, std::nullopt); });
}

} // namespace lockscope::console

#include "moc_ScenarioEnvironment.cpp"
