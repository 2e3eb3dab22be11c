// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Where the boxes and arrows of a wait-for graph lie. Pure and deterministic.

#include <QPointF>
#include <QRectF>

#include <cstddef>
#include <string>
#include <vector>

namespace lockscope::ui {

struct WaitLayoutBox {
    std::string key; ///< tells it apart, in the next graph too
    double height = 42;

    friend bool operator==(const WaitLayoutBox&, const WaitLayoutBox&) = default;
};

struct WaitLayoutLink {
    std::size_t from = 0; ///< index of who waits
    std::size_t to = 0;
    bool isLast = false; ///< the step that closes a ring: the one that may point back to the left
    std::string lock;    ///< links of one pair are told apart by it
    bool isRing = false; ///< a step of one: it is drawn straight if that can be
};

/// Layers from left to right: whoever waits stands to the left of those it waits for. A ring is broken at its last
/// step, which points back. Parts that have nothing to do with each other stand below each other, rings first.
class WaitLayout final {
public:
    static constexpr double boxWidth = 176;
    static constexpr double columnGap = 210;
    static constexpr double rowGap = 12;
    static constexpr double partGap = 26;
    static constexpr double margin = 16;
    static constexpr double usualWidth = 1'400;

    WaitLayout() = default;
    /// `before`: what was shown until now. The same graph stays exactly as it was; of another one, whoever stood above
    /// somebody still does where that can be. `width`: parts stand beside each other as far as they fit into it.
    WaitLayout(std::vector<WaitLayoutBox> boxes, std::vector<WaitLayoutLink> links, const WaitLayout& before,
               double width = usualWidth);
    WaitLayout(std::vector<WaitLayoutBox> boxes, std::vector<WaitLayoutLink> links);

    /// By the indices that the constructor was given.
    [[nodiscard]] const QRectF& box(std::size_t index) const { return m_rects[index]; }
    /// From who waits to who is in the way: the ends, and places between boxes where it passes.
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
