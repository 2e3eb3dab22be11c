// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/WaitLayout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

namespace lockscope::ui {

namespace {

constexpr double passHeight = 10; ///< of an arrow that passes between boxes
constexpr int sweeps = 6;
constexpr std::size_t ringWeight = 12;
constexpr double nowhere = std::numeric_limits<double>::infinity();

/// A box, or the place where a long arrow passes a layer.
struct Spot {
    std::optional<std::size_t> box;
    double height = passHeight;
    int layer = 0;
    double y = nowhere; ///< of its middle
    std::vector<std::size_t> left;
    std::vector<std::size_t> right;
};

/// Middles as near to the wanted ones as can be (by least squares) so that none comes nearer to the one before than
/// `apart` says: neighbours that would are pooled.
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

class WaitLayoutMaker final {
public:
    WaitLayoutMaker(WaitLayout& layout, const WaitLayout& before)
        : m_layout(layout)
        , m_before(before)
    {
    }

    bool keep();
    void make();

private:
    /// Boxes that have to do with each other.
    struct Part {
        std::vector<std::size_t> boxes;
        std::vector<std::size_t> links;
        bool hasRing = false;
        double wasAt = nowhere;
    };

    [[nodiscard]] std::vector<Part> parts() const;
    [[nodiscard]] double hint(std::size_t box) const;
    void turnRings(const Part& part);
    QSizeF place(const Part& part, const QPointF& at);
    void findLayers(const Part& part);
    void makeSpots(const Part& part);
    void orderByNeighbours();
    void orderAsBefore();
    void align();
    void sortLayer(std::vector<std::size_t>& layer);
    [[nodiscard]] double middleOf(const std::vector<std::size_t>& spots) const;
    void route(const Part& part);
    /// As it points in the layers: to the right.
    [[nodiscard]] std::pair<std::size_t, std::size_t> ends(std::size_t link) const
    {
        const auto& one = m_layout.m_links[link];
        return m_isTurned[link] ? std::pair(one.to, one.from) : std::pair(one.from, one.to);
    }

    WaitLayout& m_layout;
    const WaitLayout& m_before;
    std::map<std::string, std::size_t> m_boxBefore;
    std::vector<bool> m_isTurned; ///< by link
    // Of the part that is being placed:
    std::vector<Spot> m_spots;
    std::vector<std::vector<std::size_t>> m_columns;
    std::map<std::size_t, std::size_t> m_spotOf;              ///< by box
    std::map<std::size_t, std::vector<std::size_t>> m_passes; ///< by link, from left to right
};

/// The same graph, be it told in another order, stays where it is.
bool WaitLayoutMaker::keep()
{
    for (std::size_t i = 0; i < m_before.m_boxes.size(); ++i)
        m_boxBefore.emplace(m_before.m_boxes[i].key, i);
    auto& boxes = m_layout.m_boxes;
    auto& links = m_layout.m_links;
    if (m_layout.m_width != m_before.m_width || boxes.size() != m_before.m_boxes.size() ||
        links.size() != m_before.m_links.size())
        return false;
    std::vector<std::size_t> boxAt;
    for (const auto& box : boxes) {
        const auto found = m_boxBefore.find(box.key);
        if (found == m_boxBefore.end() || m_before.m_boxes[found->second] != box)
            return false;
        boxAt.push_back(found->second);
    }
    using LinkKey = std::tuple<std::size_t, std::size_t, std::string, bool>;
    std::map<LinkKey, std::size_t> linkBefore;
    for (std::size_t i = 0; i < links.size(); ++i) {
        const auto& link = m_before.m_links[i];
        linkBefore.emplace(LinkKey(link.from, link.to, link.lock, link.isLast), i);
    }
    std::vector<std::size_t> linkAt;
    for (const auto& link : links) {
        const auto found = linkBefore.find(LinkKey(boxAt[link.from], boxAt[link.to], link.lock, link.isLast));
        if (found == linkBefore.end())
            return false;
        linkAt.push_back(found->second);
    }
    for (const auto at : boxAt) {
        m_layout.m_rects.push_back(m_before.m_rects[at]);
        m_layout.m_layers.push_back(m_before.m_layers[at]);
    }
    for (const auto at : linkAt)
        m_layout.m_routes.push_back(m_before.m_routes[at]);
    m_layout.m_size = m_before.m_size;
    return true;
}

double WaitLayoutMaker::hint(std::size_t box) const
{
    const auto found = m_boxBefore.find(m_layout.m_boxes[box].key);
    return found == m_boxBefore.end() ? nowhere : m_before.m_rects[found->second].center().y();
}

std::vector<WaitLayoutMaker::Part> WaitLayoutMaker::parts() const
{
    const auto count = m_layout.m_boxes.size();
    std::vector<std::size_t> root(count);
    std::iota(root.begin(), root.end(), std::size_t{0});
    const auto find = [&](std::size_t box) {
        while (root[box] != box)
            box = root[box] = root[root[box]];
        return box;
    };
    for (const auto& link : m_layout.m_links) {
        const auto [a, b] = std::minmax(find(link.from), find(link.to));
        root[b] = a;
    }
    std::vector<Part> parts;
    std::vector<std::size_t> partOf(count);
    for (std::size_t box = 0; box < count; ++box) {
        if (find(box) == box) {
            partOf[box] = parts.size();
            parts.emplace_back();
        }
        auto& part = parts[partOf[box] = partOf[find(box)]];
        part.boxes.push_back(box);
        if (const auto found = m_boxBefore.find(m_layout.m_boxes[box].key); found != m_boxBefore.end()) {
            // Parts beside each other stand in one shelf.
            const auto& was = m_before.m_rects[found->second];
            part.wasAt = std::min(part.wasAt, was.top() * 10 + was.left());
        }
    }
    for (std::size_t link = 0; link < m_layout.m_links.size(); ++link) {
        auto& part = parts[partOf[m_layout.m_links[link].from]];
        part.links.push_back(link);
        part.hasRing = part.hasRing || m_layout.m_links[link].isLast;
    }
    std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
        return std::tuple(!a.hasRing, a.wasAt) < std::tuple(!b.hasRing, b.wasAt);
    });
    return parts;
}

