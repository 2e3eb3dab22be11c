// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <string>

class QStackedWidget;

namespace lockscope::ui {

class ElidedLabel;
class EmptyState;
class Histogram;
class QueueLengthChart;

/// Wait and hold times of the selected lock, and its queue length over time: since monitoring started, or of a whole
/// recording. Does no work while hidden. Intent: timeChosen (in a replay).
class StatisticsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit StatisticsPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `lockPath`: the selected lock; empty: none.
    void setViewState(const ViewState& viewState, const std::string& lockPath);

Q_SIGNALS:
    void timeChosen(lockscope::WallTime at);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();
    void sayWhy();

    ViewState m_viewState;
    std::string m_path;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    ElidedLabel* m_counts;
    Histogram* m_waits;
    Histogram* m_holds;
    QueueLengthChart* m_lengths;
};

} // namespace lockscope::ui
