// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/graph/WaitGraphView.h"

#include "ui/models/text/Formatting.h"
#include "ui/views/Painting.h"
#include "ui/views/graph/DrawingWords.h"
#include "ui/views/graph/WaitWords.h"

#include <QApplication>
#include <QFontInfo>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
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

} // namespace

WaitGraphView::WaitGraphView(QWidget* parent)
    : QGraphicsView(parent)
{
    setObjectName(u"waitGraphView"_s);
    setAccessibleName(tr("Wait Graph"));
    setFrameShape(QFrame::NoFrame);
    viewport()->setObjectName(u"waitGraphViewport"_s);
    viewport()->setAutoFillBackground(false);
    viewport()->setFocusPolicy(Qt::NoFocus);
    setFocusPolicy(Qt::StrongFocus);
    m_scene.setItemIndexMethod(QGraphicsScene::NoIndex);
    setScene(&m_scene);
    setDragMode(ScrollHandDrag);
    setTransformationAnchor(NoAnchor);
    setResizeAnchor(NoAnchor);
    setViewportUpdateMode(FullViewportUpdate); // for the focus frame, which does not scroll
    takeFonts();
}

/// The items go before what they paint with.
WaitGraphView::~WaitGraphView()
{
    setScene(nullptr);
    m_scene.clear();
}

void WaitGraphView::takeFonts()
{
    m_look.font = font();
    m_look.small = font();
    m_look.small.setPixelSize(std::max(QFontInfo(font()).pixelSize() - 1, 10));
    m_look.bold = font();
    m_look.bold.setWeight(QFont::DemiBold);
}

void WaitGraphView::setTheme(const Theme& theme)
{
    m_look.theme = theme;
    repaintAll();
}

void WaitGraphView::repaintAll()
{
    m_scene.update();
    viewport()->update();
}

void WaitGraphView::setContent(WaitGraphContent content)
{
    const bool isOther = content.drawing != m_content.drawing;
    const bool wasEmpty = !m_content.drawing;
    const bool isStale = content.isStale;
    m_content = std::move(content);
    if (std::exchange(m_look.isStale, isStale) != isStale)
        repaintAll();
    if (isOther) {
        arrange();
        if (wasEmpty)
            m_isOwnZoom = false;
        if (!m_isOwnZoom)
            fitReadably();
    }
    showAges();
    changed();
}

// ---- what is reported

/// Set only when it has changed: screen readers announce each change. Durations alone are no change.
void WaitGraphView::changed()
{
    QString words;
    if (const auto* drawn = drawing()) {
        words = chosenText().isEmpty() ? QString() : QString::fromStdString(m_chosen);
        words += cyclesText(*drawn->snapshot, WallTime{}) + shownText(*drawn);
    }
    if (words != m_reported) {
        m_reported = words;
        QStringList lines;
        if (const auto* drawn = drawing())
            lines << cyclesText(*drawn->snapshot, m_content.now) << chosenText() << shownText(*drawn) << arrowsText();
        setAccessibleDescription(inTurn(lines));
    }
    Q_EMIT wordsChanged();
}

QString WaitGraphView::chosenText() const
{
    const auto hit = chosenHit();
    if (hit.arrow)
        return ended(arrowText(*drawing(), drawing()->arrows[*hit.arrow], m_content.now));
    if (!hit.node)
        return {};
    return drawing()->isLock(*hit.node) ? lockNodeText(*drawing(), *hit.node, m_content.now)
                                        : sessionText(*drawing()->snapshot, *hit.node, m_content.now);
}

QString WaitGraphView::tipAt(const QPoint& point) const
{
    const auto hit = hitAt(point);
    if (hit.arrow)
        return arrowDetails(*drawing(), drawing()->arrows[*hit.arrow], m_content.now);
    if (!hit.node)
        return {};
    return drawing()->isLock(*hit.node) ? lockNodeDetails(*drawing(), *hit.node, m_content.now)
                                        : sessionDetails(*drawing()->snapshot, *hit.node, m_content.now);
}

std::optional<std::size_t> WaitGraphView::chosenCycle() const
{
    const auto hit = chosenHit();
    if (hit.isNothing())
        return std::nullopt;
    if (hit.arrow && drawing()->arrows[*hit.arrow].cycle)
        return drawing()->arrows[*hit.arrow].cycle;
    for (const auto& arrow : drawing()->arrows) {
        if (hit.node && arrow.cycle && (arrow.from == *hit.node || arrow.to == *hit.node))
            return arrow.cycle;
    }
    return std::nullopt;
}

