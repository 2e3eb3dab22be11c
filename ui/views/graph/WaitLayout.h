// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The layout of the boxes and arrows of a wait-for graph. Pure and deterministic.

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include <cstddef>
#include <string>
#include <vector>

namespace lockscope::ui {

struct WaitLayoutBox {
    std::string key; ///< identifies it, in the next graph too
    double height = 42;
    double width = 176;
    bool isRing = false; ///< contains a cycle
    QSizeF pill{};       ///< of what is beside it if it is in a ring; empty: nothing

    friend bool operator==(const WaitLayoutBox&, const WaitLayoutBox&) = default;
};

struct WaitLayoutLink {
    std::size_t from = 0; ///< index of the waiter
    std::size_t to = 0;
    std::string name; ///< distinguishes links of one pair
};

struct WaitLayoutRoom {
    double width = 1'400;   ///< parts are beside each other as far as they fit into it
    double columnGap = 210; ///< for the arrows and their labels

    friend bool operator==(const WaitLayoutRoom&, const WaitLayoutRoom&) = default;
};

/// Layers from left to right: each box is to the left of those that its links lead to. Other cycles than those within a
/// box are broken. Unconnected parts are below each other, those with a ring first.
class WaitLayout final {
public:
    static constexpr double rowGap = 12;
    static constexpr double partGap = 26;
    static constexpr double margin = 16;

    WaitLayout() = default;
    /// `before`: the layout shown so far. An equal graph keeps it exactly; in another one, boxes keep their vertical
    /// order where possible.
    WaitLayout(std::vector<WaitLayoutBox> boxes, std::vector<WaitLayoutLink> links, const WaitLayout& before,
               const WaitLayoutRoom& room = {});
    WaitLayout(std::vector<WaitLayoutBox> boxes, std::vector<WaitLayoutLink> links);

    /// By the indices passed to the constructor.
    [[nodiscard]] const QRectF& box(std::size_t index) const { return m_rects[index]; }
    /// From end to end: the ends, and the points where it passes between boxes.
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
    WaitLayoutRoom m_room;
    QSizeF m_size;
};

} // namespace lockscope::ui
