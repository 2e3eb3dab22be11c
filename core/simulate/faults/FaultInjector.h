// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/simulate/clients/ClientPool.h"
#include "core/simulate/faults/Fault.h"
#include "core/simulate/scenarios/ScenarioFacts.h"
#include "core/simulate/scenarios/ScenarioServers.h"
#include "core/simulate/scenarios/TargetSelector.h"

#include <QObject>
#include <QStringList>

#include <functional>

namespace lockscope::console {

/// Applies a fault to its targets, the same way for users and for scripts. Thread: that of the parts, which must
/// outlive it; nothing blocks.
class FaultInjector final : public QObject {
    Q_OBJECT
public:
    /// The targets: clients (all clients of a process for a fault of processes), or "server 2". Refused: no target
    /// matches now, or the fault does not apply to it. Called once, at once or later.
    using Done = std::function<void(const Result<QStringList>& hit)>;

    /// `servers`: null on the user's servers, which are never changed.
    FaultInjector(ClientPool& pool, ScenarioServers* servers, ScenarioFacts& facts, QObject* parent = nullptr);

    void apply(const Fault& fault, const TargetSelector& target, Done done);

private:
    void applyToServer(const Fault& fault, int index, const Done& done);
    [[nodiscard]] Result<void> change(const Fault& fault, int index, ServerState& server);
    [[nodiscard]] bool canCut() const;
    void cut(int index, bool isCut);
    void applyToRole(const Fault& fault, const TargetSelector& target, Done done);
    void applyToRedisRole(const Fault& fault, const TargetSelector& target, Done done);
    void applyToClients(const Fault& fault, const std::vector<std::string>& names, const Done& done);
    [[nodiscard]] Result<void> applyToClientProcess(const Fault& fault, ClientPool::ClientProcess& clientProcess);
    [[nodiscard]] Result<void> applyToClient(const Fault& fault, const std::string& name,
                                             ClientPool::ClientProcess& clientProcess);
    [[nodiscard]] Result<void> revoke(const std::string& name);
    static void settle(const std::vector<ClientPool::ClientProcess*>& clientProcesses, const QStringList& hit,
                       const Done& done);
    void expire(const std::vector<ClientPool::ClientProcess*>& clientProcesses, const QStringList& hit,
                const Done& done);

    ClientPool& m_pool;
    ScenarioServers* m_servers;
    ScenarioFacts& m_facts;
};

} // namespace lockscope::console
