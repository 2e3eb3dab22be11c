// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/clients/ContendOptions.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QColor>
#include <QWidget>

#include <string>
#include <utility>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;
class QToolButton;

namespace lockscope::ui {

class ElidedLabel;
class SaveLine;
class Simulation;
class SimulationFaults;
class SimulationForm;
class SimulationModel;
class SimulationResults;
class ToneDelegate;

/// Simulated clients that queue for real locks: the view of each client and the actual state, faults to inject, and the
/// results. The simulation must outlive it.
class SimulationPanel final : public QWidget {
    Q_OBJECT
public:
    explicit SimulationPanel(Simulation& simulation, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `isSandbox`: the ensemble is the window's own sandbox.
    void setViewState(const ViewState& viewState, bool isSandbox);
    /// Fills the form with a custom mix; `below` is used unless the ensemble is a sandbox.
    void propose(const console::ContendOptions& options, int clients, const std::string& below = {});
    void run();
    /// For a panel that is rebuilt. Not null.
    [[nodiscard]] SimulationForm* form() const { return m_form; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildButtons();
    void buildTable();
    void showMenu(const QPoint& at);
    void showForm();
    void showClients();
    void showResults();
    void showFaults();
    void showParts();
    void pauseOrGoOn();
    void say(const QString& sentence, const QColor& color);
    [[nodiscard]] QString progress() const;
    [[nodiscard]] QString lastSentence() const;
    [[nodiscard]] std::vector<std::string> chosen() const;

    Simulation& m_simulation;
    SimulationForm* m_form; ///< with m_run, m_pause and m_pace
    SimulationModel* m_model;
    SimulationFaults* m_faults;
    SimulationResults* m_results;
    ToneDelegate* m_delegate;
    Theme m_theme = darkTheme();
    QPushButton* m_run;
    QPushButton* m_pause;
    QComboBox* m_pace;
    QLabel* m_paceName;
    QToolButton* m_resultsSwitch; ///< while there is no room for both
    ElidedLabel* m_message;
    QTableView* m_table;
    SaveLine* m_saveLine;
    // What is shown; compared ten times a second:
    QColor m_messageColor;
    std::pair<bool, QColor> m_runIcon; ///< running, and its colour
    bool m_showsEnd = false;           ///< the last sentence of the run, until the form is changed
};

} // namespace lockscope::ui
