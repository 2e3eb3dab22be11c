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

/// How long was waited for the chosen lock and how long it was held, and how many waited when: since we look, or in
/// all of a recording. Hidden, it costs nothing. Intent: timeChosen (in a replay).
class StatisticsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit StatisticsPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// `lockPath`: of the chosen lock; empty: none.
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
