// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/EventLoop.h"
#include "ui/models/ReleaseSelection.h"
#include "ui/models/SessionsModel.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"
#include "ui/views/ContenderSpot.h"

#include <QWidget>

#include <optional>
#include <string>

class QAction;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;

namespace lockscope::ui {

class ContenderMenu;
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
    /// The menu of the sessions: of the lock that a session holds, else of one for which it waits.
    void setMenu(ContenderMenu& menu);

Q_SIGNALS:
    void nodeChosen(const lockscope::inspect::ContenderKey& key);
    /// To release all of a session, or of a host.
    void severalWanted(const lockscope::ui::ReleaseSelection& selection);

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] SessionsSelection selection() const;
    [[nodiscard]] bool isOfNow() const;
    void look();
    void take(const inspect::SnapshotPtr& snapshot, const SessionsSelection& selection, SessionsModel::Change change);
    void showPage();
    void showServers();
    [[nodiscard]] std::optional<ContenderSpot> sessionSpot(const std::optional<QPoint>& at);
    void choose(const QModelIndex& index);
    void addReleases();
    [[nodiscard]] ReleaseSelection ofSession() const;
    [[nodiscard]] ReleaseSelection ofHost() const;
    void offerReleases();

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
    QAction* m_releaseSession; ///< in the menu of the table, like the next one
    QAction* m_releaseHost;
    ReleaseSelection m_ofSession; ///< of the session that was selected when the menu opened
    ReleaseSelection m_ofHost;
    EventLoop m_thread{Log()}; ///< destroyed first
};

} // namespace lockscope::ui
