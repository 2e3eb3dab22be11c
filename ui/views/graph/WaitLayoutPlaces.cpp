// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of WaitLayoutMaker that finds the vertical position of each box in its layer, and the routes of the arrows.

#include "ui/views/graph/WaitLayoutMaker.h"

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

namespace {

constexpr int sweeps = 6;

/// Centres as near to the wanted ones as possible, by least squares, with at least the distance `apart` between
/// neighbours: isotonic regression by the pool adjacent violators algorithm (Ayer et al., "An Empirical Distribution
/// Function for Sampling with Incomplete Information", 1955).
std::vector<double> spread(const std::vector<double>& wanted, const std::vector<double>& apart)
{
    struct Pool {
        double sum;
        double count;
    };
    std::vector<Pool> pools;
    std::vector<std::size_t> lengths;
    double offset = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        offset += apart[i];
        pools.push_back({wanted[i] - offset, 1});
        lengths.push_back(1);
        while (pools.size() > 1) {
            const auto& last = pools.back();
            auto& before = pools[pools.size() - 2];
            if (before.sum / before.count <= last.sum / last.count)
                break;
            before.sum += last.sum;
            before.count += last.count;
            lengths[lengths.size() - 2] += lengths.back();
            pools.pop_back();
            lengths.pop_back();
        }
    }
    std::vector<double> placed;
    offset = 0;
    for (std::size_t pool = 0; pool < pools.size(); ++pool) {
        for (std::size_t i = 0; i < lengths[pool]; ++i) {
            offset += apart[placed.size()];
            placed.push_back(pools[pool].sum / pools[pool].count + offset);
        }
    }
    return placed;
}

} // namespace

void WaitLayoutMaker::makeSpots(const Part& part)
{
    m_spots.clear();
    m_columns.clear();
    m_spotOf.clear();
    m_passes.clear();
    const auto add = [&](Spot spot) {
        const auto layer = static_cast<std::size_t>(spot.layer);
        m_columns.resize(std::max(m_columns.size(), layer + 1));
        m_columns[layer].push_back(m_spots.size());
        m_spots.push_back(std::move(spot));
        return m_spots.size() - 1;
    };
    for (const auto box : part.boxes)
        m_spotOf[box] = add({box, m_layout.m_boxes[box].height, m_layout.m_layers[box], hint(box), {}, {}});
    for (const auto link : part.links) {
        const auto [left, right] = ends(link);
        auto before = m_spotOf[left];
        const auto join = [&](std::size_t spot) {
            m_spots[before].right.push_back(spot);
            m_spots[spot].left.push_back(before);
            before = spot;
        };
        for (auto layer = m_layout.m_layers[left] + 1; layer < m_layout.m_layers[right]; ++layer) {
            const auto pass = add({std::nullopt, passHeight, layer, nowhere, {}, {}});
            m_passes[link].push_back(pass);
            join(pass);
        }
        join(m_spotOf[right]);
    }
}

double WaitLayoutMaker::middleOf(const std::vector<std::size_t>& spots) const
{
    double sum = 0;
    int count = 0;
    for (const auto spot : spots) {
        if (m_spots[spot].y != nowhere) {
            sum += m_spots[spot].y;
            ++count;
        }
    }
    return count > 0 ? sum / count : nowhere;
}

void WaitLayoutMaker::sortLayer(std::vector<std::size_t>& layer)
{
    std::stable_sort(layer.begin(), layer.end(), [&](auto a, auto b) { return m_spots[a].y < m_spots[b].y; });
}

/// Boxes that were shown before keep their order; the others go to the barycentre of their neighbours.
void WaitLayoutMaker::orderAsBefore()
{
    for (int pass = 0; pass < 2; ++pass) {
        for (auto column = m_columns.size(); column-- > 0;) {
            for (const auto spot : m_columns[column]) {
                if (m_spots[spot].y == nowhere)
                    m_spots[spot].y = middleOf(m_spots[spot].right);
            }
        }
        for (auto& column : m_columns) {
            for (const auto spot : column) {
                if (m_spots[spot].y == nowhere)
                    m_spots[spot].y = middleOf(m_spots[spot].left);
            }
        }
    }
    for (auto& column : m_columns)
        sortLayer(column);
}

/// Crossing reduction by the barycentre heuristic: orders layer by layer, in both directions, by the mean position of
/// the neighbours.
void WaitLayoutMaker::orderByNeighbours()
{
    const auto number = [&](std::vector<std::size_t>& column) {
        for (std::size_t i = 0; i < column.size(); ++i)
            m_spots[column[i]].y = static_cast<double>(i) - static_cast<double>(column.size()) / 2;
    };
    for (auto& column : m_columns)
        number(column);
    const auto turn = [&](std::vector<std::size_t>& column, bool toRight) {
        for (const auto spot : column) {
            const auto y = middleOf(toRight ? m_spots[spot].right : m_spots[spot].left);
            if (y != nowhere)
                m_spots[spot].y = y;
        }
        sortLayer(column);
        number(column);
    };
    for (int sweep = 0; sweep < 4; ++sweep) {
        for (auto column = m_columns.size(); column-- > 0;)
            turn(m_columns[column], true);
        for (auto& column : m_columns)
            turn(column, false);
    }
}

