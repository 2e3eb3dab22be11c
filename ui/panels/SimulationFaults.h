// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/faults/Fault.h"
#include "core/simulate/scenarios/ScenarioFacts.h"

#include <QWidget>

#include <string>
#include <utility>
#include <vector>

class QAction;
class QLabel;
class QMenu;
class QToolButton;

namespace lockscope::ui {

/// Faults for the selected clients of a simulation, as a menu that their rows show too, and for the servers of its
/// sandbox. Intents: wanted, wantedOfServer.
class SimulationFaults final : public QWidget {
    Q_OBJECT
public:
    explicit SimulationFaults(QWidget* parent = nullptr);

    /// `playing`: faults can be injected now. `chosen`: the clients.
    void show(const console::ScenarioFacts& facts, bool playing, const std::vector<std::string>& chosen);
    /// All faults for the selected clients.
    [[nodiscard]] QMenu* menu() const { return m_menu; }

Q_SIGNALS:
    void wanted(const lockscope::console::Fault& fault);
    void wantedOfServer(const lockscope::console::Fault& fault, int server);

private:
    void addFault(const console::OfferedFault& offered);
    void addMenuButton(QToolButton* button, const QString& objectName, const QString& text,
                       const QString& accessibleName, QMenu* menu);
    void fillServers();

    inspect::Backend m_backend = inspect::Backend::ZooKeeper;
    std::vector<console::ServerState> m_servers;
    QLabel* m_targets;
    QMenu* m_menu;
    QToolButton* m_more;
    QToolButton* m_serversButton;
    QMenu* m_serversMenu;
    std::vector<std::pair<QAction*, console::FaultKind>> m_actions;
};

} // namespace lockscope::ui
