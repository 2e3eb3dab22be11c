// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/scenarios/ScenarioEnvironment.h"

#include "core/base/Path.h"
#include "core/base/Phrase.h"
#include "core/connect/ThreadTasks.h"
#include "core/locks/Uuid.h"
#include "core/simulate/clients/redis/RedisRoutes.h"

#include <algorithm>
#include <set>
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
    m_facts.backend = scenario.backend;
    m_facts.measures["inQueue"] = 0;
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

bool ScenarioEnvironment::isOnUsersServers() const
{
    return m_dependencies.servers || !m_dependencies.redis.empty();
}

Result<void> ScenarioEnvironment::checkUsersServers() const
{
    const auto wrong = [this](const std::string& place, const std::string& sentence) {
        return failure(ErrorCode::BadArguments, phraseLater("run"), place.empty() ? m_scenario.id : place, sentence);
    };
    const bool isRedis = !m_dependencies.redis.empty();
    if (m_scenario.needsSandbox)
        return wrong({}, phrase("the scenario acts on servers, which is possible only in a sandbox. Run the scenario "
                                "in its own sandbox"));
    if ((m_scenario.backend == inspect::Backend::Redis) != isRedis)
        return wrong({}, isRedis ? phrase("the scenario is for ZooKeeper: give the address of an ensemble, such as "
                                          "zk1:2181")
                                 : phrase("the scenario is for Redis: give the address of a server, such as "
                                          "redis://cache1:6379"));
    if (isRedis) {
        const auto servers = recipeServersOf(m_dependencies.redis);
        if (!servers)
            return failure(servers.error());
        if (*servers == m_scenario.recipeServers())
            return {};
        return wrong({}, *servers == onMasters
                             ? phrase("the locks of the scenario do not work on independent masters. Give the address "
                                      "of a server, such as redis://cache1:6379")
                             : phrase("the locks of the scenario need independent masters. Give their addresses, such "
                                      "as redlock://r1:6379,r2:6379,r3:6379"));
    }
    const auto below = checkedPath(m_dependencies.isThrowAway ? std::string("/") : m_dependencies.below);
    if (!below || (*below == "/" && !m_dependencies.isThrowAway))
        return wrong(m_dependencies.below, phrase("on your own ensemble, a scenario runs only below one existing "
                                                  "node. Give the path of the node, such as /some/path"));
    return {};
}

void ScenarioEnvironment::open()
{
    if (!isOnUsersServers()) {
        openSandbox();
        return;
    }
    if (const Result<void> checked = checkUsersServers(); !checked) {
        fail(checked.error());
        return;
    }
    ObservedEnsemble ensemble;
    ensemble.redis = m_dependencies.redis;
    if (m_dependencies.servers)
        ensemble.servers = *m_dependencies.servers;
    prepareRoot(std::move(ensemble));
}

