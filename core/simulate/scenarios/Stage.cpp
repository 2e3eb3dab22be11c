// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/Stage.h"

#include "core/base/Phrase.h"
#include "core/connect/EventLoop.h"
#include "core/locks/Uuid.h"
#include "core/zk/Path.h"

#include <algorithm>
#include <utility>

namespace lockscope::console {

namespace {

using namespace std::chrono_literals;

constexpr auto longestConnecting = 60s; // two hundred clients on a busy machine
constexpr auto longestPreparing = 20s;
constexpr auto longestFarewell = 10s;
constexpr auto afterSessions = 10s; // servers expire sessions a tick or two late, and a busy machine later still

} // namespace

Stage::Stage(const Scenario& scenario, ScenarioMeans means, QObject* parent)
    : QObject(parent)
    , m_scenario(scenario)
    , m_means(std::move(means))
    , m_thread(std::make_shared<LinkThread>(m_means.niceness))
{
    m_patience.setSingleShot(true);
}

Stage::~Stage()
{
    if (m_cast)
        m_cast->disconnect(this);
}

void Stage::fail(const Error& error)
{
    if (std::exchange(m_failed, true) || m_closing)
        return;
    m_patience.stop();
    ensemble::runLater(this, [this, error] { Q_EMIT failed(error); });
}

void Stage::open()
{
    if (!m_means.servers) {
        openSandbox();
        return;
    }
    const auto below = zk::checkedPath(m_means.isThrowAway ? std::string("/") : m_means.below);
    if (m_scenario.needsSandbox)
        fail({ErrorCode::BadArguments, phraseLater("run"), m_scenario.id,
              phrase("it does something to servers, which is done to a sandbox alone: run it on one of its own")});
    else if (!below || (*below == "/" && !m_means.isThrowAway))
        fail({ErrorCode::BadArguments, phraseLater("run"), m_means.below,
              phrase("on an ensemble of yours it works below one existing node alone: name it, such as /some/path")});
    else
        prepareGround(*m_means.servers);
}

void Stage::openSandbox()
{
    ensemble::SandboxOptions options;
    options.servers = m_scenario.sandbox.servers;
    options.tickMs = static_cast<int>(m_scenario.sandbox.tick.count());
    options.sessionTimeoutMs = static_cast<int>(m_scenario.sandbox.sessionTimeout.count());
    options.niceness = m_means.niceness;
    if (options.servers > 1) {
        m_peers = std::make_unique<PeerLinks>(m_thread);
        options.openRoutes = [this](const std::vector<ensemble::PeerRoute>& routes) { return m_peers->open(routes); };
    }
    m_sandbox = std::make_unique<ensemble::Sandbox>(options);
    connect(m_sandbox.get(), &ensemble::Sandbox::failed, this, &Stage::fail);
    connect(m_sandbox.get(), &ensemble::Sandbox::serverReady, this, [this](int index) { setServer(index, true); });
    connect(m_sandbox.get(), &ensemble::Sandbox::serverStopped, this, [this](int index) { setServer(index, false); });
    connect(m_sandbox.get(), &ensemble::Sandbox::ready, this, [this] {
        const auto servers = zk::parseConnectString(m_sandbox->connectString().toStdString());
        for (const auto& server : m_sandbox->servers())
            m_ensemble.adminPorts.push_back(server.adminPort);
        m_facts.servers.assign(m_ensemble.adminPorts.size(), {.serves = true});
        if (servers)
            prepareGround(*servers);
        else
            fail(servers.error());
    });
    m_sandbox->start();
}

void Stage::setServer(int index, bool serves)
{
    const auto place = static_cast<std::size_t>(index);
    if (place >= m_facts.servers.size())
        return; // it is not ready as a whole
    m_facts.servers[place].serves = serves;
    m_facts.servers[place].paused = m_facts.servers[place].paused && serves;
    Q_EMIT happened({{QStringLiteral("event"), QStringLiteral("server")},
                     {QStringLiteral("server"), index + 1},
                     {QStringLiteral("state"), serves ? QStringLiteral("serves") : QStringLiteral("down")}});
    Q_EMIT changed();
}

void Stage::prepareGround(const zk::ConnectString& servers)
{
    m_ensemble.servers = servers;
    m_ensemble.root = m_means.servers && !m_means.isThrowAway
                          ? zk::join(m_means.below, "lockscope-" + m_scenario.id + "-" + locks::randomUuid())
                          : "/" + m_scenario.id;
    m_ground = std::make_unique<ScenarioGround>(m_means.makeClient);
    connect(m_ground.get(), &ScenarioGround::prepared, this, [this](const std::optional<Error>& error) {
        m_groundTold = true;
        m_groundReady = !error;
        if (m_closing)
            clearGround();
        else if (error)
            fail(*error);
        else
            raiseCurtain();
    });
    connect(m_ground.get(), &ScenarioGround::cleared, this, &Stage::closed);
    m_ground->prepare(servers, m_ensemble.root, longestPreparing);
}

void Stage::raiseCurtain()
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
    if (m_means.observe)
        m_observer = m_means.observe(m_ensemble, [this](const EnsembleView& view) { see(view); });
    m_cast = std::make_unique<Cast>(m_means.program, m_thread, m_facts);
    m_desk = std::make_unique<FaultDesk>(*m_cast, m_sandbox.get(), m_peers.get(), m_facts);
    connect(m_cast.get(), &Cast::told, this, [this](const QJsonObject& line) {
        Q_EMIT happened(line);
        onCast();
    });
    connect(m_cast.get(), &Cast::changed, this, &Stage::onCast);
    connect(m_cast.get(), &Cast::measured, this, &Stage::measured);
    connect(m_cast.get(), &Cast::left, this, &Stage::left);
    connect(m_cast.get(), &Cast::refused, this, [this](const QString& client, const QString& sentence) {
        Q_EMIT happened({{QStringLiteral("event"), QStringLiteral("refused")},
                         {QStringLiteral("client"), client},
                         {QStringLiteral("detail"), sentence}});
    });
    connect(&m_patience, &QTimer::timeout, this, [this] {
        if (m_closing) {
            m_cast->kill();
            return;
        }
        const auto waiting = std::count_if(m_facts.clients.begin(), m_facts.clients.end(),
                                           [](const auto& client) { return client.belief == Belief::Starting; });
        fail(
            {ErrorCode::TimedOut, phraseLater("start the clients"), {}, phrase("%1 of them did not connect", waiting)});
    });
    m_patience.start(longestConnecting);
    if (const Result<void> entered = m_cast->enter(m_scenario.groups, m_ensemble.servers, m_ensemble.root, resource,
                                                   m_scenario.sandbox.sessionTimeout);
        !entered)
        fail(entered.error());
}