void WaitLayoutMaker::make()
{
    m_layout.m_rects.resize(m_layout.m_boxes.size());
    m_layout.m_layers.resize(m_layout.m_boxes.size());
    m_layout.m_routes.resize(m_layout.m_links.size());
    m_isTurned.assign(m_layout.m_links.size(), false);
    QPointF at(WaitLayout::margin, WaitLayout::margin);
    double shelf = 0;
    double right = 0;
    for (const auto& part : parts()) {
        turnRings(part);
        findLayers(part);
        auto size = place(part, at);
        if (at.x() > WaitLayout::margin && at.x() + size.width() > m_layout.m_width) {
            at = {WaitLayout::margin, at.y() + shelf + WaitLayout::partGap};
            shelf = 0;
            size = place(part, at);
        }
        shelf = std::max(shelf, size.height());
        right = std::max(right, at.x() + size.width());
        at.rx() += size.width() + 2 * WaitLayout::partGap;
    }
    if (!m_layout.m_boxes.empty())
        m_layout.m_size = {right + WaitLayout::margin, at.y() + shelf + WaitLayout::margin};
}

/// Rings at their last steps, what else goes round where a walk from the lowest key comes back to itself.
void WaitLayoutMaker::turnRings(const Part& part)
{
    for (const auto link : part.links)
        m_isTurned[link] = m_layout.m_links[link].isLast;
    std::map<std::size_t, std::vector<std::size_t>> out;
    for (const auto link : part.links)
        out[ends(link).first].push_back(link);
    const auto keyOf = [&](std::size_t box) -> const std::string& { return m_layout.m_boxes[box].key; };
    for (auto& [box, links] : out)
        std::sort(links.begin(), links.end(), [&](auto a, auto b) {
            return std::tie(keyOf(ends(a).second), m_layout.m_links[a].lock) <
                   std::tie(keyOf(ends(b).second), m_layout.m_links[b].lock);
        });
    auto order = part.boxes;
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return keyOf(a) < keyOf(b); });
    enum class Seen {
        No,
        Open,
        Done
    };
    std::map<std::size_t, Seen> seen;
    std::vector<std::pair<std::size_t, std::size_t>> path; // box, and which of its links comes next
    std::vector<std::size_t> turned;
    for (const auto start : order) {
        if (seen[start] != Seen::No)
            continue;
        path.emplace_back(start, 0);
        seen[start] = Seen::Open;
        while (!path.empty()) {
            auto& [box, next] = path.back();
            const auto& links = out[box];
            if (next == links.size()) {
                seen[box] = Seen::Done;
                path.pop_back();
                continue;
            }
            const auto link = links[next++];
            const auto to = ends(link).second;
            if (seen[to] == Seen::Open) {
                turned.push_back(link);
            } else if (seen[to] == Seen::No) {
                seen[to] = Seen::Open;
                path.emplace_back(to, 0);
            }
        }
    }
    for (const auto link : turned)
        m_isTurned[link] = !m_isTurned[link];
}

