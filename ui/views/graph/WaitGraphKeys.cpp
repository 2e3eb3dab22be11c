// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of WaitGraphView that handles keys.

#include "ui/views/graph/WaitGraphView.h"

#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockscope::ui {

namespace {

constexpr int panStep = 60;

} // namespace

void WaitGraphView::keyPressEvent(QKeyEvent* event)
{
    const auto isShift = event->modifiers().testFlag(Qt::ShiftModifier);
    const auto pan = [](QScrollBar* bar, int by) { bar->setValue(bar->value() + by); };
    switch (event->key()) {
    case Qt::Key_Left:
        return isShift ? pan(horizontalScrollBar(), -panStep) : chooseAlong(false);
    case Qt::Key_Right:
        return isShift ? pan(horizontalScrollBar(), panStep) : chooseAlong(true);
    case Qt::Key_Up:
        return isShift ? pan(verticalScrollBar(), -panStep) : chooseBeside(-1);
    case Qt::Key_Down:
        return isShift ? pan(verticalScrollBar(), panStep) : chooseBeside(1);
    case Qt::Key_Home:
        if (m_content.snapshot && !m_content.snapshot->nodes.empty())
            choose({0, std::nullopt});
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return choose(chosenHit());
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(zoomStep);
    case Qt::Key_Minus:
        return zoom(1 / zoomStep);
    case Qt::Key_0:
        return fit();
    default:
        DrawnArea::keyPressEvent(event);
    }
}

/// From a session to its first arrow, preferably one of a cycle, and from an arrow to the session at its end.
/// `isAhead`: in the direction of the arrows, else against it.
void WaitGraphView::chooseAlong(bool isAhead)
{
    const auto hit = chosenHit();
    if (!m_content.snapshot || (!hit.node && !hit.edge))
        return chooseBeside(1);
    const auto start = isAhead ? &inspect::WaitEdge::from : &inspect::WaitEdge::to;
    const auto end = isAhead ? &inspect::WaitEdge::to : &inspect::WaitEdge::from;
    const auto& edges = m_content.snapshot->edges;
    if (hit.edge)
        return choose({edges[*hit.edge].*end, std::nullopt});
    std::optional<std::size_t> first;
    for (std::size_t edge = 0; edge < edges.size(); ++edge) {
        if (edges[edge].*start == *hit.node && (!first || (edges[edge].cycle && !edges[*first].cycle)))
            first = edge;
    }
    if (first)
        choose({std::nullopt, first});
}

/// From a box to the nearest one above or below; from an arrow to the next one of the same session.
void WaitGraphView::chooseBeside(int direction)
{
    if (!m_content.snapshot || m_content.snapshot->nodes.empty())
        return;
    const auto hit = chosenHit();
    const auto& edges = m_content.snapshot->edges;
    if (hit.edge) {
        const auto& from = edges[*hit.edge];
        const bool isAlone =
            std::count_if(edges.begin(), edges.end(), [&](const auto& edge) { return edge.from == from.from; }) == 1;
        std::vector<std::size_t> beside;
        for (std::size_t edge = 0; edge < edges.size(); ++edge) {
            if (isAlone ? edges[edge].to == from.to : edges[edge].from == from.from)
                beside.push_back(edge);
        }
        const auto end = [&](std::size_t edge) {
            const auto& route = m_layout.route(edge);
            return std::pair(isAlone ? route.front().y() : route.back().y(), edge);
        };
        std::sort(beside.begin(), beside.end(), [&](auto a, auto b) { return end(a) < end(b); });
        const auto now = std::find(beside.begin(), beside.end(), *hit.edge) - beside.begin();
        const auto next = std::clamp<std::ptrdiff_t>(now + direction, 0, std::ssize(beside) - 1);
        return choose({std::nullopt, beside[static_cast<std::size_t>(next)]});
    }
    if (!hit.node)
        return choose({0, std::nullopt});
    const auto here = m_layout.box(*hit.node).center();
    std::optional<std::size_t> nearest;
    auto least = std::numeric_limits<double>::infinity();
    const auto line = m_layout.box(*hit.node).height() / 2;
    for (std::size_t node = 0; node < m_content.snapshot->nodes.size(); ++node) {
        const auto way = m_layout.box(node).center() - here;
        const auto down = way.y() * direction;
        const auto far = down + 2 * std::abs(way.x());
        // Boxes at about the same height are ordered from left to right.
        const bool isOnward = down > line || (std::abs(down) <= line && way.x() * direction > 1);
        if (isOnward && far < least) {
            least = far;
            nearest = node;
        }
    }
    if (nearest)
        choose({nearest, std::nullopt});
}

} // namespace lockscope::ui
