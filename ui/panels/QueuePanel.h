// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/ClientKey.h"
#include "ui/models/ReleaseSelection.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"
#include "ui/views/ContenderSpot.h"

#include <QWidget>

#include <optional>
#include <string>
#include <vector>

class QAction;
class QFrame;
class QPushButton;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace lockscope::ui {

class CentreSwitch;
class ContenderBar;
class ContenderMenu;
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
/// holder until the user selects a contender, and again when that has left. While it follows a client, it shows the
/// client's next turn instead, and until then the last state. Intent: contenderChanged, when the details have another
/// contender to show.
class QueuePanel final : public QWidget {
    Q_OBJECT
public:
    explicit QueuePanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setViewState(const ViewState& viewState);
    /// Empty: no lock. The lock may be missing in the snapshot and appear later.
    void setLockPath(const std::string& path);
    /// The menu of cards, rows and bars.
    void setMenu(ContenderMenu& menu);
    /// Gives it room, and the focus.
    void goToTimeline();
    /// Shows this widget in place of table and timeline, below the lane, also without a lock; null: the queue again. It
    /// stays with its owner, who may take it away at any time.
    void setGuest(QWidget* guest);
    /// What the switch in the header shows, and the shortcuts that do the same.
    [[nodiscard]] CentreSwitch& centreSwitch();
    /// Shown in the lock's header.
    void setReportAction(QAction* action);
    /// Does nothing for another lock than the one shown. A key without a node: the holder, even if it changes.
    void follow(const inspect::ContenderKey& key);
    /// Keeps showing the client of the shown contender over its turns and sessions, until the holder or another lock is
    /// selected. Without a contender to show, nothing is followed.
    void setFollowsClient(bool follows);
    /// Gives the focus to the rows; false if there are none to see.
    bool focusRows();

    [[nodiscard]] const std::string& lockPath() const { return m_path; }
    [[nodiscard]] const inspect::Lock* lock() const;
    /// The selected contender; without a node: the holder, even if it changes.
    [[nodiscard]] const inspect::ContenderKey& followed() const { return m_followed; }
    /// What the details show: the selected contender, else the holder; null: none.
    [[nodiscard]] const inspect::Contender* contender() const { return m_contender ? &*m_contender : nullptr; }
    /// The contender has left with its lock, or its client is followed and has not come back.
    [[nodiscard]] bool isGone() const { return m_gone; }
    [[nodiscard]] TimelinePanel& timeline() const { return *m_timeline; }
    [[nodiscard]] bool followsClient() const { return m_followsClient; }
    /// Visible in a narrow window.
    [[nodiscard]] ContenderBar& bar() { return *m_bar; }

Q_SIGNALS:
    void contenderChanged();
    /// The user wants to see the table while there is a guest.
    void queueWanted();
    /// To release all selected rows.
    void severalWanted(const lockscope::ui::ReleaseSelection& selection);
    /// The user chose a finding of the lock; the parameter is its inspect::identityOf().
    void findingChosen(const std::string& identity);
    /// Findings of this groupOf() are to be notified no longer, or again.
    void muteWanted(const std::string& group, bool muted);
    /// While connecting: to stop, to try again at once, and to change the target.
    void connectingCancelWanted();
    void retryWanted();
    void editWanted();
    void followsClientChanged(bool follows);
    /// In a replay: requests to show this time.
    void timeChosen(lockscope::WallTime at);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildTable();
    /// The row at this point of the table, which is then selected; nullopt: the current row.
    [[nodiscard]] std::optional<ContenderSpot> rowSpot(const std::optional<QPoint>& at);
    [[nodiscard]] ReleaseSelection selectedRows() const;
    /// Why the selected rows cannot be released together; empty: they can.
    [[nodiscard]] QString whyNotSelected() const;
    QWidget* buildBelow();
    void addWaysOut();
    [[nodiscard]] static QString faultOf(const ViewState& viewState);
    void sayUnread(const inspect::Problem& problem);
    [[nodiscard]] int contentsWidth(int column, int mostRows) const;
    [[nodiscard]] int durationsWidth(int column) const;
    void measureTitles();
    void measureColumns();
    void fitColumns();
    void adapt();
    void showParts();
    void wrapFinding();
    void offerMute(const std::vector<const inspect::Finding*>& findings);
    void showRest(int place);
    void shareHeight();
    [[nodiscard]] bool hasRoomForTimeline() const;
    void refresh();
    void sayWhy();
    void choose(const inspect::ContenderKey& key);
    void setFollowed(const inspect::ContenderKey& key);
    [[nodiscard]] const inspect::Contender* findShown(const inspect::Lock& lock);
    [[nodiscard]] QString staleHolder() const;
    void keepClient(const inspect::Contender& contender);

    ViewState m_viewState;
    std::string m_path;
    inspect::ContenderKey m_followed; ///< without a node: the holder
    std::optional<inspect::Contender> m_contender;
    bool m_gone = false;
    bool m_followsClient = false;
    std::optional<inspect::ClientKey> m_client; ///< the followed client, once one of its turns was shown
    bool m_updating = false;
    bool m_isMeasured = false;      ///< the widths are those of the present texts
    std::vector<int> m_widths;      ///< by column: what its texts need
    std::vector<int> m_titleWidths; ///< by column

    QueueModel* m_model;
    ToneDelegate* m_delegate;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    QPushButton* m_cancelConnecting = nullptr; ///< of m_empty
    std::vector<QPushButton*> m_waysOut;       ///< of m_empty, while connecting or if nothing could be read
    QPushButton* m_copyFault = nullptr;        ///< of m_empty
    QString m_fault;                           ///< why there is nothing to show; empty: nothing is wrong
    QueueHeader* m_header;
    FindingStrip* m_strip;
    QueueLane* m_lane;
    QTableView* m_table;
    TimelinePanel* m_timeline;
    SaveLine* m_saveLine;
    QAction* m_releaseSelected;   ///< in the menu of the table
    ReleaseSelection m_toRelease; ///< the rows that were selected when the menu opened
    VoteLane* m_voteLane;         ///< in place of the lane, for a vote of several masters
    VotesTable* m_votes;          ///< likewise of the table
    QSplitter* m_splitter;
    ContenderBar* m_bar;
    QFrame* m_laneFrame = nullptr;
    QFrame* m_guestFrame = nullptr;
    QWidget* m_guest = nullptr;      ///< in place of table and timeline
    QWidget* m_content = nullptr;    ///< without the timeline
    QWidget* m_below = nullptr;      ///< contains the timeline
    bool m_hasTimeline = false;      ///< there is something to show in it
    bool m_isTimelineWanted = false; ///< also where it has no room; until another lock is shown
    bool m_isShared = false;         ///< the height is shared for this lock
    bool m_isSized = false;          ///< the user has moved the border
};

} // namespace lockscope::ui
