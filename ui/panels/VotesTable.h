// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "ui/models/VotesModel.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <array>
#include <memory>
#include <string>

class QTableView;

namespace lockscope::ui {

class ElidedLabel;
class SaveLine;
class ToneDelegate;

/// The votes of a Redlock: a row for each master, and below them how far the readings are apart. Intent: tokenChosen.
class VotesTable final : public QWidget {
    Q_OBJECT
public:
    explicit VotesTable(SaveLine& saveLine, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    /// Null, or a lock without votes: no rows.
    void setLock(const std::shared_ptr<const inspect::Lock>& lock);
    void setNow(WallTime now);
    void setStale(bool stale);
    /// With a row for each master, at the present width.
    [[nodiscard]] int wantedHeight() const;

Q_SIGNALS:
    /// The user selected a master that has this token.
    void tokenChosen(const std::string& token);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void sayFooter();
    void fitColumns();

    VotesModel* m_model;
    ToneDelegate* m_delegate;
    QTableView* m_table;
    ElidedLabel* m_footer;
    WallTime m_now{};
    std::array<int, VotesModel::ColumnCount> m_widths{}; ///< that the columns need, with the shortest bars
};

} // namespace lockscope::ui