/// Coordinates: layer by layer, as near to the barycentre of the neighbours as the order and the gaps allow.
void WaitLayoutMaker::align()
{
    const auto settle = [&](const std::vector<std::size_t>& column, auto&& wantedOf) {
        std::vector<double> wanted;
        std::vector<double> apart;
        for (std::size_t i = 0; i < column.size(); ++i) {
            const auto& spot = m_spots[column[i]];
            wanted.push_back(wantedOf(spot));
            apart.push_back(i == 0 ? 0 : (spot.height + m_spots[column[i - 1]].height) / 2 + WaitLayout::rowGap);
        }
        const auto placed = spread(wanted, apart);
        for (std::size_t i = 0; i < column.size(); ++i)
            m_spots[column[i]].y = placed[i];
    };
    const auto near = [&](const std::vector<std::size_t>& spots, double otherwise) {
        const auto y = middleOf(spots);
        return y == nowhere ? otherwise : y;
    };
    for (const auto& column : m_columns)
        settle(column, [](const Spot&) { return 0.0; });
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (auto column = m_columns.size(); column-- > 0;)
            settle(m_columns[column], [&](const Spot& spot) { return near(spot.right, spot.y); });
        for (const auto& column : m_columns)
            settle(column, [&](const Spot& spot) { return near(spot.left, spot.y); });
    }
}

QSizeF WaitLayoutMaker::place(const Part& part, const QPointF& at)
{
    makeSpots(part);
    const bool wasThere =
        std::any_of(m_spots.begin(), m_spots.end(), [](const Spot& spot) { return spot.y != nowhere; });
    if (wasThere)
        orderAsBefore();
    else
        orderByNeighbours();
    align();
    auto top = nowhere;
    auto bottom = -nowhere;
    for (const auto& spot : m_spots) {
        top = std::min(top, spot.y - spot.height / 2);
        bottom = std::max(bottom, spot.y + spot.height / 2);
    }
    for (auto& spot : m_spots)
        spot.y += at.y() - top;
    const auto width = placeColumns(at.x());
    route(part);
    return {width, bottom - top};
}

/// Each column is as wide as its widest box, and the others are in its middle. Returns the width of all.
double WaitLayoutMaker::placeColumns(double left)
{
    m_columnLeft.clear();
    m_columnWidth.clear();
    auto right = left;
    for (const auto& column : m_columns) {
        double width = 0;
        for (const auto spot : column)
            width = std::max(width, m_spots[spot].box ? m_layout.m_boxes[*m_spots[spot].box].width : 0);
        m_columnLeft.push_back(m_columnLeft.empty() ? left : right + m_layout.m_room.columnGap);
        m_columnWidth.push_back(width);
        right = m_columnLeft.back() + width;
        for (const auto spot : column) {
            if (!m_spots[spot].box)
                continue;
            const auto& box = m_layout.m_boxes[*m_spots[spot].box];
            m_layout.m_rects[*m_spots[spot].box] = {std::round(m_columnLeft.back() + (width - box.width) / 2),
                                                    std::round(m_spots[spot].y - box.height / 2), box.width,
                                                    box.height}; // sharp edges
        }
    }
    return right - left;
}

/// Arrows end beside each other at a box, in the order of their other ends.
void WaitLayoutMaker::route(const Part& part)
{
    struct Port {
        double towards;
        std::size_t link;
    };
    std::map<std::size_t, std::vector<Port>> atRight;
    std::map<std::size_t, std::vector<Port>> atLeft;
    for (const auto link : part.links) {
        const auto [left, right] = ends(link);
        const auto& passes = m_passes[link];
        atRight[left].push_back({m_spots[passes.empty() ? m_spotOf[right] : passes.front()].y, link});
        atLeft[right].push_back({m_spots[passes.empty() ? m_spotOf[left] : passes.back()].y, link});
    }
    std::map<std::pair<std::size_t, bool>, double> portAt; // link, at the right of its left end
    const auto spreadPorts = [&](auto& ports, bool isRight) {
        for (auto& [box, list] : ports) {
            std::stable_sort(list.begin(), list.end(),
                             [](const Port& a, const Port& b) { return a.towards < b.towards; });
            const auto& rect = m_layout.m_rects[box];
            auto place = 1.0;
            for (const auto& port : list)
                portAt[{port.link, isRight}] =
                    rect.top() + rect.height() * place++ / (static_cast<double>(list.size()) + 1);
        }
    };
    spreadPorts(atRight, true);
    spreadPorts(atLeft, false);
    for (const auto link : part.links) {
        const auto [left, right] = ends(link);
        auto& points = m_layout.m_routes[link];
        points = {{m_layout.m_rects[left].right(), portAt[{link, true}]}};
        for (const auto pass : m_passes[link]) {
            const auto column = static_cast<std::size_t>(m_spots[pass].layer);
            points.emplace_back(m_columnLeft[column], m_spots[pass].y);
            points.emplace_back(m_columnLeft[column] + m_columnWidth[column], m_spots[pass].y);
        }
        points.emplace_back(m_layout.m_rects[right].left(), portAt[{link, false}]);
        if (m_isTurned[link])
            std::reverse(points.begin(), points.end());
    }
}

} // namespace lockscope::ui
