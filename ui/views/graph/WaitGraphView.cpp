// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/graph/WaitGraphView.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/graph/WaitWords.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainterPathStroker>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double leastZoom = 0.2;
constexpr double mostZoom = 3;
constexpr double readableZoom = 0.85; ///< a fit does not go below
constexpr double boxHeight = 44;
constexpr double cycleBoxHeight = 56; ///< room for two arrows with their labels
constexpr double labelStep = 20;      ///< from one label to the next
constexpr double labelRoom = 146;     ///< beside the waiter's box
constexpr double reach = 7;           ///< of the pointer, around arrows

} // namespace

WaitGraphView::WaitGraphView(QWidget* parent)
    : DrawnArea(u"waitGraph"_s, tr("Wait Graph"), parent)
{
}

void WaitGraphView::setContent(WaitGraphContent content)
{
    const bool isOther = content.snapshot != m_content.snapshot;
    const bool wasEmpty = !m_content.snapshot || m_content.snapshot->nodes.empty();
    m_content = std::move(content);
    if (isOther) {
        arrange();
        if (wasEmpty)
            m_isOwnZoom = false;
        if (!m_isOwnZoom)
            fitReadably();
        updateScrollBars();
    }
    changed();
}

void WaitGraphView::arrange()
{
    std::vector<WaitLayoutBox> boxes;
    std::vector<WaitLayoutLink> links;
    if (m_content.snapshot) {
        for (const auto& node : m_content.snapshot->nodes)
            boxes.push_back({node.key, std::max(node.isInCycle ? cycleBoxHeight : boxHeight,
                                                labelStep * static_cast<double>(node.waits.size() + 1))});
        for (const auto& edge : m_content.snapshot->edges) {
            const bool isLast = edge.cycle && edge.step == m_content.snapshot->cycles[*edge.cycle].edges.size();
            links.push_back({edge.from, edge.to, isLast, edge.waiter.lock, edge.cycle.has_value()});
        }
    }
    m_layout = WaitLayout(std::move(boxes), std::move(links), m_layout, m_width);
    m_hasLabel.clear();
    for (std::size_t edge = 0; m_content.snapshot && edge < m_content.snapshot->edges.size(); ++edge)
        m_hasLabel.push_back(wantsLabel(edge));
}

/// Set only when it has changed: screen readers announce each change. Durations alone are no change.
void WaitGraphView::changed()
{
    viewport()->update();
    QString words;
    if (m_content.snapshot) {
        const auto still = WallTime{};
        words =
            chosenText().isEmpty() ? QString() : QString::fromStdString(m_chosen->key + m_chosen->to + m_chosen->lock);
        words += cyclesText(*m_content.snapshot, still) + shownText(*m_content.snapshot);
    }
    if (words != m_reported) {
        m_reported = words;
        QStringList lines;
        if (m_content.snapshot)
            lines << cyclesText(*m_content.snapshot, m_content.now) << chosenText() << shownText(*m_content.snapshot);
        setAccessibleDescription(inTurn(lines));
    }
    Q_EMIT wordsChanged();
}

QString WaitGraphView::chosenText() const
{
    const auto hit = chosenHit();
    if (hit.edge)
        return ended(waitText(*m_content.snapshot, *hit.edge, m_content.now));
    return hit.node ? sessionText(*m_content.snapshot, *hit.node, m_content.now) : QString();
}

// ---- positions

QPointF WaitGraphView::toScene(const QPointF& point) const
{
    return (point + QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value())) / m_zoom;
}

QRectF WaitGraphView::toViewport(const QRectF& scene) const
{
    return {scene.topLeft() * m_zoom - QPointF(horizontalScrollBar()->value(), verticalScrollBar()->value()),
            scene.size() * m_zoom};
}

