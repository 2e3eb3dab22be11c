// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The layout of the boxes and arrows of a wait-for graph. Pure and deterministic.

#include <QPointF>
#include <QRectF>

#include <cstddef>
#include <string>
#include <vector>

namespace lockscope::ui {

struct WaitLayoutBox {
    std::string key; ///< identifies it, in the next graph too
    double height = 42;

    friend bool operator==(const WaitLayoutBox&, const WaitLayoutBox&) = default;
};

struct WaitLayoutLink {
    std::size_t from = 0; ///< index of the waiter
    std::size_t to = 0;
    bool isLast = false;  ///< closes a cycle: the link that may point back to the left
    std::string lock;     ///< distinguishes links of one pair
    bool isCycle = false; ///< a step of a cycle: drawn straight if possible
};

/// Layers from left to right: each waiter is to the left of its blockers. A cycle is broken at its last step, which
/// points back. Unconnected parts are below each other, those with cycles first.
class WaitLayout final {
public:
    static constexpr double boxWidth = 176;
    static constexpr double columnGap = 210;
    static constexpr double rowGap = 12;
    static constexpr double partGap = 26;
    static constexpr double margin = 16;
    static constexpr double usualWidth = 1'400;

    WaitLayout() = default;
    /// `before`: the layout shown so far. An equal graph keeps it exactly; in another one, boxes keep their vertical
    /// order where possible. `width`: parts are beside each other as far as they fit into it.
    WaitLayout(std::vector<WaitLayoutBox> boxes, std::vector<WaitLayoutLink> links, const WaitLayout& before,
               double width = usualWidth);
    WaitLayout(std::vector<WaitLayoutBox> boxes, std::vector<WaitLayoutLink> links);

    /// By the indices passed to the constructor.
    [[nodiscard]] const QRectF& box(std::size_t index) const { return m_rects[index]; }
    /// From waiter to blocker: the ends, and the points where it passes between boxes.
    [[nodiscard]] const std::vector<QPointF>& route(std::size_t link) const { return m_routes[link]; }
    [[nodiscard]] int layer(std::size_t index) const { return m_layers[index]; }
    [[nodiscard]] const QSizeF& size() const { return m_size; }

private:
    friend class WaitLayoutMaker;

    std::vector<WaitLayoutBox> m_boxes;
    std::vector<WaitLayoutLink> m_links;
    std::vector<QRectF> m_rects;
    std::vector<std::vector<QPointF>> m_routes;
    std::vector<int> m_layers;
    double m_width = usualWidth;
    QSizeF m_size;
};

} // namespace lockscope::ui
