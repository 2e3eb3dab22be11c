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

/// The live log: changes between snapshots, events of simulated clients, releases. Stays at the end until the user
/// scrolls away from it. In a replay it shows the recording's log, which follows the time shown. Enter or a double
/// click on an event emits eventChosen().
class ActivityPanel final : public QWidget {
    Q_OBJECT
public:
    explicit ActivityPanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Filters by this text.
    void showOnly(const QString& text);
    void append(std::vector<ActivityEntry> entries);
    /// The appended entries that are still kept, oldest first.
    [[nodiscard]] std::vector<ActivityEntry> entries() const;
    /// Live or in a replay; of a replay it shows `viewState.history` and `now`.
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