/// Straight beside its label, then curved.
QPainterPath WaitGraphView::pathOf(std::size_t edge) const
{
    auto points = m_layout.route(edge);
    QPainterPath path(points.front());
    if (m_hasLabel[edge]) {
        points.front().rx() += points[1].x() < points[0].x() ? -labelRoom : labelRoom;
        path.lineTo(points.front());
    }
    for (std::size_t i = 1; i < points.size(); ++i) {
        const auto half = QPointF((points[i].x() - points[i - 1].x()) / 2, 0);
        path.cubicTo(points[i - 1] + half, points[i] - half, points[i]);
    }
    return path;
}

/// One label for each wait with any number of blockers: at the steps of cycles, else on its straightest arrow.
bool WaitGraphView::wantsLabel(std::size_t index) const
{
    const auto& edges = m_content.snapshot->edges;
    const auto& edge = edges[index];
    if (edge.cycle)
        return true;
    const auto bend = [&](std::size_t one) {
        const auto& points = m_layout.route(one);
        return std::abs(points[1].y() - points[0].y());
    };
    for (std::size_t other = 0; other < edges.size(); ++other) {
        if (other == index || edges[other].from != edge.from || edges[other].waiter.lock != edge.waiter.lock)
            continue;
        if (edges[other].cycle || std::pair(bend(other), other) < std::pair(bend(index), index))
            return false;
    }
    return true;
}

WaitGraphView::Label WaitGraphView::labelOf(std::size_t edge) const
{
    if (!m_hasLabel[edge])
        return {};
    const QFontMetricsF metrics(smallFont());
    const auto stepRoom = m_content.snapshot->edges[edge].cycle ? metrics.height() + 3 : 0.0;
    auto length = 24;
    auto text = waitLabel(m_content.snapshot->edges[edge], m_content.now, length);
    while (length > 6 && metrics.horizontalAdvance(text) + stepRoom + 12 > labelRoom - 12)
        text = waitLabel(m_content.snapshot->edges[edge], m_content.now, --length);
    const auto width = metrics.horizontalAdvance(text) + stepRoom + 12;
    const auto height = metrics.height() + 3;
    const auto& points = m_layout.route(edge);
    const auto left = points[1].x() < points[0].x() ? points[0].x() - 10 - width : points[0].x() + 10;
    return {{left, points[0].y() - height / 2, width, height}, text};
}

QRect WaitGraphView::boxOf(const std::string& key) const
{
    if (!m_content.snapshot)
        return {};
    const auto& nodes = m_content.snapshot->nodes;
    const auto found = std::find_if(nodes.begin(), nodes.end(), [&](const auto& node) { return node.key == key; });
    if (found == nodes.end())
        return {};
    return toViewport(m_layout.box(static_cast<std::size_t>(found - nodes.begin()))).toAlignedRect();
}

QPoint WaitGraphView::labelAt(std::size_t edge) const
{
    return toViewport(labelOf(edge).box).center().toPoint();
}

WaitGraphView::Hit WaitGraphView::hitAt(const QPointF& point) const
{
    if (!m_content.snapshot)
        return {};
    const auto scene = toScene(point);
    for (std::size_t node = 0; node < m_content.snapshot->nodes.size(); ++node) {
        if (m_layout.box(node).contains(scene))
            return {node, std::nullopt};
    }
    for (std::size_t edge = 0; edge < m_content.snapshot->edges.size(); ++edge) {
        if (labelOf(edge).box.contains(scene))
            return {std::nullopt, edge};
    }
    QPainterPathStroker stroker;
    stroker.setWidth(2 * reach / m_zoom);
    for (std::size_t edge = 0; edge < m_content.snapshot->edges.size(); ++edge) {
        const auto path = pathOf(edge);
        const auto margin = reach / m_zoom;
        if (path.controlPointRect().adjusted(-margin, -margin, margin, margin).contains(scene) &&
            stroker.createStroke(path).contains(scene))
            return {std::nullopt, edge};
    }
    return {};
}