void ScenarioEnvironment::openSandbox()
{
    m_servers = std::make_unique<ScenarioServers>(m_scenario, m_thread);
    connect(m_servers.get(), &ScenarioServers::failed, this, &ScenarioEnvironment::fail);
    connect(m_servers.get(), &ScenarioServers::serverChanged, this, &ScenarioEnvironment::setServer);
    connect(m_servers.get(), &ScenarioServers::ready, this, [this] {
        m_facts.servers.assign(m_servers->count(), {.serves = true});
        if (auto ensemble = m_servers->ensemble())
            prepareRoot(*std::move(ensemble));
        else
            fail(ensemble.error());
    });
    m_servers->start();
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

/// On servers of the user's no other client has this name.
std::string ScenarioEnvironment::rootOn(const ObservedEnsemble& ensemble) const
{
    const bool isShared = isOnUsersServers() && !m_dependencies.isThrowAway;
    const auto own = "lockscope-" + m_scenario.id + "-" + locks::randomUuid();
    if (ensemble.isRedis())
        return isShared ? own + ":" : std::string();
    return isShared ? joinPath(m_dependencies.below, own) : "/" + m_scenario.id;
}

std::vector<ContendOptions> ScenarioEnvironment::clientsBelow(const std::string& root) const
{
    std::vector<ContendOptions> clients;
    for (const ScenarioGroup& group : m_scenario.groups) {
        clients.push_back(group.options);
        for (std::string& path : clients.back().paths)
            path.insert(0, root);
    }
    return clients;
}

void ScenarioEnvironment::prepareRoot(ObservedEnsemble ensemble)
{
    m_ensemble = std::move(ensemble);
    m_ensemble.root = rootOn(m_ensemble);
    if (m_ensemble.isRedis()) {
        auto clients = clientsBelow(m_ensemble.root);
        std::set<std::string> names;
        for (const ContendOptions& group : clients)
            names.insert(group.paths.begin(), group.paths.end());
        m_ensemble.names.assign(names.begin(), names.end());
        auto root = std::make_unique<RedisRoot>(m_dependencies.makeRedis, std::move(clients));
        root->prepare(m_ensemble.redis, m_dependencies.connectLimit);
        m_root = std::move(root);
    } else {
        auto root = std::make_unique<ScenarioRoot>(m_dependencies.makeClient);
        root->prepare(m_ensemble.servers, m_ensemble.root, m_dependencies.connectLimit);
        m_root = std::move(root);
    }
    connect(m_root.get(), &RunRoot::prepared, this, [this](const std::optional<Error>& error) {
        m_rootReported = true;
        m_rootReady = !error;
        if (m_closing)
            clearRoot();
        else if (error)
            fail(*error);
        else
            startClients();
    });
    connect(m_root.get(), &RunRoot::cleared, this, &ScenarioEnvironment::closed);
}

/// The address for the clients; empty: the scenario has no resource.
Result<std::string> ScenarioEnvironment::openResource()
{
    if (!m_scenario.hasResource)
        return std::string();
    m_resource = std::make_unique<GuardedResource>(m_scenario.isGuarded ? GuardedResource::Fencing::Guarded
                                                                        : GuardedResource::Fencing::Unguarded);
    if (const Result<void> listening = m_resource->listen(); !listening)
        return failure(listening.error());
    connect(m_resource.get(), &GuardedResource::wrote, this, &ScenarioEnvironment::wrote);
    connect(m_resource.get(), &GuardedResource::changed, this, [this] {
        countResource();
        Q_EMIT changed();
    });
    return m_resource->address().toStdString();
}

void ScenarioEnvironment::startClients()
{
    const auto resource = openResource();
    if (!resource) {
        fail(resource.error());
        return;
    }
    if (m_dependencies.observe)
        m_observer = m_dependencies.observe(m_ensemble, [this](const EnsembleView& view) { see(view); });
    m_pool = std::make_unique<ClientPool>(m_dependencies.program, m_thread, m_facts);
    m_injector = std::make_unique<FaultInjector>(*m_pool, m_servers.get(), m_facts);
    connectPool();
    m_waitLimit.start(longestConnecting);
    if (const Result<void> entered =
            m_pool->enter(m_scenario.groups, m_ensemble, *resource, m_scenario.sandbox.sessionTimeout);
        !entered)
        fail(entered.error());
}

void ScenarioEnvironment::connectPool()
{
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
    m_facts.measures["inQueue"] = static_cast<double>(
        std::count_if(view.slots.begin(), view.slots.end(), [](const SeenContender& slot) { return !slot.holds; }));
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
    if (m_servers)
        m_servers->mend(m_facts.servers);
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

void ScenarioEnvironment::dismantle()
{
    if (m_isAbandoned || std::exchange(m_isDismantling, true))
        return;
    m_injector.reset();
    m_pool.reset();
    m_observer.reset(); // the observer and the root still have sessions to close
    m_resource.reset();
    m_root.reset();
    const auto end = [this] {
        m_servers.reset();
        m_thread.reset();
        Q_EMIT dismantled();
    };
    if (!m_servers) {
        ensemble::runLater(this, end);
        return;
    }
    disconnect(m_servers.get(), nullptr, this, nullptr);
    connect(m_servers.get(), &ScenarioServers::ended, this, end, Qt::QueuedConnection); // the slot destroys the sender
    m_servers->end();
}

void ScenarioEnvironment::abandon()
{
    if (m_isDismantling || std::exchange(m_isAbandoned, true))
        return;
    m_closing = true;
    m_waitLimit.stop();
    m_injector.reset();
    m_observer.reset();
    m_resource.reset();
    if (m_root)
        disconnect(m_root.get(), nullptr, this, nullptr);
    if (m_pool) {
        disconnect(m_pool.get(), nullptr, this, nullptr);
        connect(m_pool.get(), &ClientPool::changed, this, &ScenarioEnvironment::removeKilled, Qt::QueuedConnection);
        m_pool->kill();
    }
    if (m_servers) {
        disconnect(m_servers.get(), nullptr, this, nullptr);
        const auto removeAll = [this] {
            m_isServerKilled = true;
            removeKilled();
        };
        connect(m_servers.get(), &ScenarioServers::ended, this, removeAll, Qt::QueuedConnection);
        m_servers->end();
    }
    ensemble::runLater(this, [this] { removeKilled(); });
}

/// When all have ended: a session of the root's would wait for a server that is paused, but not for one that is gone.
void ScenarioEnvironment::removeKilled()
{
    const bool areAllKilled = (!m_pool || m_pool->hasLeft()) && (!m_servers || m_isServerKilled);
    if (!areAllKilled || std::exchange(m_isDismantling, true))
        return;
    m_pool.reset();
    m_root.reset();
    m_servers.reset();
    m_thread.reset();
    Q_EMIT dismantled();
}

/// After this, the servers have ended the holds of clients that did not.
std::chrono::milliseconds ScenarioEnvironment::longestExpiry() const
{
    if (!m_ensemble.isRedis())
        return m_scenario.sandbox.sessionTimeout * 2;
    std::chrono::milliseconds longest{0};
    for (const ScenarioGroup& group : m_scenario.groups) {
        const ContendOptions& options = group.options;
        longest = std::max(longest, options.lease.value_or(options.watchdogTimeout.value_or(usualWatchdogTimeout)));
    }
    return longest;
}

void ScenarioEnvironment::clearRoot()
{
    if (std::exchange(m_clearing, true))
        return;
    m_waitLimit.stop();
    if (m_rootReady) {
        m_root->clear(longestExpiry() + afterSessions);
        return;
    }
    ensemble::runLater(this, [this] { Q_EMIT closed(0, std::nullopt); });
}

} // namespace lockscope::console

#include "moc_ScenarioEnvironment.cpp"
