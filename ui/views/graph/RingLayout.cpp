// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/graph/RingLayout.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr double labelGap = 6;
constexpr double arrowGap = 2; ///< between an arrow and the box where it ends

/// Where the line from the centre of `box` towards `target` leaves the box.
QPointF borderTowards(const QRectF& box, const QPointF& target)
{
    const auto way = target - box.center();
    const auto across = std::abs(way.x()) / (box.width() / 2 + arrowGap);
    const auto down = std::abs(way.y()) / (box.height() / 2 + arrowGap);
    const auto most = std::max(across, down);
    return most > 0 ? box.center() + way / most : box.center();
}

/// The centre of the ring is the origin. The arrow is somewhat longer than the pill is high.
RingPill pillBeside(const QRectF& box, const QSizeF& size)
{
    const auto out = box.center();
    const auto length = std::max(std::hypot(out.x(), out.y()), 1.0);
    const auto tip = borderTowards(box, box.center() + out);
    return {RingLayout::labelBox(tip + out / length * size.height() * 1.2, {}, size), tip};
}

} // namespace

QRectF RingLayout::labelBox(const QPointF& middle, const QPointF& centre, const QSizeF& size)
{
    const auto out = middle - centre;
    const auto length = std::max(std::hypot(out.x(), out.y()), 1.0);
    const auto shift =
        QPointF(out.x() / length * (size.width() / 2 + labelGap), out.y() / length * (size.height() / 2 + labelGap));
    QRectF box({}, size);
    box.moveCenter(middle + shift);
    return box;
}

/// Circular layout, from the top clockwise. Scaled so that a box with its gaps is a unit square, neighbours on a circle
/// of radius r are 2 r sin(π/n) apart; with √2 or more, two such squares never overlap.
void RingLayout::placeRings(const std::vector<WaitLayoutBox>& boxes, const std::vector<std::vector<std::size_t>>& rings,
                            const RingSizes& sizes)
{
    for (std::size_t ring = 0; ring < rings.size(); ++ring) {
        const auto& members = rings[ring];
        QSizeF unit;
        for (const auto box : members)
            unit = unit.expandedTo({boxes[box].width, boxes[box].height});
        unit += sizes.gap;
        const auto count = static_cast<double>(members.size());
        const auto radius = members.size() < 2 ? 0.0 : std::numbers::sqrt2 / (2 * std::sin(std::numbers::pi / count));
        QRectF bounds;
        for (std::size_t place = 0; place < members.size(); ++place) {
            const auto angle = 2 * std::numbers::pi * static_cast<double>(place) / count - std::numbers::pi / 2;
            const auto& box = boxes[members[place]];
            QRectF rect(0, 0, box.width, box.height);
            rect.moveCenter({std::round(std::cos(angle) * radius * unit.width()),
                             std::round(std::sin(angle) * radius * unit.height())});
            m_rects[members[place]] = rect;
            m_ringOfBox[members[place]] = ring;
            bounds |= rect;
            if (!box.pill.isEmpty()) {
                m_pills[members[place]] = pillBeside(rect, box.pill);
                bounds |= m_pills[members[place]].box;
            }
        }
        for (std::size_t place = 0; place < members.size(); ++place) {
            const auto& next = m_rects[members[(place + 1) % members.size()]];
            bounds |= labelBox((m_rects[members[place]].center() + next.center()) / 2, {}, sizes.label);
        }
        m_bounds.push_back(bounds);
    }
}

RingLayout::RingLayout(const std::vector<WaitLayoutBox>& boxes, const std::vector<WaitLayoutLink>& links,
                       const std::vector<std::vector<std::size_t>>& rings, const RingLayout& before,
                       const RingSizes& sizes)
    : m_pills(boxes.size())
    , m_rects(boxes.size())
    , m_routes(links.size())
    , m_ringOfBox(boxes.size())
    , m_ringOfLink(links.size())
{
    placeRings(boxes, rings, sizes);
    std::vector<WaitLayoutBox> layered;
    for (std::size_t ring = 0; ring < rings.size(); ++ring) {
        auto key = boxes[rings[ring].front()].key;
        for (const auto box : rings[ring])
            key = std::min(key, boxes[box].key);
        layered.push_back({"ring " + key, m_bounds[ring].height(), m_bounds[ring].width(), true});
    }
    std::vector<std::size_t> boxAt(boxes.size());
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        boxAt[box] = m_ringOfBox[box].value_or(layered.size());
        if (!m_ringOfBox[box])
            layered.push_back(boxes[box]);
    }
    std::vector<WaitLayoutLink> between;
    std::vector<std::optional<std::size_t>> linkAt(links.size());
    for (std::size_t link = 0; link < links.size(); ++link) {
        const auto& [from, to, name] = links[link];
        if (boxAt[from] == boxAt[to]) {
            m_ringOfLink[link] = m_ringOfBox[from];
            continue;
        }
        linkAt[link] = between.size();
        between.push_back({boxAt[from], boxAt[to], boxes[from].key + " > " + boxes[to].key + ' ' + name});
    }
    m_layered = WaitLayout(std::move(layered), std::move(between), before.m_layered, sizes.room);

    for (std::size_t ring = 0; ring < rings.size(); ++ring) {
        const auto centre = m_layered.box(ring).topLeft() - m_bounds[ring].topLeft();
        m_centres.emplace_back(std::round(centre.x()), std::round(centre.y())); // sharp edges
    }
    for (std::size_t box = 0; box < boxes.size(); ++box) {
        if (const auto ring = m_ringOfBox[box]) {
            m_rects[box].translate(m_centres[*ring]);
            m_pills[box].box.translate(m_centres[*ring]);
            m_pills[box].tip += m_centres[*ring];
        } else {
            m_rects[box] = m_layered.box(boxAt[box]);
        }
    }
    for (std::size_t link = 0; link < links.size(); ++link) {
        if (linkAt[link])
            routeOutside(link, links[link], m_layered.route(*linkAt[link]));
        else
            routeInside(link, links[link]);
    }
}

void RingLayout::routeInside(std::size_t link, const WaitLayoutLink& ends)
{
    const auto& from = m_rects[ends.from];
    const auto& to = m_rects[ends.to];
    m_routes[link] = {borderTowards(from, to.center()), borderTowards(to, from.center())};
}

/// From the border of a ring on to the box in it.
void RingLayout::routeOutside(std::size_t link, const WaitLayoutLink& ends, std::vector<QPointF> route)
{
    const auto entry = [](const QRectF& box, const QPointF& outside) {
        return QPointF(outside.x() < box.center().x() ? box.left() : box.right(), box.center().y());
    };
    if (m_ringOfBox[ends.from])
        route.insert(route.begin(), entry(m_rects[ends.from], route.front()));
    if (m_ringOfBox[ends.to])
        route.push_back(entry(m_rects[ends.to], route.back()));
    m_routes[link] = std::move(route);
}

} // namespace lockscope::ui
