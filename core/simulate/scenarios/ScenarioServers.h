// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/sandbox/Sandbox.h"
#include "core/sandbox/redis/RedisSandbox.h"
#include "core/simulate/faults/LinkThread.h"
#include "core/simulate/faults/PeerLinks.h"
#include "core/simulate/scenarios/ObservedEnsemble.h"
#include "core/simulate/scenarios/Scenario.h"
#include "core/simulate/scenarios/ScenarioFacts.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

namespace lockscope::console {

/// The servers of a run's own sandbox, of either backend, and the faults that can be applied to them. Servers count
/// from 0. Thread: as ScenarioRun.
class ScenarioServers final : public QObject {
    Q_OBJECT
public:
    ScenarioServers(const Scenario& scenario, std::shared_ptr<LinkThread> thread, QObject* parent = nullptr);
    ~ScenarioServers() override;

    /// ready() or failed() follows. Called once.
    void start();
    /// Without a root; valid from ready() on.
    [[nodiscard]] Result<ObservedEnsemble> ensemble() const;
    [[nodiscard]] std::size_t count() const;
    /// Of ZooKeeper's servers, which tell their roles there.
    [[nodiscard]] std::vector<quint16> rolePorts() const;
    /// Of Redis: RedisSandbox::findRole(); of ZooKeeper: none has these roles.
    void findRole(redis::RedisSandbox::Role role, int group, std::function<void(const std::vector<int>&)> found);

    void kill(int index);
    void restart(int index); ///< a server that was killed
    void pause(int index);
    void resume(int index);
    /// Kills it and starts it again; a server of Redis has no data then.
    void forget(int index);
    /// Cuts or reconnects it, as other servers see it. Clients: LinkProxy::cutServer().
    void cut(int index, bool isCut);
    [[nodiscard]] Result<void> moveClock(int index, std::chrono::milliseconds forward);
    /// Kills the servers without blocking; ended() follows, and no other signal.
    void end();
    /// Ends the faults, so that clients can end cleanly.
    void mend(const std::vector<ServerState>& states);

Q_SIGNALS:
    void ready();
    void failed(const lockscope::Error& error);
    void serverChanged(int index, bool serves);
    void ended();

private:
    void makeZooKeeper(const Scenario& scenario);
    void makeRedis(const Scenario& scenario);

    std::shared_ptr<LinkThread> m_thread;
    std::unique_ptr<PeerLinks> m_peers;
    std::unique_ptr<ensemble::ServerGroup> m_group;
    ensemble::Sandbox* m_zooKeeper = nullptr; ///< it is m_group
    redis::RedisSandbox* m_redis = nullptr;   ///< it is m_group
    std::vector<std::chrono::milliseconds> m_clocks;
};

} // namespace lockscope::console
