// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <optional>
#include <string>

class QAction;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace lockscope::ui {

class EmptyState;
class FindingStrip;
class QueueHeader;
class QueueLane;
class QueueModel;
class SaveLine;
class TimelinePanel;
class ToneDelegate;
class VoteLane;
class VotesTable;

/// One lock's queue: its facts, the lane, the table, the timeline; of a vote of several masters, the votes. Follows the
/// holder until the user selects a contender; the last state of a selected contender that leaves is kept. Intent:
/// contenderChanged, when the details have another contender to show.
class QueuePanel final : public QWidget {
    Q_OBJECT
public:
    explicit QueuePanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setViewState(const ViewState& viewState);
    /// Empty: no lock. The lock may be missing in the snapshot and appear later.
    void setLockPath(const std::string& path);
    /// Shown in the lock's header.
    void setReportAction(QAction* action);
    /// Does nothing for another lock than the one shown. A key without a node: the holder, even if it changes.
    void follow(const inspect::ContenderKey& key);

    [[nodiscard]] const std::string& lockPath() const { return m_path; }
    [[nodiscard]] const inspect::Lock* lock() const;
    /// The selected contender; without a node: the holder, even if it changes.
    [[nodiscard]] const inspect::ContenderKey& followed() const { return m_followed; }
    /// The followed contender, also after it has left.
    [[nodiscard]] const inspect::Contender* contender() const { return m_contender ? &*m_contender : nullptr; }
    [[nodiscard]] bool isGone() const { return m_gone; }

Q_SIGNALS:
    void contenderChanged();
    /// In a replay: requests to show this time.
    void timeChosen(lockscope::WallTime at);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildTable();
    QWidget* buildBelow();
    void fitColumns();
    void showVotes(const std::shared_ptr<const inspect::Lock>& lock);
    void refresh();
    void sayWhy();
    void choose(const inspect::ContenderKey& key);

    ViewState m_viewState;
    std::string m_path;
    inspect::ContenderKey m_followed; ///< without a node: the holder
    std::optional<inspect::Contender> m_contender;
    bool m_gone = false;
    bool m_updating = false;
    bool m_isReadWrite = false; ///< the column widths are for a read/write lock
    bool m_isNarrow = false;    ///< for the column of the session

    QueueModel* m_model;
    ToneDelegate* m_delegate;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QueueHeader* m_header;
    FindingStrip* m_strip;
    QueueLane* m_lane;
    QTableView* m_table;
    TimelinePanel* m_timeline;
    SaveLine* m_saveLine;
    VoteLane* m_voteLane; ///< in place of the lane, for a vote of several masters
    VotesTable* m_votes;  ///< likewise of the table
    QSplitter* m_splitter;
    bool m_isLow = false;       ///< the panel is low
    QWidget* m_below = nullptr; ///< contains the timeline
};

} // namespace lockscope::ui
