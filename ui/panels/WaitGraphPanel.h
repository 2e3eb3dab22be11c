// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "core/waits/WaitGraph.h"
#include "ui/models/WaysModel.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"
#include "ui/views/graph/WaitDrawing.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QBoxLayout;
class QCheckBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace lockscope::ui {

class ContenderMenu;
class DeadlockWays;
class ElidedLabel;
class EmptyState;
class SaveLine;
class WaitGraphView;
class WaitLegend;

/// The wait graph of all locks or around the selected one, or only its cycles, with deadlocks as text, and with the
/// ways to end a deadlock; can be saved as PNG, SVG or DOT. A separate thread makes the graph, from one snapshot at a
/// time, only while the panel is visible. Intents: nodeChosen, releaseWanted.
class WaitGraphPanel final : public QWidget {
    Q_OBJECT
public:
    explicit WaitGraphPanel(QWidget* parent = nullptr);
    ~WaitGraphPanel() override;

    void setTheme(const Theme& theme);
    /// The menu of the sessions and arrows.
    void setMenu(ContenderMenu& menu);
    /// `lockPath`: the selected lock; empty: none.
    void setViewState(const ViewState& viewState, const std::string& lockPath);

Q_SIGNALS:
    void nodeChosen(const lockscope::inspect::ContenderKey& key);
    /// Of a holder in a deadlock.
    void releaseWanted(const lockscope::inspect::ContenderKey& key);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// The input of a graph.
    struct Wanted {
        inspect::SnapshotPtr snapshot;
        std::string lock; ///< empty: all locks
        bool onlyCycles = false;

        friend bool operator==(const Wanted&, const Wanted&) = default;
    };
    using GraphPtr = std::shared_ptr<const inspect::WaitGraph>;
    /// What is shown of a graph.
    struct Drawn {
        std::shared_ptr<const WaitDrawing> drawing;
        std::vector<std::vector<DeadlockWay>> ways; ///< by cycle
        bool hasWaits = false;                      ///< of which onlyCycles may have left out all
    };
    using DrawnPtr = std::shared_ptr<const Drawn>;

    QWidget* makeHeader();
    void refresh();
    [[nodiscard]] Wanted wanted() const;
    void forget();
    void make();
    void take(const Wanted& made, GraphPtr graph, DrawnPtr drawn, std::chrono::milliseconds cost);
    [[nodiscard]] static DrawnPtr draw(const inspect::WaitGraph& graph, const Wanted& wanted);
    [[nodiscard]] const inspect::WaitSnapshot* drawn() const;
    void showGraph();
    void showWords();
    void showWays();
    [[nodiscard]] std::optional<std::size_t> shownCycle() const;
    void chooseHere(const inspect::ContenderKey& key);
    void sayWhy();
    bool sayWhyWithoutWaits();

    ViewState m_viewState;
    std::string m_lock;  ///< the selected one
    std::string m_about; ///< the lock around which the graph is, unless it shows all
    std::string m_own;   ///< the lock selected in the graph itself, which does not change m_about
    bool m_isMaking = false;
    Wanted m_made;
    GraphPtr m_graph;
    DrawnPtr m_drawn;
    QTimer m_rest; ///< after a graph that took long

    QLabel* m_words;
    ElidedLabel* m_reported;
    WaitLegend* m_legend;
    QToolButton* m_all;
    QToolButton* m_chosen;
    QCheckBox* m_onlyCycles;
    QToolButton* m_out;
    QToolButton* m_in;
    QToolButton* m_fit;
    QToolButton* m_save;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    WaitGraphView* m_view;
    SaveLine* m_saveLine;
    DeadlockWays* m_ways;
    QBoxLayout* m_body;        ///< the graph, and the ways below or beside it
    EventLoop m_thread{Log()}; ///< destroyed first
};

} // namespace lockscope::ui
