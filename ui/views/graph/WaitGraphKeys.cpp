// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of WaitGraphView that selects, by mouse and keys.

#include "ui/views/graph/WaitGraphView.h"

#include <QKeyEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockscope::ui {

namespace {

constexpr int panStep = 60;
constexpr int roomAround = 12; ///< of what is scrolled into view

} // namespace

WaitGraphView::Hit WaitGraphView::hitAt(const QPoint& point) const
{
    if (!drawing())
        return {};
    for (const auto* item : items(point)) {
        if (const auto* node = qgraphicsitem_cast<const WaitNodeItem*>(item))
            return {node->index(), std::nullopt};
        if (const auto* pill = qgraphicsitem_cast<const WaitPillItem*>(item))
            return {pill->index(), std::nullopt};
        if (const auto* label = qgraphicsitem_cast<const WaitLabelItem*>(item))
            return {std::nullopt, label->index()};
        if (const auto* arrow = qgraphicsitem_cast<const WaitArrowItem*>(item))
            return {std::nullopt, arrow->index()};
    }
    return {};
}

WaitGraphView::Hit WaitGraphView::chosenHit() const
{
    if (const auto node = m_nodes.find(m_chosen); node != m_nodes.end())
        return {node->second->index(), std::nullopt};
    if (const auto arrow = m_arrows.find(m_chosen); arrow != m_arrows.end())
        return {std::nullopt, arrow->second->index()};
    return {};
}

void WaitGraphView::markChosen()
{
    for (const auto& [key, item] : m_nodes)
        item->setChosen(key == m_chosen);
    for (const auto& [key, item] : m_arrows)
        item->setChosen(key == m_chosen);
}

/// Of a session, its place in a queue has priority over a lock that it holds; of a lock, its holder over its waiters.
inspect::ContenderKey WaitGraphView::placeOf(const Hit& hit) const
{
    if (hit.arrow)
        return drawing()->arrows[*hit.arrow].place;
    const auto& arrows = drawing()->arrows;
    const bool isLock = drawing()->isLock(*hit.node);
    const auto rank = [&](const DrawnArrow& arrow) {
        const bool isFirst = (arrow.kind == DrawnArrow::Kind::HeldBy) == isLock;
        return (isFirst ? 0 : 2) + (arrow.cycle ? 0 : 1);
    };
    const DrawnArrow* best = nullptr;
    for (const auto& arrow : arrows) {
        const bool isOwn = arrow.kind != DrawnArrow::Kind::Behind && (arrow.from == *hit.node || arrow.to == *hit.node);
        if (isOwn && (!best || rank(arrow) < rank(*best)))
            best = &arrow;
    }
    return best ? best->place : inspect::ContenderKey();
}

std::optional<ContenderSpot> WaitGraphView::spotOf(const Hit& hit) const
{
    if (hit.isNothing())
        return std::nullopt;
    const auto key = placeOf(hit);
    if (key.isLock())
        return std::nullopt;
    const auto box = hit.arrow ? m_labels.at(drawing()->keyOf(drawing()->arrows[*hit.arrow]))->sceneBoundingRect()
                               : m_layout.box(*hit.node);
    return ContenderSpot{key, mapFromScene(box).boundingRect()};
}

std::optional<ContenderSpot> WaitGraphView::chooseAt(const QPoint& point)
{
    const auto hit = hitAt(point);
    auto spot = spotOf(hit); // the choice may change the graph
    choose(hit);
    return spot;
}

std::optional<ContenderSpot> WaitGraphView::chosenSpot() const
{
    return spotOf(chosenHit());
}

void WaitGraphView::choose(const Hit& hit)
{
    if (hit.isNothing())
        return;
    if (hit.arrow) {
        m_chosen = drawing()->keyOf(drawing()->arrows[*hit.arrow]);
        ensureVisible(m_labels.at(m_chosen), roomAround, roomAround);
    } else {
        m_chosen = drawing()->keyOf(*hit.node);
        announceItem(*this, static_cast<int>(*hit.node));
        ensureVisible(m_layout.box(*hit.node), roomAround, roomAround);
    }
    markChosen();
    changed();
    if (const auto key = placeOf(hit); !key.isLock())
        Q_EMIT chosen(key);
}

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
        if (drawing() && drawing()->nodeCount() > 0)
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
        QGraphicsView::keyPressEvent(event);
    }
}

/// From a node to its first arrow, preferably one of a cycle, and from an arrow to the node at its end. `isAhead`: in
/// the direction of the arrows, else against it.
void WaitGraphView::chooseAlong(bool isAhead)
{
    const auto hit = chosenHit();
    if (!drawing() || hit.isNothing())
        return chooseBeside(1);
    const auto start = isAhead ? &DrawnArrow::from : &DrawnArrow::to;
    const auto end = isAhead ? &DrawnArrow::to : &DrawnArrow::from;
    const auto& arrows = drawing()->arrows;
    if (hit.arrow)
        return choose({arrows[*hit.arrow].*end, std::nullopt});
    std::optional<std::size_t> first;
    for (std::size_t arrow = 0; arrow < arrows.size(); ++arrow) {
        if (arrows[arrow].*start == *hit.node && (!first || (arrows[arrow].cycle && !arrows[*first].cycle)))
            first = arrow;
    }
    if (first)
        choose({std::nullopt, first});
}

/// From a node to the nearest one above or below; from an arrow to the next one of the same node.
void WaitGraphView::chooseBeside(int direction)
{
    if (!drawing() || drawing()->nodeCount() == 0)
        return;
    const auto hit = chosenHit();
    if (hit.arrow)
        choose({std::nullopt, nextArrow(*hit.arrow, direction)});
    else if (hit.node)
        choose({nextNode(*hit.node, direction), std::nullopt});
    else
        choose({0, std::nullopt});
}

std::optional<std::size_t> WaitGraphView::nextArrow(std::size_t from, int direction) const
{
    const auto& arrows = drawing()->arrows;
    const auto& one = arrows[from];
    const bool isAlone = std::count_if(arrows.begin(), arrows.end(),
                                       [&](const DrawnArrow& arrow) { return arrow.from == one.from; }) == 1;
    std::vector<std::size_t> beside;
    for (std::size_t arrow = 0; arrow < arrows.size(); ++arrow) {
        if (isAlone ? arrows[arrow].to == one.to : arrows[arrow].from == one.from)
            beside.push_back(arrow);
    }
    const auto end = [&](std::size_t arrow) {
        const auto& route = m_layout.route(arrow);
        return std::pair(isAlone ? route.front().y() : route.back().y(), arrow);
    };
    std::sort(beside.begin(), beside.end(), [&](auto a, auto b) { return end(a) < end(b); });
    const auto now = std::find(beside.begin(), beside.end(), from) - beside.begin();
    const auto next = std::clamp<std::ptrdiff_t>(now + direction, 0, std::ssize(beside) - 1);
    return beside[static_cast<std::size_t>(next)];
}

std::optional<std::size_t> WaitGraphView::nextNode(std::size_t from, int direction) const
{
    const auto here = m_layout.box(from).center();
    const auto line = m_layout.box(from).height() / 2;
    std::optional<std::size_t> nearest;
    auto least = std::numeric_limits<double>::infinity();
    for (std::size_t node = 0; node < drawing()->nodeCount(); ++node) {
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
    return nearest;
}

} // namespace lockscope::ui
