// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/Timeline.h"
#include "core/inspection/UsualHolds.h"
#include "core/simulate/clients/StaleHolds.h"
#include "core/simulate/resource/WriteLog.h"
#include "ui/models/LeaseHistory.h"
#include "ui/views/ContenderSpot.h"
#include "ui/views/DrawnArea.h"
#include "ui/views/ItemAccess.h"
#include "ui/views/timeline/LaneNames.h"
#include "ui/views/timeline/TimelineSample.h"
#include "ui/views/timeline/TimelineScale.h"

#include <QFont>
#include <QHash>
#include <QTimer>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lockscope::ui {

struct TimelineContent {
    const inspect::Timeline* timeline = nullptr; ///< null: nothing to show. Must exist while the view shows it
    std::shared_ptr<const inspect::Lock> lock;   ///< its queue at `now`; may be null
    std::vector<console::StaleHold> mistakes;    ///< at this lock
    /// Of a simulation, at all locks: writes to the resource that a lock protects. Null: none.
    std::shared_ptr<const std::deque<console::HoldWrites>> writes;
    WallTime begin{}; ///< in a replay: of the recording
    WallTime now{};   ///< in a replay: the time shown
    WallTime end{};   ///< the end of bars that are still open
    bool isReplay = false;
    bool isStale = false;
    QString whyEmpty; ///< shown instead, if there are no rows
    /// On Redis: the leases of the holders, and the votes of the masters; null: none. See LeaseHistory.
    std::shared_ptr<const LeaseRuns> leases;
    std::optional<inspect::UsualHold> usualHold; ///< of this lock; nullopt: not known

    /// Leases and places in a queue that end at a known time: shown behind the current time.
    [[nodiscard]] bool hasPlans() const { return lock && lock->redis && !isReplay && !isStale; }
    [[nodiscard]] bool hasVotes() const { return lock && lock->redis && lock->redis->quorum > 0; }
};

/// One lock's timeline: a lane for each client, a thin bar for each wait, a thick one for each hold. On Redis, the
/// lease of a hold as a saw-tooth, behind the current time what ends when, and a lane for each master's vote. In a
/// simulation, the writes to the resource that the lock protects. Drag, Shift and the wheel or the arrow keys pan; Ctrl
/// and the wheel, + and - zoom; Home shows all, End follows the current time. A click or Up and Down select a lane;
/// Shift with an arrow key goes from bar to bar. Thread: UI.
class TimelineView final : public DrawnArea, public ItemAccess {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);

    void setContent(TimelineContent content);
    /// The contender that the rest of the window shows; its lane stays in view until the user scrolls. `isFollowed`:
    /// the user selected it. Else it is the holder, to which the view scrolls only when the content is another one.
    void setSelected(const inspect::ContenderKey& key, std::int64_t creationId, bool isFollowed);
    /// Brings the lane of the selected contender into view, and outlines it for a moment.
    void revealSelected();
    /// The lane that revealSelected() has outlined; nullopt: none is outlined now.
    [[nodiscard]] std::optional<std::size_t> outlinedLane() const;

    /// Selects the bar at this point, as a click does; nullopt: none is there.
    std::optional<ContenderSpot> chooseAt(const QPoint& point);
    /// The selected bar, else the lane of the selected contender.
    [[nodiscard]] std::optional<ContenderSpot> chosenSpot() const;

    /// The part of time that the user has chosen to see.
    struct Range {
        WallTime from{};
        std::chrono::milliseconds span{0};
        bool isFollowing = true;
    };
    /// Nothing while the view chooses by itself.
    [[nodiscard]] std::optional<Range> chosenRange() const;
    void showRange(const Range& range);

    void zoom(double factor);
    /// All known data; the window then stands still.
    void showAll();
    /// Keeps the current time at the right edge; in a replay, keeps the time shown in the visible range.
    void follow();
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }

    /// "last 6 m", or the begin and end time.
    [[nodiscard]] QString windowText() const;
    /// The selected bar as text; empty without one.
    [[nodiscard]] QString chosenText() const;
    /// What is drawn in the visible time range, with all that a lock of this kind usually has.
    [[nodiscard]] const TimelineSamples& samples() const { return m_samples; }
    [[nodiscard]] const TimelineScale& scale() const { return m_scale; }
    [[nodiscard]] int laneCount() const { return static_cast<int>(m_lanes.size()); }
    [[nodiscard]] QString tipAt(const QPoint& point) const override;
    /// The node's last bar in the viewport; empty if not visible.
    [[nodiscard]] QRect barOf(inspect::NodeRef ref) const;

    /// The visible lanes and time range.
    void paintWhole(QPainter& painter) const override;
    [[nodiscard]] QSize wholeSize() const override { return viewport()->size(); }
    /// The height at which all lanes of the time range are visible, at most `mostLanes`.
    [[nodiscard]] int heightOf(int mostLanes) const;
    /// The height that shows this many lanes of the usual height.
    [[nodiscard]] int heightOfLanes(int lanes) const;

    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] ItemInfo itemAt(int index) const override;
    void chooseItem(int index) override;

    [[nodiscard]] QSize sizeHint() const override { return {640, 190}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, heightOfLanes(1)}; }

