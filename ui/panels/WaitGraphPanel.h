// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ThreadExecutor.h"
#include "core/waits/WaitGraph.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <string>

class QLabel;
class QStackedWidget;
class QToolButton;

namespace lockscope::ui {

class ElidedLabel;
class EmptyState;
class SaveLine;
class WaitGraphView;

/// Who waits for whom, of all locks or around the chosen one, with deadlocks in words; it can be saved as PNG, SVG or
/// DOT. The graph is made on a thread of its own, of one snapshot at a time, and only while the panel is seen. Intent:
/// nodeChosen.
class WaitGraphPanel final : public QWidget {
    Q_OBJECT
public:
    explicit WaitGraphPanel(QWidget* parent = nullptr);
    ~WaitGraphPanel() override;

    void setTheme(const Theme& theme);
    /// `lockPath`: of the chosen lock; empty: none.
    void setViewState(const ViewState& viewState, const std::string& lockPath);

Q_SIGNALS:
    void nodeChosen(const lockscope::inspect::ContenderKey& key);

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// Of what a graph is made.
    struct Wanted {
        inspect::SnapshotPtr snapshot;
        std::string lock; ///< empty: all locks

        friend bool operator==(const Wanted&, const Wanted&) = default;
    };
    using GraphPtr = std::shared_ptr<const inspect::WaitGraph>;
    using DrawnPtr = std::shared_ptr<const inspect::WaitSnapshot>;

    QWidget* makeHeader();
    void refresh();
    [[nodiscard]] Wanted wanted() const;
    void forget();
    void make();
    void take(const Wanted& made, GraphPtr graph, DrawnPtr drawn, std::chrono::milliseconds cost);
    void showGraph();
    void showWords();
    void sayWhy();

    ViewState m_viewState;
    std::string m_lock;  ///< the chosen one
    std::string m_about; ///< around which lock the graph is, when not of all
    std::string m_own;   ///< the lock that was chosen in the graph itself, which stays about what it was
    bool m_isMaking = false;
    Wanted m_made;
    GraphPtr m_graph;
    DrawnPtr m_drawn; ///< the part of it that is shown
    QTimer m_rest;    ///< after a graph that took long

    QLabel* m_words;
    ElidedLabel* m_told;
    QToolButton* m_all;
    QToolButton* m_chosen;
    QToolButton* m_out;
    QToolButton* m_in;
    QToolButton* m_fit;
    QToolButton* m_save;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    WaitGraphView* m_view;
    SaveLine* m_saveLine;
    ThreadExecutor m_thread; ///< the first to go
};

} // namespace lockscope::ui
