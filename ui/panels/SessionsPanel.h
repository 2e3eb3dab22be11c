// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ThreadExecutor.h"
#include "ui/models/SessionsModel.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <string>

class QLineEdit;
class QStackedWidget;
class QTableView;

namespace lockscope::ui {

class EmptyState;
class SaveLine;
class ToneDelegate;

/// Every session that holds or waits: what, on which host, and who told so. Enter or a double click goes to what it
/// holds, else to what it waits for. They are summed up, filtered and sorted on a thread of their own, and only while
/// the panel is seen: of a hundred thousand that takes a while.
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
    [[nodiscard]] SessionsWish wish() const;
    [[nodiscard]] bool isOfNow() const;
    void look();
    void take(const inspect::SnapshotPtr& snapshot, const SessionsWish& wish, SessionsShown sessions);
    void showPage();
    void choose(const QModelIndex& index);

    ViewState m_viewState;
    std::weak_ptr<const inspect::Snapshot> m_snapshot; ///< whose sessions are shown: they keep nothing of it alive
    SessionsWish m_wish;                               ///< which are shown
    SessionSummaries m_all;                            ///< of the snapshot; null: none are shown
    bool m_isLooking = false;
    quint64 m_ensembles = 0; ///< what is still made of an older one is dropped by it
    SessionsModel* m_model;
    ToneDelegate* m_delegate;
    QLineEdit* m_filter;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QTableView* m_table;
    SaveLine* m_saveLine;
    ThreadExecutor m_thread; ///< the first to go
};

} // namespace lockscope::ui
