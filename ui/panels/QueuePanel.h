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

/// One lock's queue: its facts, the lane, the table, the timeline. Follows the holder until the user chooses a
/// contender; a chosen one that leaves is remembered as it last was. Intent: contenderChanged says whom the details
/// shall show.
class QueuePanel final : public QWidget {
    Q_OBJECT
public:
    explicit QueuePanel(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    void setViewState(const ViewState& viewState);
    /// Empty: none. The lock may come into the snapshot later.
    void setLockPath(const std::string& path);
    /// Offered in the lock's header.
    void setReportAction(QAction* action);
    /// A key without a node: the holder, whoever it is. Of another lock than the one that is shown: nothing is done.
    void follow(const inspect::ContenderKey& key);

    [[nodiscard]] const std::string& lockPath() const { return m_path; }
    [[nodiscard]] const inspect::Lock* lock() const;
    /// The contender that was chosen; without a node: the holder, whoever it is.
    [[nodiscard]] const inspect::ContenderKey& followed() const { return m_followed; }
    /// The followed contender, also when it has left.
    [[nodiscard]] const inspect::Contender* contender() const { return m_contender ? &*m_contender : nullptr; }
    [[nodiscard]] bool isGone() const { return m_gone; }

Q_SIGNALS:
    void contenderChanged();
    /// In a replay: the user wants to see this time.
    void timeChosen(lockscope::WallTime at);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildTable();
    QWidget* buildBelow();
    void fitColumns();
    void refresh();
    void sayWhy();
    void choose(const inspect::ContenderKey& key);

    ViewState m_viewState;
    std::string m_path;
    inspect::ContenderKey m_followed; ///< without a node: the holder
    std::optional<inspect::Contender> m_contender;
    bool m_gone = false;
    bool m_updating = false;
    bool m_isReadWrite = false; ///< the columns fit what such a lock says

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
    QSplitter* m_splitter;
    bool m_isLow = false;       ///< there is little room
    QWidget* m_below = nullptr; ///< what the timeline stands in
};

} // namespace lockscope::ui
