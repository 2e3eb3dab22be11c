// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/scenarios/Scenario.h"
#include "ui/shell/Simulation.h"
#include "ui/shell/ViewState.h"

#include <QWidget>

#include <utility>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace lockscope::ui {

/// What shall be simulated, and where: a scenario, or a mix of one's own. Each field is checked as it is typed.
class SimulationForm final : public QWidget {
    Q_OBJECT
public:
    struct Order {
        console::Scenario scenario;
        SimulationPlace place;
    };

    /// What is chosen and typed, by its index where it is chosen.
    struct Entries {
        int scenario;
        int clients;
        int recipe;
        int leases;
        QString hold;
        QString think;
        int place;
        QString below;
    };

    explicit SimulationForm(QWidget* parent = nullptr);

    /// `isSandbox`: the ensemble is our own throw-away one.
    void setViewState(const ViewState& viewState, bool isSandbox);
    void setRunning(bool running);
    /// A mix of one's own, to run at what is connected; below this node where that is no sandbox.
    void propose(const console::ContendOptions& options, int clients, const std::string& below);

    /// For a form that is made anew.
    [[nodiscard]] Entries entries() const;
    void setEntries(const Entries& entries);

    [[nodiscard]] Result<Order> read() const;
    /// What to know before it is run: the story, or whom it would disturb.
    [[nodiscard]] QString note() const;
    /// Files of the user's that can't be used, a sentence each.
    [[nodiscard]] const QStringList& problems() const { return m_problems; }

Q_SIGNALS:
    void changed();
    /// Enter was pressed in a field.
    void entered();

private:
    void addField(const QString& text, QWidget* field, const QString& objectName);
    [[nodiscard]] const console::Scenario* scenario() const;
    [[nodiscard]] bool isHere() const;
    [[nodiscard]] Result<console::Scenario> ownMix() const;
    [[nodiscard]] Result<SimulationPlace> place() const;
    void showFields();

    std::vector<console::Scenario> m_scenarios;
    QStringList m_problems;
    QString m_connect; ///< empty: nothing that could be simulated at
    bool m_isSandbox = false;
    bool m_isReplay = false;
    bool m_running = false;
    QComboBox* m_choice;
    QSpinBox* m_clients;
    QComboBox* m_recipe;
    QSpinBox* m_leases;
    QLineEdit* m_hold;
    QLineEdit* m_think;
    QComboBox* m_place;
    QLineEdit* m_below;
    std::vector<std::pair<QLabel*, QWidget*>> m_fields;
};

} // namespace lockscope::ui
