// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/Result.h"
#include "core/sandbox/Sandbox.h"
#include "core/simulate/clients/ClientPool.h"
#include "core/simulate/faults/Fault.h"
#include "core/simulate/faults/PeerLinks.h"
#include "core/simulate/scenarios/ScenarioFacts.h"
#include "core/simulate/scenarios/TargetSelector.h"

#include <QObject>
#include <QStringList>

#include <functional>

namespace lockscope::console {

/// Does what a fault says to those whom it is for: the one way in which it is done, by hand and by script.
/// Thread: that of the parts, which must outlive it; nothing blocks.
class FaultInjector final : public QObject {
    Q_OBJECT
public:
    /// Whom it has hit: clients (all of a process where it hits processes), or "server 2". Refused: nobody fits now,
    /// or it can't be done to them. Called once, at once or later.
    using Done = std::function<void(const Result<QStringList>& hit)>;

    /// `sandbox` and `peers` are null on an ensemble of the user's, to whose servers nothing is ever done.
    FaultInjector(ClientPool& pool, ensemble::Sandbox* sandbox, PeerLinks* peers, ScenarioFacts& facts,
                  QObject* parent = nullptr);

    void apply(const Fault& fault, const TargetSelector& whom, Done done);

private:
    void applyToServer(const Fault& fault, int index, const Done& done);
    void applyToRole(const Fault& fault, const TargetSelector& whom, Done done);
    void applyToClients(const Fault& fault, const std::vector<std::string>& names, const Done& done);
    [[nodiscard]] Result<void> applyToClientProcess(const Fault& fault, ClientPool::ClientProcess& clientProcess);
    [[nodiscard]] Result<void> applyToClient(const Fault& fault, const std::string& name,
                                             ClientPool::ClientProcess& clientProcess);
    [[nodiscard]] Result<void> revoke(const std::string& name);
    void expire(const std::vector<ClientPool::ClientProcess*>& clientProcesses, const QStringList& hit,
                const Done& done);

    ClientPool& m_pool;
    ensemble::Sandbox* m_sandbox;
    PeerLinks* m_peers;
    ScenarioFacts& m_facts;
};

} // namespace lockscope::console