QRect WaitGraphView::boxOf(const std::string& key) const
{
    const auto found = m_nodes.find(key);
    if (found == m_nodes.end())
        return {};
    return mapFromScene(m_layout.box(found->second->index())).boundingRect();
}

QRect WaitGraphView::pillOf(const std::string& key) const
{
    const auto found = m_pills.find(key);
    return found == m_pills.end() ? QRect() : mapFromScene(m_layout.pill(found->second->index()).box).boundingRect();
}

QPoint WaitGraphView::labelAt(const std::string& from, const std::string& to) const
{
    for (std::size_t index = 0; drawing() && index < drawing()->arrows.size(); ++index) {
        const auto& arrow = drawing()->arrows[index];
        if (drawing()->keyOf(arrow.from) != from || drawing()->keyOf(arrow.to) != to)
            continue;
        const auto* label = m_labels.at(drawing()->keyOf(arrow));
        return mapFromScene(label->sceneBoundingRect().center());
    }
    return {};
}

void WaitGraphView::paintWhole(QPainter& painter) const
{
    m_look.isForFile = true;
    const QRectF whole({}, m_layout.size());
    m_scene.render(&painter, whole, whole);
    m_look.isForFile = false;
}

// ---- zoom

/// The point at `still` of the viewport stays there, as far as scrolling allows.
void WaitGraphView::setZoom(double zoom, const QPointF& still)
{
    const auto point = mapToScene(still.toPoint());
    const auto factor = std::clamp(zoom, leastZoom, mostZoom);
    setTransform(QTransform::fromScale(factor, factor));
    const auto moved = mapFromScene(point) - still.toPoint();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + moved.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() + moved.y());
}

void WaitGraphView::zoom(double factor)
{
    m_isOwnZoom = true;
    const auto hit = chosenHit();
    const auto still = hit.node ? mapFromScene(m_layout.box(*hit.node).center()) : viewport()->rect().center();
    setZoom(zoomFactor() * factor, still);
}

void WaitGraphView::fit()
{
    m_isOwnZoom = false;
    fitReadably();
}

void WaitGraphView::fitReadably()
{
    const auto size = m_layout.size();
    const auto room = maximumViewportSize();
    if (size.isEmpty())
        return;
    const auto factor =
        std::clamp(std::min(room.width() / size.width(), room.height() / size.height()), readableZoom, 1.0);
    setTransform(QTransform::fromScale(factor, factor));
}

void WaitGraphView::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    // In steps, so that dragging a splitter does not rearrange the graph at each pixel.
    constexpr double step = 50;
    constexpr double least = 800;
    const auto room = maximumViewportSize().width() - verticalScrollBar()->sizeHint().width();
    const auto width = std::max(std::floor(room / readableZoom / step) * step, least);
    if (std::exchange(m_width, width) != width) {
        arrange();
        showAges();
    }
    if (!m_isOwnZoom)
        fitReadably();
}

// ---- events

void WaitGraphView::changeEvent(QEvent* event)
{
    QGraphicsView::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    takeFonts();
    arrange();
    showAges();
    repaintAll();
}

bool WaitGraphView::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QGraphicsView::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto tip = tipAt(help->pos());
    if (tip.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), plainToolTip(tip), viewport());
    return true;
}

void WaitGraphView::paintEvent(QPaintEvent* event)
{
    QGraphicsView::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(viewport());
    paintFocus(painter, viewport()->rect(), m_look.theme);
}

void WaitGraphView::focusInEvent(QFocusEvent* event)
{
    QGraphicsView::focusInEvent(event);
    viewport()->update();
}

void WaitGraphView::focusOutEvent(QFocusEvent* event)
{
    QGraphicsView::focusOutEvent(event);
    viewport()->update();
}

void WaitGraphView::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = event->position().toPoint();
    QGraphicsView::mousePressEvent(event);
}

/// A click selects, also where a drag may begin.
void WaitGraphView::mouseReleaseEvent(QMouseEvent* event)
{
    QGraphicsView::mouseReleaseEvent(event);
    const auto point = event->position().toPoint();
    if (event->button() != Qt::LeftButton ||
        (point - m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
        return;
    if (const auto hit = hitAt(point); !hit.isNothing())
        return choose(hit);
    m_chosen.clear();
    markChosen();
    changed();
}

void WaitGraphView::wheelEvent(QWheelEvent* event)
{
    if (!event->modifiers().testFlag(Qt::ControlModifier))
        return QGraphicsView::wheelEvent(event);
    event->accept();
    m_isOwnZoom = true;
    setZoom(zoomFactor() * std::pow(zoomStep, event->angleDelta().y() / 120.0), event->position());
}

} // namespace lockscope::ui

#include "moc_WaitGraphView.cpp"
