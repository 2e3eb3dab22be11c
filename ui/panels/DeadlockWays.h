// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/WaysModel.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <vector>

class QModelIndex;
class QTableView;

namespace lockscope::ui {

class SaveLine;
class ToneDelegate;

/// "Ways to end the deadlock": compares the releases of the holders in a cycle. The button of a row, or Return or Del
/// on the row, goes to the release dialog. Intents: wayChosen, releaseWanted.
class DeadlockWays final : public QWidget {
    Q_OBJECT
public:
    explicit DeadlockWays(SaveLine& saveLine, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setStale(bool stale);
    /// `now`: by the servers' clock. `whyNot`: why nothing can be released; empty: it can.
    void setWays(const std::vector<DeadlockWay>& ways, WallTime now, const QString& whyNot);

Q_SIGNALS:
    void wayChosen(const lockscope::inspect::ContenderKey& holder);
    void releaseWanted(const lockscope::inspect::ContenderKey& holder);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] const DeadlockWay* selected() const;
    [[nodiscard]] QString whyNot(const DeadlockWay& way) const;
    /// Each row has its own, which stays with it.
    void showButtons();
    void addButton(const QModelIndex& place);
    void releaseRow(int row);

    WaysModel* m_model;
    ToneDelegate* m_delegate;
    QTableView* m_table;
    QString m_whyNot;
    bool m_isUpdating = false; ///< the selection then changes without the user
};

} // namespace lockscope::ui
