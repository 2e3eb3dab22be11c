// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "ui/models/Finder.h"

#include <QKeySequence>
#include <QLineEdit>

#include <vector>

class QCompleter;
class QStandardItemModel;

namespace lockscope::ui {

/// Finds a lock, node, session, client, host or action by a typed text: a completer lists the matches below, Enter goes
/// there or triggers the action. Escape cancels.
class FinderBox final : public QLineEdit {
    Q_OBJECT
public:
    explicit FinderBox(QWidget* parent = nullptr);

    void setSnapshot(inspect::SnapshotPtr snapshot);
    /// The actions to search; they must outlive this object.
    void setActions(const QList<QAction*>& actions);
    /// The shortcut to this box, shown in it while there is room.
    void setKey(const QKeySequence& key);

Q_SIGNALS:
    void found(const lockscope::ui::FinderHit& hit);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void search();
    void showMatches();
    void go(int row);

    inspect::SnapshotPtr m_snapshot;
    QList<QAction*> m_actions;
    QString m_key;
    std::vector<FinderHit> m_hits;
    QStandardItemModel* m_matches; ///< a row for each of them, or the sentence that there is none
    QCompleter* m_completer;
};

} // namespace lockscope::ui
