// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/console/ContendOptions.h"
#include "ui/Situation.h"
#include "ui/Theme.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTableView;
class QToolButton;

namespace lockscope::ui {

class Simulation;
class SimulationModel;
class ToneDelegate;

/// Clients that really queue for a lock: how many, how, and what each of them is doing. Every field is checked before
/// anything starts. The simulation must outlive it.
class SimulationPanel final : public QWidget {
    Q_OBJECT
public:
    explicit SimulationPanel(Simulation& simulation, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `isSandbox`: the ensemble is our own throw-away one.
    void setSituation(const Situation& situation, bool isSandbox);
    /// Fills the fields.
    void propose(const console::ContendOptions& options, int clients);
    void run();

Q_SIGNALS:
    /// Clients queue for this lock from now on.
    void started(const std::string& lockPath);

private:
    void buildForm();
    void buildTable();
    void addActions();
    void showActions(int row);
    void showRunning();
    [[nodiscard]] Result<console::ContendOptions> readForm() const;

    Simulation& m_simulation;
    SimulationModel* m_model;
    ToneDelegate* m_delegate;
    Theme m_theme = darkTheme();
    QString m_connect; ///< empty while there is no session
    QString m_note;
    QSpinBox* m_clients;
    QComboBox* m_recipe;
    QLineEdit* m_hold;
    QLineEdit* m_path;
    QPushButton* m_run;
    QLabel* m_message;
    QTableView* m_table;
};

} // namespace lockscope::ui
