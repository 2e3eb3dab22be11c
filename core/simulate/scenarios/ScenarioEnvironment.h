// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/simulate/clients/ClientPool.h"
#include "core/simulate/clients/redis/RedisRoot.h"
#include "core/simulate/faults/FaultInjector.h"
#include "core/simulate/resource/GuardedResource.h"
#include "core/simulate/scenarios/ObservedEnsemble.h"
#include "core/simulate/scenarios/Scenario.h"
#include "core/simulate/scenarios/ScenarioFacts.h"
#include "core/simulate/scenarios/ScenarioRoot.h"
#include "core/simulate/scenarios/ScenarioServers.h"

#include <QJsonObject>
#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::console {

/// The external dependencies of a run.
struct ScenarioDependencies {
    QString program;                     ///< path of lockscopectl
    ScenarioRoot::MakeClient makeClient; ///< for the run's own node
    /// Makes an inspector that reports its view on the run's thread until the returned object is destroyed. Null: no
    /// inspector; checks that need the ensemble's view fail.
    std::function<std::unique_ptr<QObject>(const ObservedEnsemble&, std::function<void(const EnsembleView&)>)> observe;
    /// The user's ensemble; nothing: a sandbox, as the scenario specifies it.
    std::optional<zk::ConnectString> servers{};
    /// The target of the user's Redis servers; empty: none. Only one of the two.
    std::string redis{};
    /// For the run's keys on Redis, also in a sandbox. Null: without a password and TLS.
    RedisRoot::MakeClients makeRedis{};
    std::chrono::milliseconds connectLimit{20'000}; ///< for the first connection to the ensemble
    std::string below; ///< on the user's ensemble: an existing node; the run uses only a node of its own below it
    /// The servers are a sandbox of the caller: the run's own node is at the top level and has the scenario's name.
    bool isThrowAway = false;
    int niceness = 0; ///< of all processes and threads started, relative to the program's own: see Background.h
};

/// All parts of a run: the ensemble, the run's own node, the guarded resource, the links, the processes of the clients,
/// the inspector. Keeps the facts up to date. Thread: as ScenarioRun. The destructor kills what it has started.
class ScenarioEnvironment final : public QObject {
    Q_OBJECT
public:
    /// The scenario must outlive it.
    ScenarioEnvironment(const Scenario& scenario, ScenarioDependencies dependencies, QObject* parent = nullptr);
    ~ScenarioEnvironment() override;

    /// ready() follows when every client is connected and waits for its start, or failed(). Called once.
    void open();
    /// Ends all parts cleanly; closed() follows. Called once, after open().
    void close();
    /// Destroys everything but the facts; dismantled() follows when the servers have ended too. Called after closed(),
    /// and not from a slot of closed().
    void dismantle();
    /// At any time after open(): kills the clients and the servers without blocking, then does as dismantle(). Without
    /// another signal than dismantled(). On servers of the user's, nodes and keys remain.
    void abandon();

    [[nodiscard]] const ScenarioFacts& facts() const { return m_facts; }
    [[nodiscard]] const ObservedEnsemble& ensemble() const { return m_ensemble; }
    /// Valid after ready().
    [[nodiscard]] ClientPool& pool() { return *m_pool; }
    [[nodiscard]] FaultInjector& injector() { return *m_injector; }
    /// Copies the counts of the guarded resource into the facts.
    void countResource();

Q_SIGNALS:
    void ready();
    void failed(const lockscope::Error& error);
    void changed();
    void measured();
    /// See GuardedResource.
    void wrote(const lockscope::console::Visit& visit, bool isAccepted);
    /// The client's process has ended.
    void left(const std::string& client);
    void happened(const QJsonObject& line);
    /// `left`: contenders' nodes that still existed when every session should have expired.
    void closed(int left, const std::optional<lockscope::Error>& error);
    void dismantled();

private:
    [[nodiscard]] bool isOnUsersServers() const;
    [[nodiscard]] Result<void> checkUsersServers() const;
    void openSandbox();
    void prepareRoot(ObservedEnsemble ensemble);
    [[nodiscard]] std::string rootOn(const ObservedEnsemble& ensemble) const;
    [[nodiscard]] std::vector<ContendOptions> clientsBelow(const std::string& root) const;
    [[nodiscard]] std::chrono::milliseconds longestExpiry() const;
    [[nodiscard]] Result<std::string> openResource();
    void connectPool();
    void startClients();
    void onClients();
    void see(const EnsembleView& view);
    void setServer(int index, bool serves);
    void clearRoot();
    void fail(const Error& error);
    void removeKilled();

    const Scenario& m_scenario;
    ScenarioDependencies m_dependencies;
    ScenarioFacts m_facts;
    ObservedEnsemble m_ensemble;
    // In the order of dependency: later members are destroyed first.
    std::shared_ptr<LinkThread> m_thread;
    std::unique_ptr<ScenarioServers> m_servers;
    std::unique_ptr<RunRoot> m_root;
    std::unique_ptr<GuardedResource> m_resource;
    std::unique_ptr<QObject> m_observer;
    std::unique_ptr<ClientPool> m_pool;
    std::unique_ptr<FaultInjector> m_injector;
    QTimer m_waitLimit; ///< for the clients to connect, or to end
    bool m_isReady = false;
    bool m_failed = false;
    bool m_closing = false;
    bool m_rootReported = false;
    bool m_rootReady = false;
    bool m_clearing = false;
    bool m_isDismantling = false;
    bool m_isAbandoned = false;
    bool m_isServerKilled = false; ///< all of m_servers
};

} // namespace lockscope::console