void Stage::onCast()
{
    if (m_closing) {
        if (m_cast->hasLeft())
            clearGround();
    } else if (!m_isReady && !m_failed) {
        for (const Cast::Troupe& troupe : m_cast->troupes()) {
            if (troupe.hasEnded) {
                fail({ErrorCode::System,
                      phrase("start %1", troupe.process->name()),
                      {},
                      troupe.process->ending().toStdString()});
                return;
            }
        }
        if (m_cast->isConnected()) {
            m_isReady = true;
            m_patience.stop();
            Q_EMIT ready();
        }
    }
    Q_EMIT changed();
}

void Stage::see(const EnsembleView& view)
{
    const auto tell = [this](const std::string& finding, const QString& state) {
        Q_EMIT happened({{QStringLiteral("event"), QStringLiteral("finding")},
                         {QStringLiteral("finding"), QString::fromStdString(finding)},
                         {QStringLiteral("state"), state}});
    };
    const std::set<std::string> before = m_facts.view ? m_facts.view->findings : std::set<std::string>();
    m_facts.view = view;
    m_facts.findingsSeen.insert(view.findings.begin(), view.findings.end());
    for (const std::string& finding : view.findings) {
        if (before.count(finding) == 0)
            tell(finding, QStringLiteral("shown"));
    }
    for (const std::string& finding : before) {
        if (view.findings.count(finding) == 0)
            tell(finding, QStringLiteral("gone"));
    }
    Q_EMIT changed();
}

void Stage::countResource()
{
    if (!m_resource)
        return;
    const ResourceLedger::Counts& counts = m_resource->ledger().counts();
    m_facts.measures["overlaps"] = static_cast<double>(counts.overlaps);
    m_facts.measures["writes"] = static_cast<double>(counts.accepted);
    m_facts.measures["staleRejected"] = static_cast<double>(counts.rejected);
    m_facts.measures["staleThrough"] = m_scenario.isGuarded ? 0 : static_cast<double>(counts.unfenced);
}

void Stage::close()
{
    m_closing = true;
    m_patience.stop();
    if (m_sandbox)
        mendServers();
    if (!m_cast && m_ground && !m_groundTold)
        return; // the node may be made at this moment: prepared() goes on
    if (!m_cast || m_cast->hasLeft()) {
        clearGround();
        return;
    }
    m_cast->leave();
    m_patience.start(longestFarewell);
    if (m_cast->hasLeft())
        clearGround();
}

/// Else nobody could end a session in good order.
void Stage::mendServers()
{
    const auto serving = std::count_if(m_facts.servers.begin(), m_facts.servers.end(),
                                       [](const ServerFacts& server) { return server.serves; });
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

void Stage::dismantle()
{
    m_desk.reset();
    m_cast.reset();
    m_observer.reset(); // it and the ground still have sessions to close
    m_resource.reset();
    m_ground.reset();
    m_sandbox.reset();
    m_peers.reset();
    m_thread.reset();
}

void Stage::clearGround()
{
    if (std::exchange(m_clearing, true))
        return;
    m_patience.stop();
    if (m_groundReady) {
        m_ground->clear(m_scenario.sandbox.sessionTimeout * 2 + afterSessions);
        return;
    }
    ensemble::runLater(this, [this] { Q_EMIT closed(0, std::nullopt); });
}

} // namespace lockscope::console

#include "moc_Stage.cpp"