WaitGraphView::Hit WaitGraphView::chosenHit() const
{
    if (!m_chosen || !m_content.snapshot)
        return {};
    const auto& [nodes, edges] = std::tie(m_content.snapshot->nodes, m_content.snapshot->edges);
    for (std::size_t edge = 0; edge < edges.size() && !m_chosen->lock.empty(); ++edge) {
        if (edges[edge].waiter.lock == m_chosen->lock && nodes[edges[edge].from].key == m_chosen->key &&
            nodes[edges[edge].to].key == m_chosen->to)
            return {std::nullopt, edge};
    }
    for (std::size_t node = 0; node < nodes.size() && m_chosen->lock.empty(); ++node) {
        if (nodes[node].key == m_chosen->key)
            return {node, std::nullopt};
    }
    return {};
}

void WaitGraphView::show(const QRectF& scene)
{
    constexpr double room = 12;
    const auto box = toViewport(scene).adjusted(-room, -room, room, room);
    const auto shift = [](QScrollBar* bar, double low, double high, double size) {
        if (low < 0 || high - low > size)
            bar->setValue(bar->value() + static_cast<int>(std::floor(low)));
        else if (high > size)
            bar->setValue(bar->value() + static_cast<int>(std::ceil(high - size)));
    };
    shift(horizontalScrollBar(), box.left(), box.right(), viewport()->width());
    shift(verticalScrollBar(), box.top(), box.bottom(), viewport()->height());
}

// ---- zoom and pan

void WaitGraphView::updateScrollBars()
{
    const auto set = [this](QScrollBar* bar, double size, int room) {
        bar->setRange(0, std::max(static_cast<int>(std::ceil(size * m_zoom)) - room, 0));
        bar->setPageStep(std::max(room, 1));
        bar->setSingleStep(24);
    };
    set(horizontalScrollBar(), m_layout.size().width(), viewport()->width());
    set(verticalScrollBar(), m_layout.size().height(), viewport()->height());
}

/// The point at `still` of the viewport stays there, as far as scrolling allows.
void WaitGraphView::setZoom(double zoom, const QPointF& still)
{
    const auto scene = toScene(still);
    m_zoom = std::clamp(zoom, leastZoom, mostZoom);
    updateScrollBars();
    horizontalScrollBar()->setValue(qRound(scene.x() * m_zoom - still.x()));
    verticalScrollBar()->setValue(qRound(scene.y() * m_zoom - still.y()));
    viewport()->update();
}

void WaitGraphView::zoom(double factor)
{
    m_isOwnZoom = true;
    const auto hit = chosenHit();
    auto still = QRectF(viewport()->rect()).center();
    if (hit.node)
        still = toViewport(m_layout.box(*hit.node)).center();
    setZoom(m_zoom * factor, still);
}

void WaitGraphView::fit()
{
    if (m_layout.size().isEmpty())
        return;
    m_isOwnZoom = false;
    fitReadably();
    setZoom(m_zoom, {});
}

void WaitGraphView::fitReadably()
{
    const auto size = m_layout.size();
    const auto room = maximumViewportSize();
    if (!size.isEmpty())
        m_zoom = std::clamp(std::min(room.width() / size.width(), room.height() / size.height()), readableZoom, 1.0);
}

// ---- user input

void WaitGraphView::choose(const Hit& hit)
{
    if (!hit.node && !hit.edge)
        return;
    const auto& [nodes, edges] = std::tie(m_content.snapshot->nodes, m_content.snapshot->edges);
    const auto key = contenderOf(hit);
    if (hit.edge) {
        const auto& edge = edges[*hit.edge];
        m_chosen = Chosen{nodes[edge.from].key, nodes[edge.to].key, edge.waiter.lock};
        show(labelOf(*hit.edge).box.united(QRectF(m_layout.route(*hit.edge).front(), QSizeF(1, 1))));
    } else {
        m_chosen = Chosen{nodes[*hit.node].key, {}, {}};
        announceItem(*this, static_cast<int>(*hit.node));
        show(m_layout.box(*hit.node));
    }
    changed();
    if (!key.isLock())
        Q_EMIT chosen(key);
}

