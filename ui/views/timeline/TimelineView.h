// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/history/Timeline.h"
#include "core/simulate/clients/StaleHolds.h"
#include "ui/views/DrawnArea.h"
#include "ui/views/timeline/TimelineScale.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

struct TimelineContent {
    const inspect::Timeline* timeline =
        nullptr;                               ///< null: there is nothing to show. The view reads it while it is shown
    std::shared_ptr<const inspect::Lock> lock; ///< who is there at `now`; may be null
    std::vector<console::StaleHold> mistakes;  ///< at this lock
    WallTime begin{};                          ///< of a replay: of the recording
    WallTime now{};                            ///< of a replay: the time that is looked at
    WallTime end{};                            ///< until when what goes on is drawn
    bool isReplay = false;
    bool isStale = false;
    QString whyEmpty; ///< what stands there instead, when it has no rows
};

/// One lock's timeline: a lane a client, a thin bar for each wait, a thick one for each hold. Drag, Shift and the wheel
/// or the arrow keys pan; Ctrl and the wheel, + and - zoom; Home shows all, End follows what happens now. A click or Up
/// and Down choose a lane; Shift with an arrow key goes from bar to bar. Thread: UI.
class TimelineView final : public DrawnArea {
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);

    void setContent(TimelineContent content);
    /// The contender that the rest of the window shows. `isFollowed`: the user chose it, so its lane is scrolled to;
    /// else it is whoever holds the lock.
    void setSelected(const inspect::ContenderKey& key, std::int64_t creationId, bool isFollowed);

    void zoom(double factor);
    void showAll();
    /// The present stays at the right edge, as it moves; of a replay, the time that is looked at is kept in sight.
    void follow();
    [[nodiscard]] bool isFollowing() const { return m_isFollowing; }

    /// "last 6 m", or from when to when.
    [[nodiscard]] QString windowText() const;
    /// The bar that was chosen, in words; empty without one.
    [[nodiscard]] QString chosenText() const;
    [[nodiscard]] const TimelineScale& scale() const { return m_scale; }
    [[nodiscard]] int laneCount() const { return static_cast<int>(m_lanes.size()); }
    [[nodiscard]] QString tipAt(const QPoint& point) const override;
    /// Where that node's last bar lies, in the viewport; empty if it is not seen.
    [[nodiscard]] QRect barOf(inspect::NodeRef ref) const;

    /// The lanes and the time that are in sight.
    void paintWhole(QPainter& painter) const override;
    [[nodiscard]] QSize wholeSize() const override { return viewport()->size(); }
    /// So high that all lanes of the window of time are in sight, at most that many.
    [[nodiscard]] int heightOf(int mostLanes) const;

    [[nodiscard]] QSize sizeHint() const override { return {640, 190}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 56}; }

Q_SIGNALS:
    /// What windowText() and chosenText() say has changed.
    void wordsChanged();
    /// The user chose this contender.
    void chosen(const lockscope::inspect::ContenderKey& key);
    /// Of a replay: the user wants to see this time.
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
    /// A row of the timeline of which something is to be seen.
    struct Lane {
        std::size_t row = 0;
        std::vector<const console::StaleHold*> mistakes;
    };
    /// The bar that was chosen, which may be forgotten at any time.
    struct Chosen {
        inspect::ContenderKey key;
        std::int64_t creationId = 0;
        WallTime from{};

        [[nodiscard]] bool is(const inspect::Stay& stay) const { return stay.ref() == key.ref() && stay.from == from; }
    };
    struct Hit {
        std::size_t lane = 0;
        std::optional<std::size_t> stay;
        const console::StaleHold* mistake = nullptr;
    };

    void arrange();
    void chooseWindow();
    void setWindow(const TimelineScale& scale);
    void panTo(TimelineScale scale, WallTime from);
    void changed();
    [[nodiscard]] const inspect::TimelineRow& rowOf(const Lane& lane) const;
    [[nodiscard]] int axisHeight() const;
    [[nodiscard]] QRectF laneBox(std::size_t lane) const;
    [[nodiscard]] double xWithin(WallTime at) const;
    [[nodiscard]] std::optional<Hit> hitAt(const QPointF& point) const;
    [[nodiscard]] std::optional<std::size_t> laneOf(inspect::NodeRef ref, std::int64_t creationId = 0) const;
    [[nodiscard]] std::optional<std::size_t> selectedLane() const;
    [[nodiscard]] std::optional<std::size_t> chosenLane() const;
    [[nodiscard]] const inspect::Stay* chosenStay() const;
    void choose(std::size_t lane, std::size_t stay);
    void chooseLane(int step);
    void chooseStay(int step);
    void showLane(std::size_t lane);

    void paintScene(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;
    void paintLane(QPainter& painter, std::size_t lane, bool isSelected) const;
    void paintStay(QPainter& painter, const QRectF& box, const inspect::Stay& stay, bool isTroubled) const;
    void paintMistake(QPainter& painter, const QRectF& box, const console::StaleHold& mistake) const;
    void paintEnd(QPainter& painter, const QRectF& box, const inspect::Stay& stay) const;
    [[nodiscard]] QString tickText(WallTime at, std::chrono::milliseconds step) const;

    TimelineContent m_content;
    TimelineScale m_scale;
    std::vector<Lane> m_lanes;
    inspect::ContenderKey m_selected;
    std::int64_t m_selectedCreationId = 0;
    std::optional<Chosen> m_chosen;
    bool m_isFollowing = true;
    bool m_isOwnSpan = false; ///< the user has zoomed
    std::optional<QPointF> m_pressed;
    bool m_isDragging = false;
    TimelineScale m_pressedScale;
    QString m_told; ///< the words that were told last
};

} // namespace lockscope::ui
