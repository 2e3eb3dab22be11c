// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/LoopProbe.h"
#include "ui/shell/ViewState.h"
#include "ui/shell/connection/ConnectionLoad.h"
#include "ui/theme/Theme.h"

#include <QTimer>
#include <QWidget>

class QStackedWidget;
class QTableView;

namespace lockscope::ui {

class DiagnosticsModel;
class EmptyState;
class SaveLine;
class ToneDelegate;

/// What this program itself costs: its traffic, what waits, how smoothly its window runs. Only while it is in sight and
/// something is connected it asks and measures; else it costs nothing. Intent: loadWanted, once a second.
class DiagnosticsPanel final : public QWidget {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds interval{1'000};

    /// The window that is measured is that of `parent`.
    explicit DiagnosticsPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setViewState(const ViewState& viewState);
    /// What loadWanted() asked for; too late, it is dropped.
    void setLoad(const ConnectionLoad& load);

Q_SIGNALS:
    void loadWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void beginOrEnd();
    void sayWhy();

    SourceState m_source = SourceState::NotConnected;
    bool m_isSeen = false; ///< also not in a window that is minimised
    DiagnosticsModel* m_model;
    LoopProbe* m_probe;
    ToneDelegate* m_delegate;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QTableView* m_table;
    SaveLine* m_saveLine;
    QTimer m_asking{this};
};

} // namespace lockscope::ui
