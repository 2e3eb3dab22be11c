// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/views/ContenderSpot.h"
#include "ui/views/ItemAccess.h"
#include "ui/views/graph/RingLayout.h"
#include "ui/views/graph/WaitDrawing.h"
#include "ui/views/graph/WaitSceneItems.h"

#include <QGraphicsScene>
#include <QGraphicsView>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

struct WaitGraphContent {
    std::shared_ptr<const WaitDrawing> drawing; ///< null: nothing to show
    WallTime now{};                             ///< by the servers' clock: waits are counted up to it
    bool isStale = false;
};

/// The wait-for graph: sessions are round, locks square; an arrow leads from a session to the lock that it waits for,
/// and from a lock to the session that holds it. Each cycle is a red ring with its words in the middle. A click or the
/// arrow keys select: right goes along the arrows, left against them, up and down to neighbours. Dragging or Shift and
/// the arrow keys pan; Ctrl and the wheel, + and - zoom, 0 shows as much as is readable. Selection, zoom and position
/// stay when the graph changes; items are kept as long as what they show exists. Thread: UI.
class WaitGraphView final : public QGraphicsView, public ItemAccess {
    Q_OBJECT
public:
    explicit WaitGraphView(QWidget* parent = nullptr);
    ~WaitGraphView() override;

    void setTheme(const Theme& theme);
    [[nodiscard]] const Theme& theme() const { return m_look.theme; }
    void setContent(WaitGraphContent content);

    /// Selects the node or arrow at this point, as a click does; nullopt: none of a contender is there.
    std::optional<ContenderSpot> chooseAt(const QPoint& point);
    [[nodiscard]] std::optional<ContenderSpot> chosenSpot() const;

    void zoom(double factor);
    void fit();
    [[nodiscard]] double zoomFactor() const { return transform().m11(); }

    /// The selection as text; empty without one.
    [[nodiscard]] QString chosenText() const;
    /// The cycle that the selection is a part of.
    [[nodiscard]] std::optional<std::size_t> chosenCycle() const;
    /// The text for this point of the viewport; empty if nothing is there.
    [[nodiscard]] QString tipAt(const QPoint& point) const;
    /// In the viewport; empty if not drawn. `key`: of a node, see WaitDrawing.
    [[nodiscard]] QRect boxOf(const std::string& key) const;
    /// What stands beside a lock of a cycle for its waiters that are not drawn, in the viewport; empty: nothing.
    [[nodiscard]] QRect pillOf(const std::string& key) const;
    /// The centre of the label of the arrow between these nodes, in the viewport.
    [[nodiscard]] QPoint labelAt(const std::string& from, const std::string& to) const;

    /// The whole graph, including the parts that are not visible, without selection and focus: for files.
    void paintWhole(QPainter& painter) const;
    [[nodiscard]] QSize wholeSize() const { return m_layout.size().expandedTo({0, 0}).toSize(); }

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
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    static constexpr double zoomStep = 1.25;

    /// A node or an arrow of the drawing.
    struct Hit {
        std::optional<std::size_t> node;
        std::optional<std::size_t> arrow;

        [[nodiscard]] bool isNothing() const { return !node && !arrow; }
    };

    [[nodiscard]] const WaitDrawing* drawing() const { return m_content.drawing.get(); }
    void takeFonts();
    void arrange();
    void syncItems();
    void syncNode(std::size_t node);
    void syncPill(std::size_t node);
    void syncArrow(std::size_t arrow);
    void syncLabel(std::size_t arrow);
    void syncWords();
    void showAges();
    void repaintAll();
    [[nodiscard]] RingSizes sizes() const;
    [[nodiscard]] QSizeF sizeOf(std::size_t node) const;
    [[nodiscard]] QSizeF pillSizeOf(std::size_t node) const;
    [[nodiscard]] NodeFace faceOf(std::size_t node) const;
    [[nodiscard]] QPainterPath pathOf(std::size_t arrow) const;
    [[nodiscard]] bool hasLabel(std::size_t arrow) const;
    [[nodiscard]] QSizeF labelSize(const QString& text) const;

    void setZoom(double zoom, const QPointF& still);
    void fitReadably();
    void changed();
    [[nodiscard]] Hit hitAt(const QPoint& point) const;
    [[nodiscard]] Hit chosenHit() const;
    [[nodiscard]] inspect::ContenderKey placeOf(const Hit& hit) const;
    /// Nullopt: it has no contender.
    [[nodiscard]] std::optional<ContenderSpot> spotOf(const Hit& hit) const;
    void choose(const Hit& hit);
    void markChosen();
    void chooseAlong(bool isAhead);
    void chooseBeside(int direction);
    [[nodiscard]] std::optional<std::size_t> nextArrow(std::size_t arrow, int direction) const;
    [[nodiscard]] std::optional<std::size_t> nextNode(std::size_t node, int direction) const;

    WaitGraphContent m_content;
    mutable WaitSceneLook m_look;
    mutable QGraphicsScene m_scene;
    RingLayout m_layout;
    std::map<std::string, WaitNodeItem*> m_nodes; ///< by key, like the arrows and labels; owned by the scene
    std::map<std::string, WaitArrowItem*> m_arrows;
    std::map<std::string, WaitLabelItem*> m_labels;
    std::map<std::string, WaitPillItem*> m_pills;
    std::vector<WaitWordsItem*> m_words;     ///< by cycle
    double m_width = WaitLayoutRoom().width; ///< available for the layout
    bool m_isOwnZoom = false;                ///< the user has zoomed
    std::string m_chosen;                    ///< the key of a node or an arrow; empty: nothing
    QPoint m_pressedAt;
    QString m_reported; ///< the last accessible description
};

} // namespace lockscope::ui
