// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <memory>
#include <string>

class QTableView;

namespace lockscope::ui {

class ElidedLabel;
class SaveLine;
class ToneDelegate;
class VotesModel;

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

Q_SIGNALS:
    /// The user selected a master that has this token.
    void tokenChosen(const std::string& token);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void sayFooter();
    void fitServers();

    VotesModel* m_model;
    ToneDelegate* m_delegate;
    QTableView* m_table;
    ElidedLabel* m_footer;
    WallTime m_now{};
};

} // namespace lockscope::ui
