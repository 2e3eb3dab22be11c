// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/waits/WaitSnapshot.h"
#include "ui/views/ContenderSpot.h"
#include "ui/views/DrawnArea.h"
#include "ui/views/ItemAccess.h"
#include "ui/views/graph/WaitLayout.h"

#include <QPainterPath>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

struct WaitGraphContent {
    std::shared_ptr<const inspect::WaitSnapshot> snapshot; ///< null: nothing to show
    WallTime now{};                                        ///< by the servers' clock: waits are counted up to it
    bool isStale = false;
};

/// The wait-for graph: a box for each session, an arrow from each waiter to each session that blocks it; cycles in red
/// and numbered. A click or the arrow keys select: right goes to the blocker, left to a waiter, up and down to
/// neighbours. Dragging or Shift and the arrow keys pan; Ctrl and the wheel, + and - zoom, 0 shows as much as is
/// readable. Selection and position stay when the graph changes. Thread: UI.
class WaitGraphView final : public DrawnArea, public ItemAccess {
    Q_OBJECT
public:
    explicit WaitGraphView(QWidget* parent = nullptr);

    void setContent(WaitGraphContent content);

    /// Selects the box or arrow at this point, as a click does; nullopt: none of a contender is there.
    std::optional<ContenderSpot> chooseAt(const QPoint& point);
    [[nodiscard]] std::optional<ContenderSpot> chosenSpot() const;

    void zoom(double factor);
    void fit();
    [[nodiscard]] double zoomFactor() const { return m_zoom; }

    /// The selection as text; empty without one.
    [[nodiscard]] QString chosenText() const;
    [[nodiscard]] QString tipAt(const QPoint& point) const override;
    /// In the viewport; empty if not drawn. `key`: of a WaitNode.
    [[nodiscard]] QRect boxOf(const std::string& key) const;
    /// The centre of its label, in the viewport.
    [[nodiscard]] QPoint labelAt(std::size_t edge) const;

    /// The whole graph, including the parts that are not visible.
    void paintWhole(QPainter& painter) const override;
    [[nodiscard]] QSize wholeSize() const override { return m_layout.size().toSize(); }

    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] ItemInfo itemAt(int index) const override;
    void chooseItem(int index) override;

    [[nodiscard]] QSize sizeHint() const override { return {640, 160}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 56}; }

Q_SIGNALS:
    /// The result of chosenText() may have changed.
    void wordsChanged();
    /// The user selected this contender, or its waiter.
    void chosen(const lockscope::inspect::ContenderKey& key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    static constexpr double zoomStep = 1.25;

    /// A box, or an arrow if `lock` is not empty; identified by names that outlive the snapshot.
    struct Chosen {
        std::string key;
        std::string to;
        std::string lock;
    };
    struct Hit {
        std::optional<std::size_t> node;
        std::optional<std::size_t> edge;
    };
    struct Label {
        QRectF box; ///< empty: another arrow of the same wait has it
        QString text;
    };

    void arrange();
    void setZoom(double zoom, const QPointF& still);
    void fitReadably();
    void updateScrollBars();
    void changed();
    [[nodiscard]] QPointF toScene(const QPointF& point) const;
    [[nodiscard]] QRectF toViewport(const QRectF& scene) const;
    [[nodiscard]] QPainterPath pathOf(std::size_t edge) const;
    [[nodiscard]] Label labelOf(std::size_t edge) const;
    [[nodiscard]] bool wantsLabel(std::size_t edge) const;
    [[nodiscard]] Hit hitAt(const QPointF& point) const;
    [[nodiscard]] Hit chosenHit() const;
    void choose(const Hit& hit);
    /// The waiter of an arrow; of a session, its place in a queue before a lock that it holds.
    [[nodiscard]] inspect::ContenderKey contenderOf(const Hit& hit) const;
    /// Nullopt: it has no contender.
    [[nodiscard]] std::optional<ContenderSpot> spotOf(const Hit& hit) const;
    void show(const QRectF& scene);

    void chooseAlong(bool isAhead);
    void chooseBeside(int direction);

    void paintScene(QPainter& painter, const Hit& chosen) const;
    void paintArrow(QPainter& painter, std::size_t edge, bool isChosen) const;
    void paintLabel(QPainter& painter, std::size_t edge) const;
    void paintBox(QPainter& painter, std::size_t node, bool isChosen) const;
    [[nodiscard]] QColor colorOf(Tone tone) const;
    [[nodiscard]] QFont smallFont() const;

    WaitGraphContent m_content;
    WaitLayout m_layout;
    std::vector<bool> m_hasLabel;            ///< by edge
    double m_width = WaitLayout::usualWidth; ///< available for the layout
    double m_zoom = 1;
    bool m_isOwnZoom = false; ///< the user has zoomed
    std::optional<Chosen> m_chosen;
    std::optional<QPointF> m_pressed;
    QPoint m_pressedAt; ///< the scroll bars' values at the press
    bool m_isDragging = false;
    QString m_reported; ///< the last accessible description
};

} // namespace lockscope::ui
