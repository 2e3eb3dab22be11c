// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/scenarios/ScenarioEnvironment.h"

#include <QObject>

#include <functional>
#include <memory>

namespace lockscope::ui {

class Connection;

/// Observes a simulation by a connection of its own: it sees also what the window does not show, or not now.
/// UI thread. Destroyed, it looks no more at once; its session is closed in the background, and `keeper` waits for that
/// should it end before.
class SimulationObserver final : public QObject {
public:
    SimulationObserver(std::unique_ptr<Connection> connection, const console::ObservedEnsemble& where,
                       std::function<void(const console::EnsembleView&)> tell, QObject* keeper);
    ~SimulationObserver() override;

private:
    std::unique_ptr<Connection> m_connection;
    QObject* m_keeper;
};

} // namespace lockscope::ui
