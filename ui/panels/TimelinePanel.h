// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/Timeline.h"
#include "ui/models/LeaseHistory.h"
#include "ui/shell/ViewState.h"
#include "ui/theme/Theme.h"

#include <QWidget>

#include <memory>
#include <string>

class QLabel;
class QToolButton;

namespace lockscope::ui {

class ContenderMenu;
class ElidedLabel;
class SaveLine;
class TimelineLegend;
class TimelineView;
struct TimelineContent;

/// The waits and holds of one lock over time: live, or of a whole recording. Does no work while hidden. Intents:
/// chosen, timeChosen (in a replay).
class TimelinePanel final : public QWidget {
    Q_OBJECT
public:
    explicit TimelinePanel(QWidget* parent = nullptr);
    ~TimelinePanel() override;

    [[nodiscard]] TimelineView& view() const { return *m_view; }

    void setTheme(const Theme& theme);
    void setViewState(const ViewState& viewState, const std::string& lockPath,
                      std::shared_ptr<const inspect::Lock> lock);
    /// The menu of the bars.
    void setMenu(ContenderMenu& menu);
    /// Goes to the view, to the lane of the selected contender, which is outlined for a moment.
    void focusBars();
    /// The height that shows this many lanes.
    [[nodiscard]] int heightOf(int lanes) const;
    /// As in TimelineView.
    void setSelected(const inspect::ContenderKey& key, std::int64_t creationId, bool isFollowed);

    /// The content of a view of a lock. `timeline`: made from the view state's history; null: there is none.
    [[nodiscard]] static TimelineContent contentOf(const ViewState& viewState, const inspect::Timeline* timeline,
                                                   std::shared_ptr<const inspect::Lock> lock);

Q_SIGNALS:
    void chosen(const lockscope::inspect::ContenderKey& key);
    void timeChosen(lockscope::WallTime at);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    void showWords();
    void fitTitle();
    [[nodiscard]] QString whyEmpty() const;

    ViewState m_viewState;
    std::string m_path;
    std::shared_ptr<const inspect::Lock> m_lock;
    std::shared_ptr<const inspect::History> m_seen; ///< the history of m_timeline
    std::unique_ptr<inspect::Timeline> m_timeline;
    LeaseHistory m_leases; ///< of all locks, so that one has its past when it is selected

    QWidget* m_header;
    QLabel* m_title;
    ElidedLabel* m_words;
    TimelineLegend* m_legend;
    TimelineView* m_view;
    SaveLine* m_saveLine;
    QToolButton* m_out;
    QToolButton* m_in;
    QToolButton* m_all;
    QToolButton* m_now;
};

} // namespace lockscope::ui
