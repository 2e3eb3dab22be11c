// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Error.h"
#include "core/sandbox/Sandbox.h"
#include "core/simulate/clients/ClientPool.h"
#include "core/simulate/faults/FaultInjector.h"
#include "core/simulate/faults/PeerLinks.h"
#include "core/simulate/resource/GuardedResource.h"
#include "core/simulate/scenarios/Scenario.h"
#include "core/simulate/scenarios/ScenarioFacts.h"
#include "core/simulate/scenarios/ScenarioRoot.h"

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

/// Where an inspector shall look during a run.
struct ObservedEnsemble {
    zk::ConnectString servers;
    std::vector<int> adminPorts; ///< one a server of a sandbox; empty: not known
    std::string root;            ///< the run's own node; nothing else concerns it
};

/// What a run needs of the outside.
struct ScenarioDependencies {
    QString program;                     ///< the path of lockscopectl
    ScenarioRoot::MakeClient makeClient; ///< for the run's own node
    /// Makes an inspector that tells, on the run's thread, what it sees, until what is returned is destroyed. Null:
    /// nobody looks, and what needs the ensemble's view fails.
    std::function<std::unique_ptr<QObject>(const ObservedEnsemble&, std::function<void(const EnsembleView&)>)> observe;
    /// An ensemble of the user's; nothing: a sandbox, with all that the scenario says of it.
    std::optional<zk::ConnectString> servers{};
    std::chrono::milliseconds connectLimit{20'000}; ///< for the first connection to the ensemble
    std::string below; ///< on the user's: an existing node, below which alone the run works, in a node of its own
    /// The servers are a sandbox that somebody else keeps: the run's own node lies at its top, and is called as the
    /// scenario is.
    bool isThrowAway = false;
    int niceness = 0; ///< of all that it starts, above the program's own: see Background.h
};

/// All that a run needs to stand: the ensemble, the run's own node, the guarded resource, the links, the processes of
/// the clients, the inspector. Keeps the facts up to date.
/// Thread: as ScenarioRun. Destroyed, it kills what it has started.
class ScenarioEnvironment final : public QObject {
    Q_OBJECT
public:
    /// The scenario must outlive it.
    ScenarioEnvironment(const Scenario& scenario, ScenarioDependencies dependencies, QObject* parent = nullptr);
    ~ScenarioEnvironment() override;

    /// ready() follows when every client is connected and waits for its start, or failed(). Once.
    void open();
    /// Ends all in good order; closed() follows. After open(), once.
    void close();
    /// Lets go of everything but the facts. After closed(), and not in a slot of it.
    void dismantle();

    [[nodiscard]] const ScenarioFacts& facts() const { return m_facts; }
    [[nodiscard]] const ObservedEnsemble& ensemble() const { return m_ensemble; }
    /// From ready() on.
    [[nodiscard]] ClientPool& pool() { return *m_pool; }
    [[nodiscard]] FaultInjector& injector() { return *m_injector; }
    /// What the guarded resource has counted, brought into the facts.
    void countResource();

Q_SIGNALS:
    void ready();
    void failed(const lockscope::Error& error);
    void changed();
    void measured();
    /// The client's process has ended.
    void left(const std::string& client);
    void happened(const QJsonObject& line);
    /// `left`: contenders' nodes that were still there when every session should have expired.
    void closed(int left, const std::optional<lockscope::Error>& error);

private:
    void openSandbox();
    void prepareRoot(const zk::ConnectString& servers);
    void startClients();
    void onClients();
    void see(const EnsembleView& view);
    void setServer(int index, bool serves);
    void clearRoot();
    void mendServers();
    void fail(const Error& error);

    const Scenario& m_scenario;
    ScenarioDependencies m_dependencies;
    ScenarioFacts m_facts;
    ObservedEnsemble m_ensemble;
    // In the order of need: what comes later goes first.
    std::shared_ptr<LinkThread> m_thread;
    std::unique_ptr<PeerLinks> m_peers;
    std::unique_ptr<ensemble::Sandbox> m_sandbox;
    std::unique_ptr<ScenarioRoot> m_root;
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
};

} // namespace lockscope::console
