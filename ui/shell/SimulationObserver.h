// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/scenarios/ScenarioEnvironment.h"

#include <QObject>

#include <functional>
#include <memory>

namespace lockscope::ui {

class Connection;

/// Observes a simulation over a connection of its own, so the window may show something else or be paused. UI thread.
/// After destruction `report` is not called; the session closes in the background, and `keeper`, if destroyed before
/// that, waits for the close.
class SimulationObserver final : public QObject {
public:
    SimulationObserver(std::unique_ptr<Connection> connection, const console::ObservedEnsemble& where,
                       std::function<void(const console::EnsembleView&)> report, QObject* keeper);
    ~SimulationObserver() override;

private:
    std::unique_ptr<Connection> m_connection;
    QObject* m_keeper;
};

} // namespace lockscope::ui
