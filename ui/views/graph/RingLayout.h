// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The layout of a wait-for graph: each cycle as a ring, the rest in layers, with a ring as one box of them. Pure and
/// deterministic.

#include "ui/views/graph/WaitLayout.h"

#include <optional>

namespace lockscope::ui {

/// Sizes follow the font.
struct RingSizes {
    WaitLayoutRoom room;
    QSizeF label{96, 18}; ///< beside an arrow of a ring
    QSizeF gap{44, 52};   ///< between two neighbours of a ring

    friend bool operator==(const RingSizes&, const RingSizes&) = default;
};

/// Beside a box of a ring, away from the centre.
struct RingPill {
    QRectF box;  ///< empty: there is none
    QPointF tip; ///< of its arrow, at the box of the ring
};

class RingLayout final {
public:
    RingLayout() = default;
    /// `rings`: disjoint, each in its order. `before`: see WaitLayout.
    RingLayout(const std::vector<WaitLayoutBox>& boxes, const std::vector<WaitLayoutLink>& links,
               const std::vector<std::vector<std::size_t>>& rings, const RingLayout& before, const RingSizes& sizes);

    /// By the indices passed to the constructor.
    [[nodiscard]] const QRectF& box(std::size_t index) const { return m_rects[index]; }
    [[nodiscard]] const std::vector<QPointF>& route(std::size_t link) const { return m_routes[link]; }
    /// The ring of a link between two of its boxes: the route is a straight line.
    [[nodiscard]] std::optional<std::size_t> ringOfLink(std::size_t link) const { return m_ringOfLink[link]; }
    [[nodiscard]] std::optional<std::size_t> ringOfBox(std::size_t index) const { return m_ringOfBox[index]; }
    [[nodiscard]] const QPointF& ringCentre(std::size_t ring) const { return m_centres[ring]; }
    [[nodiscard]] const RingPill& pill(std::size_t index) const { return m_pills[index]; }
    [[nodiscard]] const QSizeF& size() const { return m_layered.size(); }

    /// Where a label of this size is beside the middle of an arrow, away from the centre of its ring.
    [[nodiscard]] static QRectF labelBox(const QPointF& middle, const QPointF& centre, const QSizeF& size);

private:
    void placeRings(const std::vector<WaitLayoutBox>& boxes, const std::vector<std::vector<std::size_t>>& rings,
                    const RingSizes& sizes);
    void routeInside(std::size_t link, const WaitLayoutLink& ends);
    void routeOutside(std::size_t link, const WaitLayoutLink& ends, std::vector<QPointF> route);

    WaitLayout m_layered;
    std::vector<RingPill> m_pills; ///< first relative to the centres, like the next
    std::vector<QRectF> m_rects;   ///< those of rings
    std::vector<std::vector<QPointF>> m_routes;
    std::vector<std::optional<std::size_t>> m_ringOfBox;
    std::vector<std::optional<std::size_t>> m_ringOfLink;
    std::vector<QRectF> m_bounds; ///< by ring, relative to its centre
    std::vector<QPointF> m_centres;
};

} // namespace lockscope::ui
