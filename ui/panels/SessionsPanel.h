// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "ui/models/SessionsModel.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <string>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;

namespace lockscope::ui {

class EmptyState;
class SaveLine;
class ToneDelegate;

/// The health of the servers, and every session that holds or waits, with its locks, its host and the source of that.
/// Enter or a double click goes to the lock it holds, else to the one it waits for. A separate thread summarizes,
/// filters and sorts, only while the panel is visible: 100,000 sessions take some time.
class SessionsPanel final : public QWidget {
    Q_OBJECT
public:
    explicit SessionsPanel(QWidget* parent = nullptr);
    ~SessionsPanel() override;

    void setTheme(const Theme& theme);
    void setViewState(const ViewState& viewState);

Q_SIGNALS:
    void nodeChosen(const lockscope::inspect::ContenderKey& key);

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] SessionsSelection selection() const;
    [[nodiscard]] bool isOfNow() const;
    void look();
    void take(const inspect::SnapshotPtr& snapshot, const SessionsSelection& selection, SessionsShown sessions);
    void showPage();
    void showServers();
    void choose(const QModelIndex& index);

    ViewState m_viewState;
    std::weak_ptr<const inspect::Snapshot> m_snapshot; ///< of the sessions shown; not kept alive by them
    SessionsSelection m_selection;                     ///< filter and order of the sessions shown
    SessionSummaries m_all;                            ///< of the snapshot; null: none are shown
    bool m_isLooking = false;
    quint64 m_ensembles = 0; ///< results for an older ensemble are dropped
    SessionsModel* m_model;
    ToneDelegate* m_delegate;
    QLineEdit* m_filter;
    QLabel* m_servers;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QTableView* m_table;
    SaveLine* m_saveLine;
    EventLoop m_thread{Log()}; ///< destroyed first
};

} // namespace lockscope::ui
