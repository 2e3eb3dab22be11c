// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of TimelineView that handles the mouse, its wheel and keys.

#include "ui/views/timeline/TimelineView.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr double zoomStep = 1.25;

} // namespace

void TimelineView::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return DrawnArea::mousePressEvent(event);
    m_pressed = event->position();
    m_pressedScale = m_scale;
    m_isDragging = false;
}

void TimelineView::mouseMoveEvent(QMouseEvent* event)
{
    if (!event->buttons().testFlag(Qt::LeftButton)) {
        // The button was released outside the view.
        m_pressed.reset();
        if (std::exchange(m_isDragging, false))
            viewport()->unsetCursor();
    }
    if (!m_pressed || !m_content.timeline)
        return;
    const auto moved = event->position().x() - m_pressed->x();
    if (!m_isDragging && std::abs(moved) < QApplication::startDragDistance())
        return;
    if (!m_isDragging)
        viewport()->setCursor(Qt::ClosedHandCursor);
    m_isDragging = true;
    panTo(m_pressedScale, m_pressedScale.timeAt(m_pressedScale.left - moved));
}

void TimelineView::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressed)
        return DrawnArea::mouseReleaseEvent(event);
    m_pressed.reset();
    viewport()->unsetCursor();
    if (std::exchange(m_isDragging, false))
        return;
    if (const auto bar = barAt(event->position()))
        return choose(bar->lane, bar->stay);
    if (m_content.isReplay && m_content.timeline && event->position().x() >= m_scale.left)
        Q_EMIT timeChosen(std::clamp(m_scale.timeAt(event->position().x()), m_scale.from, m_content.end));
}

void TimelineView::wheelEvent(QWheelEvent* event)
{
    const auto delta = event->angleDelta();
    const bool isZoom = event->modifiers().testFlag(Qt::ControlModifier);
    const auto sideways = event->modifiers().testFlag(Qt::ShiftModifier) ? delta.y() : delta.x();
    if (!m_content.timeline || (!isZoom && sideways == 0))
        return DrawnArea::wheelEvent(event);
    event->accept();
    if (isZoom) {
        m_isOwnSpan = true;
        // While following, the current time keeps its position.
        const auto about = m_isFollowing ? m_content.now : m_scale.timeAt(event->position().x());
        return setWindow(m_scale.zoomed(std::pow(zoomStep, -delta.y() / 120.0), about));
    }
    panTo(m_scale, m_scale.from - std::chrono::milliseconds(
                                      std::llround(sideways / 1'200.0 * static_cast<double>(m_scale.span.count()))));
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    const bool isShift = event->modifiers().testFlag(Qt::ShiftModifier);
    const auto pan = [this](int sign) { panTo(m_scale, m_scale.from + sign * m_scale.span / 10); };
    switch (event->key()) {
    case Qt::Key_Left:
        return isShift ? chooseStay(-1) : pan(-1);
    case Qt::Key_Right:
        return isShift ? chooseStay(1) : pan(1);
    case Qt::Key_Up:
        return chooseLane(-1);
    case Qt::Key_Down:
        return chooseLane(1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(1 / zoomStep);
    case Qt::Key_Minus:
        return zoom(zoomStep);
    case Qt::Key_Home:
        return showAll();
    case Qt::Key_End:
        return follow();
    default:
        DrawnArea::keyPressEvent(event);
    }
}

} // namespace lockscope::ui
