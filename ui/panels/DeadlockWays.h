// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/WaysModel.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <vector>

class QPushButton;
class QTableView;

namespace lockscope::ui {

class SaveLine;
class ToneDelegate;

/// "Ways to end the deadlock": compares the releases of the holders in a cycle; the selected one goes to the release
/// dialog. Intents: wayChosen, releaseWanted.
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

private:
    [[nodiscard]] const DeadlockWay* selected() const;
    void showButton();

    WaysModel* m_model;
    ToneDelegate* m_delegate;
    QTableView* m_table;
    QPushButton* m_release;
    QString m_whyNot;
    bool m_isUpdating = false; ///< the selection then changes without the user
};

} // namespace lockscope::ui
