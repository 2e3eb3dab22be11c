// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/ActivityModel.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QWidget>

class QAbstractItemModel;
class QLineEdit;
class QSortFilterProxyModel;
class QStackedWidget;
class QTableView;

namespace lockscope::ui {

class EmptyState;
class RecordedEventsModel;
class SaveLine;
class ToneDelegate;

/// The live log: what changed between snapshots, what simulated clients say, what was released. Stays at the end until
/// the user scrolls away from it. In a replay the recording's log instead, which follows the time that is shown; Enter
/// or a double click on an event is eventChosen().
class ActivityPanel final : public QWidget {
    Q_OBJECT
public:
    explicit ActivityPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void append(std::vector<ActivityEntry> entries);
    /// All that was appended and is still there, oldest first.
    [[nodiscard]] std::vector<ActivityEntry> entries() const;
    /// Live or replayed; `viewState.history` and `now` of a replay are shown.
    void setViewState(const ViewState& viewState);

Q_SIGNALS:
    void eventChosen(lockscope::WallTime at, const lockscope::inspect::ContenderKey& key);

private:
    class RecordedProxy;

    QTableView* addTable(const QString& objectName, const QString& name, QAbstractItemModel* model);
    void showPage();
    void choose(const QModelIndex& index);

    ActivityModel* m_model;
    QSortFilterProxyModel* m_proxy;
    RecordedEventsModel* m_recorded;
    RecordedProxy* m_recordedProxy;
    bool m_isReplay = false;
    ToneDelegate* m_delegate;
    QLineEdit* m_filter;
    QStackedWidget* m_stack;
    SaveLine* m_saveLine;
    EmptyState* m_empty;
    QTableView* m_table;
    QTableView* m_recordedTable;
};

} // namespace lockscope::ui