Q_SIGNALS:
    /// windowText() or chosenText() has changed.
    void wordsChanged();
    void samplesChanged();
    /// The user selected this contender.
    void chosen(const lockscope::inspect::ContenderKey& key);
    /// In a replay: requests to show this time.
    void timeChosen(lockscope::WallTime at);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// A row of the timeline with a visible bar.
    struct Lane {
        std::size_t row = 0;
        std::vector<const console::StaleHold*> mistakes;
        std::vector<const console::HoldWrites*> writes; ///< of holds with writes in the time range
        double top = 0;                                 ///< below the top of all lanes
        double height = 0;
    };
    /// The selected bar, which the timeline may drop at any time.
    struct Chosen {
        inspect::ContenderKey key;
        std::int64_t creationId = 0;
        WallTime from{};

        [[nodiscard]] bool is(const inspect::Stay& stay) const { return stay.ref() == key.ref() && stay.from == from; }
    };
    /// The name of a row, and how wide it is.
    struct RowName {
        QString text;
        double width = 0;
    };
    struct Bar {
        std::size_t lane = 0;
        std::size_t stay = 0;
    };
    struct Hit {
        std::size_t lane = 0;
        std::optional<std::size_t> stay;
        const console::StaleHold* mistake = nullptr;
    };

    void arrange();
    void arrangeWrites();
    /// The lane of this row, also if it has no bar in the time range.
    [[nodiscard]] Lane& laneWith(std::size_t row);
    void place();
    void nameLanes();
    void chooseWindow();
    [[nodiscard]] double widestLabel();
    /// Of the leases and votes.
    [[nodiscard]] double widestLeaseLabel() const;
    /// The part of a span that is behind the current time, while following.
    [[nodiscard]] std::chrono::milliseconds ahead(std::chrono::milliseconds span) const;
    [[nodiscard]] double lanesHeight() const;
    void setWindow(const TimelineScale& scale);
    void panTo(TimelineScale scale, WallTime from);
    void changed();
    [[nodiscard]] TimelineSamples usedSamples() const;
    void addLaneSamples(TimelineSamples& used, const Lane& lane) const;
    void addRedisSamples(TimelineSamples& used) const;
    void addVoteSamples(TimelineSamples& used) const;
    [[nodiscard]] const inspect::TimelineRow& rowOf(const Lane& lane) const;
    [[nodiscard]] int axisHeight() const;
    [[nodiscard]] QRectF laneBox(std::size_t lane) const;
    /// The first lane whose bottom is below `y`, from the top of all lanes; the number of lanes: none is.
    [[nodiscard]] std::size_t laneAt(double y) const;
    [[nodiscard]] std::size_t voteCount() const;
    [[nodiscard]] QRectF voteBox(std::size_t vote) const;
    [[nodiscard]] QString voteTip(std::size_t vote) const;
    /// The leases of the row's last stay, if that is a hold that lasts; null: they are not known.
    [[nodiscard]] const std::vector<LeaseRun>* leasesOf(const inspect::TimelineRow& row) const;
    [[nodiscard]] double xWithin(WallTime at) const;
    /// The time around this position in which the lock was not watched; null: it was watched.
    [[nodiscard]] const inspect::Gap* gapAt(double x) const;
    [[nodiscard]] std::optional<Hit> hitAt(const QPointF& point) const;
    /// The bar at this point; at the name of a client, its last one.
    [[nodiscard]] std::optional<Bar> barAt(const QPointF& point) const;
    [[nodiscard]] ContenderSpot spotOf(std::size_t lane, const inspect::Stay& stay) const;
    [[nodiscard]] bool isPresent(const inspect::Stay& stay) const;
    [[nodiscard]] std::optional<std::size_t> laneOf(inspect::NodeRef ref, std::int64_t creationId = 0) const;
    [[nodiscard]] std::optional<std::size_t> selectedLane() const;
    [[nodiscard]] std::optional<std::size_t> chosenLane() const;
    [[nodiscard]] const inspect::Stay* chosenStay() const;
    /// The stay at the time shown; null: the client is not there then.
    [[nodiscard]] const inspect::Stay* presentStay(const inspect::TimelineRow& row) const;
    /// The hold at the time shown whose begin is known: that of the selected contender, else the first; null: none.
    [[nodiscard]] const inspect::Stay* presentHold() const;
    void choose(std::size_t lane, std::size_t stay);
    void chooseLane(int step);
    void chooseStay(int step);
    void showLane(std::size_t lane);
    [[nodiscard]] bool isInSight(std::size_t lane) const;
    void keepInSight();

    [[nodiscard]] std::span<const WallTime> visible(const console::WriteTimes& writes) const;
    /// The visible ones whose marks are about this many pixels apart.
    [[nodiscard]] std::vector<WallTime> thinned(const console::WriteTimes& writes, double pixels) const;
    /// The writes with the token of this hold; null: none are known.
    [[nodiscard]] const console::HoldWrites* writesOf(const inspect::Stay& stay) const;
    /// The write at this point; empty: none.
    [[nodiscard]] QString writeTip(const QPointF& point, const Lane& lane, double bottom) const;
    [[nodiscard]] bool isFree(const inspect::TimelineRow& row, double left, double right) const;

    void paintScene(QPainter& painter) const;
    void paintGaps(QPainter& painter, double height) const;
    void paintUsualHold(QPainter& painter, double height) const;
    void paintOverdue(QPainter& painter, const QRectF& box, const inspect::Stay& stay) const;
    void paintLabel(QPainter& painter, const QRectF& area, const QStringList& texts, const QColor& color) const;
    void paintAxis(QPainter& painter) const;
    void paintLane(QPainter& painter, std::size_t lane, bool isSelected) const;
    void paintStay(QPainter& painter, const QRectF& box, const inspect::Stay& stay, bool isTroubled, bool isSelected,
                   const std::vector<LeaseRun>* leases) const;
    void paintLeases(QPainter& painter, const QRectF& box, const inspect::Stay& stay, const std::vector<LeaseRun>& runs,
                     const QColor& color) const;
    void paintLeaseLabels(QPainter& painter, const QRectF& box, const std::vector<LeaseRun>& runs) const;
    void paintLeaseEnd(QPainter& painter, const QRectF& plot, const LeaseRun& run,
                       std::chrono::milliseconds whole) const;
    void paintPlace(QPainter& painter, const QRectF& box, const inspect::Contender& waiter) const;
    void paintDead(QPainter& painter, const QRectF& box, const inspect::Contender& waiter) const;
    void paintPlanned(QPainter& painter, const QRectF& box, WallTime until, const QColor& color,
                      const QStringList& words) const;
    void paintVotes(QPainter& painter) const;
    void paintVote(QPainter& painter, const QRectF& box, const inspect::RedisVote& vote, Tone tone) const;
    void paintVoteRun(QPainter& painter, const QRectF& box, const LeaseRun& run, WallTime until) const;
    void paintMistake(QPainter& painter, const QRectF& box, const console::StaleHold& mistake) const;
    void paintMistakeLabel(QPainter& painter, const QRectF& box, const console::StaleHold& mistake,
                           const std::vector<QRectF>& others) const;
    [[nodiscard]] std::vector<QRectF> paintWrites(QPainter& painter, const QRectF& box, const Lane& lane) const;
    void paintCross(QPainter& painter, const QPointF& centre) const;
    void paintEnd(QPainter& painter, const QRectF& box, const inspect::Stay& stay) const;
    [[nodiscard]] QString tickText(WallTime at, std::chrono::milliseconds step) const;

    TimelineContent m_content;
    std::set<std::string> m_quorumTokens; ///< of the votes that are shown: tokens that a quorum of masters had
    TimelineScale m_scale;
    std::vector<RowName> m_rowNames;     ///< by the row of the timeline
    QHash<QString, double> m_nameWidths; ///< of all names so far
    QFont m_measured;                    ///< the font of the widths
    QStringList m_shownNames;            ///< by lane
    LaneNames m_laneNames;
    TimelineSamples m_samples;
    QTimer m_outline;
    std::vector<Lane> m_lanes;
    double m_lanesHeight = 0; ///< without those of the votes
    inspect::ContenderKey m_selected;
    std::int64_t m_selectedCreationId = 0;
    std::optional<Chosen> m_chosen;
    bool m_isFollowing = true;
    bool m_isOwnSpan = false;     ///< the user has zoomed
    bool m_isNew = false;         ///< another content is shown, and nothing was selected in it yet
    bool m_keepsInSight = false;  ///< the lane of the selected contender
    bool m_scrollsItself = false; ///< not the user
    std::optional<QPointF> m_pressed;
    bool m_isDragging = false;
    TimelineScale m_pressedScale;
    QString m_reported; ///< the last accessible description
};

} // namespace lockscope::ui