/// Each as near to those it waits for as can be; who waits for nobody stands at the right.
void WaitLayoutMaker::findLayers(const Part& part)
{
    std::map<std::size_t, int> depth;
    std::map<std::size_t, std::vector<std::size_t>> in;
    std::map<std::size_t, std::size_t> open;
    for (const auto link : part.links) {
        const auto [left, right] = ends(link);
        in[right].push_back(left);
        ++open[left];
    }
    std::vector<std::size_t> next;
    for (const auto box : part.boxes) {
        if (open[box] == 0)
            next.push_back(box);
    }
    int deepest = 0;
    while (!next.empty()) {
        const auto box = next.back();
        next.pop_back();
        deepest = std::max(deepest, depth[box]);
        for (const auto left : in[box]) {
            depth[left] = std::max(depth[left], depth[box] + 1);
            if (--open[left] == 0)
                next.push_back(left);
        }
    }
    for (const auto box : part.boxes)
        m_layout.m_layers[box] = deepest - depth[box];
}

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
            // Among many that are near to one, each counts once; the steps of a ring count for more.
            const auto times = m_layout.m_links[link].isRing ? ringWeight : std::size_t{1};
            m_spots[before].right.insert(m_spots[before].right.end(), times, spot);
            m_spots[spot].left.insert(m_spots[spot].left.end(), times, before);
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

/// Whoever has been there keeps its order; the others come where their neighbours are.
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

/// Fewer crossings: each comes where its neighbours stand, from one side and the other.
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
    for (auto& spot : m_spots) {
        spot.y += at.y() - top;
        if (spot.box)
            m_layout.m_rects[*spot.box] = {at.x() + spot.layer * (WaitLayout::boxWidth + WaitLayout::columnGap),
                                           std::round(spot.y - spot.height / 2), WaitLayout::boxWidth,
                                           spot.height}; // sharp edges
    }
    route(part);
    const auto columns = static_cast<double>(m_columns.size());
    return {columns * WaitLayout::boxWidth + (columns - 1) * WaitLayout::columnGap, bottom - top};
}

/// Arrows end beside each other at a box, in the order of where they come from; those of rings, whose labels lie beside
/// each other, further apart.
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
            const auto roomOf = [&](const Port& port) { return m_layout.m_links[port.link].isRing ? 3.0 : 1.0; };
            const auto rooms = std::accumulate(list.begin(), list.end(), 1.0,
                                               [&](double sum, const Port& p) { return sum + roomOf(p); });
            const auto& rect = m_layout.m_rects[box];
            auto before = 0.5;
            for (const auto& port : list) {
                portAt[{port.link, isRight}] = rect.top() + rect.height() * (before + roomOf(port) / 2) / rooms;
                before += roomOf(port);
            }
        }
    };
    spreadPorts(atRight, true);
    spreadPorts(atLeft, false);
    for (const auto link : part.links) {
        const auto [left, right] = ends(link);
        auto& points = m_layout.m_routes[link];
        points = {{m_layout.m_rects[left].right(), portAt[{link, true}]}};
        for (const auto pass : m_passes[link]) {
            const auto x = m_layout.m_rects[left].left() + (m_spots[pass].layer - m_layout.m_layers[left]) *
                                                               (WaitLayout::boxWidth + WaitLayout::columnGap);
            points.emplace_back(x, m_spots[pass].y);
            points.emplace_back(x + WaitLayout::boxWidth, m_spots[pass].y);
        }
        points.emplace_back(m_layout.m_rects[right].left(), portAt[{link, false}]);
        if (m_isTurned[link])
            std::reverse(points.begin(), points.end());
    }
}

WaitLayout::WaitLayout(std::vector<WaitLayoutBox> boxes, std::vector<WaitLayoutLink> links, const WaitLayout& before,
                       double width)
    : m_boxes(std::move(boxes))
    , m_links(std::move(links))
    , m_width(width)
{
    WaitLayoutMaker maker(*this, before);
    if (!maker.keep())
        maker.make();
}

WaitLayout::WaitLayout(std::vector<WaitLayoutBox> boxes, std::vector<WaitLayoutLink> links)
    : WaitLayout(std::move(boxes), std::move(links), WaitLayout())
{
}

} // namespace lockscope::ui
