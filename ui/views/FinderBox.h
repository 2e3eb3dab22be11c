// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "ui/models/Finder.h"

#include <QLineEdit>
#include <QPointer>

#include <vector>

class QFrame;
class QListWidget;

namespace lockscope::ui {

/// Finds a lock, node, session, client, host or action by a typed text: matches are listed below, Enter goes there or
/// triggers the action. Escape cancels.
class FinderBox final : public QLineEdit {
    Q_OBJECT
public:
    explicit FinderBox(QWidget* parent = nullptr);
    ~FinderBox() override;

    void setSnapshot(inspect::SnapshotPtr snapshot);
    /// The actions to search; they must outlive this object.
    void setActions(const QList<QAction*>& actions);

Q_SIGNALS:
    void found(const lockscope::ui::FinderHit& hit);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void search();
    void go(int row);
    void hideList();

    inspect::SnapshotPtr m_snapshot;
    QList<QAction*> m_actions;
    std::vector<FinderHit> m_hits;
    QPointer<QFrame> m_popup; ///< a child of the window, above the panels
    QListWidget* m_list = nullptr;
};

} // namespace lockscope::ui
