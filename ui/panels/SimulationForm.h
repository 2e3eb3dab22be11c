// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/scenarios/Scenario.h"
#include "ui/shell/Simulation.h"
#include "ui/shell/ViewState.h"

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;

namespace lockscope::ui {

class NumberBox;
class WrapLayout;

/// Selects what to simulate, and where: a scenario, or a custom mix. Each field is checked during typing and shows its
/// whole value: the fields take as many lines as they need.
class SimulationForm final : public QWidget {
    Q_OBJECT
public:
    struct Order {
        console::Scenario scenario;
        SimulationPlace place;
    };

    /// The field values; of a list, the index.
    struct Entries {
        int scenario;
        int clients;
        console::Recipe recipe;
        int leases;
        QString hold;
        QString think;
        int place;
        QString below;
    };

    explicit SimulationForm(QWidget* parent = nullptr);

    /// Before the fields: its place never changes.
    void addFirst(QWidget& control);
    /// Behind the fields.
    void addControl(QWidget& control);
    /// Returns its label.
    QLabel* addNamed(const QString& name, QWidget& control);

    /// `isSandbox`: the ensemble is the window's own sandbox.
    void setViewState(const ViewState& viewState, bool isSandbox);
    void setRunning(bool running);
    /// Fills in a custom mix at the connected ensemble; below this node unless that is a sandbox.
    void propose(const console::ContendOptions& options, int clients, const std::string& below);

    /// For a form that is rebuilt.
    [[nodiscard]] Entries entries() const;
    void setEntries(const Entries& entries);

    [[nodiscard]] Result<Order> read() const;
    /// A custom mix has no steps, and so no turning points.
    [[nodiscard]] bool isCustom() const { return scenario() == nullptr; }
    /// A note before the run: the story, or the clients that it would disturb.
    [[nodiscard]] QString note() const;
    /// Unusable scenario files of the user's, one sentence each.
    [[nodiscard]] const QStringList& problems() const { return m_problems; }

Q_SIGNALS:
    void changed();
    /// Enter was pressed in a field.
    void entered();

private:
    void addField(const QString& text, QWidget* field, const QString& objectName);
    [[nodiscard]] const console::Scenario* scenario() const;
    [[nodiscard]] bool isHere() const;
    [[nodiscard]] bool isRedisHere() const { return m_here.backend == inspect::Backend::Redis; }
    /// Whether the connected servers are of the kind that this scenario needs.
    [[nodiscard]] bool fitsHere(const console::Scenario& scenario) const;
    [[nodiscard]] console::Recipe recipe() const;
    void fillRecipes();
    [[nodiscard]] Result<console::Scenario> ownMix() const;
    [[nodiscard]] Result<SimulationPlace> place() const;
    /// Why no field can be changed; empty: they can.
    [[nodiscard]] QString whyFixed() const;
    void showFields();

    std::vector<console::Scenario> m_scenarios;
    QStringList m_problems;
    QString m_connect;             ///< empty: not connected to an ensemble that allows simulations
    console::RecipeServers m_here; ///< at m_connect
    std::optional<console::RecipeServers> m_recipesOf{}; ///< the servers of the offered recipes; nothing: all
    bool m_isSandbox = false;
    bool m_isReplay = false;
    bool m_running = false;
    QComboBox* m_choice;
    NumberBox* m_clients;
    QComboBox* m_recipe;
    NumberBox* m_leases;
    QLineEdit* m_hold;
    QLineEdit* m_think;
    QComboBox* m_place;
    QLineEdit* m_below;
    WrapLayout* m_lines;
    std::vector<std::pair<QLabel*, QWidget*>> m_fields;
};

} // namespace lockscope::ui
