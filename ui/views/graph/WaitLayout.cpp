// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/graph/WaitLayoutMaker.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace lockscope::ui {

/// An equal graph, in any order, keeps its layout.
bool WaitLayoutMaker::keep()
{
    for (std::size_t i = 0; i < m_before.m_boxes.size(); ++i)
        m_boxBefore.emplace(m_before.m_boxes[i].key, i);
    auto& boxes = m_layout.m_boxes;
    auto& links = m_layout.m_links;
    if (m_layout.m_room != m_before.m_room || boxes.size() != m_before.m_boxes.size() ||
        links.size() != m_before.m_links.size())
        return false;
    std::vector<std::size_t> boxAt;
    for (const auto& box : boxes) {
        const auto found = m_boxBefore.find(box.key);
        if (found == m_boxBefore.end() || m_before.m_boxes[found->second] != box)
            return false;
        boxAt.push_back(found->second);
    }
    using LinkKey = std::tuple<std::size_t, std::size_t, std::string>;
    std::map<LinkKey, std::size_t> linkBefore;
    for (std::size_t i = 0; i < links.size(); ++i) {
        const auto& link = m_before.m_links[i];
        linkBefore.emplace(LinkKey(link.from, link.to, link.name), i);
    }
    std::vector<std::size_t> linkAt;
    for (const auto& link : links) {
        const auto found = linkBefore.find(LinkKey(boxAt[link.from], boxAt[link.to], link.name));
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

/// The connected components, by union-find.
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
        const auto [a, b] = std::minmax({find(link.from), find(link.to)});
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
        part.hasRing = part.hasRing || m_layout.m_boxes[box].isRing;
        if (const auto found = m_boxBefore.find(m_layout.m_boxes[box].key); found != m_boxBefore.end()) {
            // Parts beside each other are on one shelf.
            const auto& was = m_before.m_rects[found->second];
            part.wasAt = std::min(part.wasAt, was.top() * 10 + was.left());
        }
    }
    for (std::size_t link = 0; link < m_layout.m_links.size(); ++link)
        parts[partOf[m_layout.m_links[link].from]].links.push_back(link);
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
        turnCycles(part);
        findLayers(part);
        auto size = place(part, at);
        if (at.x() > WaitLayout::margin && at.x() + size.width() > m_layout.m_room.width) {
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

WaitLayout::WaitLayout(std::vector<WaitLayoutBox> boxes, std::vector<WaitLayoutLink> links, const WaitLayout& before,
                       const WaitLayoutRoom& room)
    : m_boxes(std::move(boxes))
    , m_links(std::move(links))
    , m_room(room)
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