inspect::ContenderKey WaitGraphView::contenderOf(const Hit& hit) const
{
    const auto& [nodes, edges] = std::tie(m_content.snapshot->nodes, m_content.snapshot->edges);
    if (hit.edge)
        return edges[*hit.edge].waiter;
    inspect::ContenderKey key;
    for (const auto& edge : edges) {
        const bool isWait = edge.from == *hit.node;
        if (!isWait && (edge.to != *hit.node || !key.isLock()))
            continue;
        key = isWait ? edge.waiter : edge.blocker;
        if (isWait && (edge.cycle || !nodes[*hit.node].isInCycle))
            break;
    }
    return key;
}

std::optional<ContenderSpot> WaitGraphView::spotOf(const Hit& hit) const
{
    if (!hit.node && !hit.edge)
        return std::nullopt;
    const auto key = contenderOf(hit);
    if (key.isLock())
        return std::nullopt;
    const auto box = hit.node ? m_layout.box(*hit.node) : labelOf(*hit.edge).box;
    return ContenderSpot{key, toViewport(box).toAlignedRect()};
}

std::optional<ContenderSpot> WaitGraphView::chooseAt(const QPoint& point)
{
    const auto hit = hitAt(point);
    const auto spot = spotOf(hit); // the choice may change the graph
    choose(hit);
    return spot;
}

std::optional<ContenderSpot> WaitGraphView::chosenSpot() const
{
    return spotOf(chosenHit());
}

void WaitGraphView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return DrawnArea::mousePressEvent(event);
    m_pressed = event->position();
    m_pressedAt = {horizontalScrollBar()->value(), verticalScrollBar()->value()};
    m_isDragging = false;
}

void WaitGraphView::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton)) {
        // The button was released outside the view.
        m_pressed.reset();
        m_isDragging = false;
        const auto hit = hitAt(event->position());
        viewport()->setCursor(hit.node || hit.edge ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    if (!m_pressed)
        return;
    const auto moved = (event->position() - *m_pressed).toPoint();
    if (!m_isDragging && moved.manhattanLength() < QApplication::startDragDistance())
        return;
    m_isDragging = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    horizontalScrollBar()->setValue(m_pressedAt.x() - moved.x());
    verticalScrollBar()->setValue(m_pressedAt.y() - moved.y());
}

void WaitGraphView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return DrawnArea::mouseReleaseEvent(event);
    m_pressed.reset();
    viewport()->unsetCursor();
    if (std::exchange(m_isDragging, false))
        return;
    const auto hit = hitAt(event->position());
    if (hit.node || hit.edge)
        return choose(hit);
    m_chosen.reset();
    changed();
}

void WaitGraphView::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return DrawnArea::wheelEvent(event);
    event->accept();
    m_isOwnZoom = true;
    setZoom(m_zoom * std::pow(zoomStep, event->angleDelta().y() / 120.0), event->position());
}

QString WaitGraphView::tipAt(const QPoint& point) const
{
    const auto hit = hitAt(point);
    if (hit.node)
        return sessionDetails(*m_content.snapshot, *hit.node, m_content.now);
    return hit.edge ? waitDetails(*m_content.snapshot, *hit.edge, m_content.now) : QString();
}

void WaitGraphView::resizeEvent(QResizeEvent* event)
{
    DrawnArea::resizeEvent(event);
    // In steps, so that dragging a splitter does not rearrange the graph at each pixel.
    constexpr double step = 50;
    constexpr double least = 800;
    const auto room = maximumViewportSize().width() - verticalScrollBar()->sizeHint().width();
    const auto width = std::max(std::floor(room / readableZoom / step) * step, least);
    if (std::exchange(m_width, width) != width)
        arrange();
    if (!m_isOwnZoom)
        fitReadably();
    updateScrollBars();
}

} // namespace lockscope::ui

#include "moc_WaitGraphView.cpp"
