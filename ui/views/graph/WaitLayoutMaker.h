// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Private to WaitLayout: the Sugiyama framework (Sugiyama, Tagawa, Toda, "Methods for Visual Understanding of
/// Hierarchical System Structures", 1981). For each connected component: cycle removal and longest-path layering
/// (WaitLayoutLayers.cpp), then barycentre crossing reduction, coordinates by isotonic regression, and the routes of
/// the arrows (WaitLayoutPlaces.cpp).

#include "ui/views/graph/WaitLayout.h"

#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace lockscope::ui {

/// Makes a layout, or keeps the previous one.
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
    static constexpr double nowhere = std::numeric_limits<double>::infinity();
    static constexpr double passHeight = 10; ///< of an arrow that passes between boxes

    /// A box, or the place where a long arrow passes a layer (a dummy vertex).
    struct Spot {
        std::optional<std::size_t> box;
        double height = passHeight;
        int layer = 0;
        double y = nowhere; ///< of its centre
        std::vector<std::size_t> left;
        std::vector<std::size_t> right;
    };

    /// A connected component.
    struct Part {
        std::vector<std::size_t> boxes;
        std::vector<std::size_t> links;
        bool hasRing = false;
        double wasAt = nowhere;
    };

    [[nodiscard]] std::vector<Part> parts() const;
    [[nodiscard]] double hint(std::size_t box) const;
    void turnCycles(const Part& part);
    QSizeF place(const Part& part, const QPointF& at);
    void findLayers(const Part& part);
    void makeSpots(const Part& part);
    double placeColumns(double left);
    void orderByNeighbours();
    void orderAsBefore();
    void align();
    void sortLayer(std::vector<std::size_t>& layer);
    [[nodiscard]] double middleOf(const std::vector<std::size_t>& spots) const;
    void route(const Part& part);
    /// In the direction of the layers: to the right.
    [[nodiscard]] std::pair<std::size_t, std::size_t> ends(std::size_t link) const
    {
        const auto& one = m_layout.m_links[link];
        return m_isTurned[link] ? std::pair(one.to, one.from) : std::pair(one.from, one.to);
    }

    WaitLayout& m_layout;
    const WaitLayout& m_before;
    std::map<std::string, std::size_t> m_boxBefore;
    std::vector<bool> m_isTurned; ///< by link
    // Of the current part:
    std::vector<Spot> m_spots;
    std::vector<std::vector<std::size_t>> m_columns;
    std::vector<double> m_columnLeft;
    std::vector<double> m_columnWidth;
    std::map<std::size_t, std::size_t> m_spotOf;              ///< by box
    std::map<std::size_t, std::vector<std::size_t>> m_passes; ///< by link, from left to right
};

} // namespace lockscope::ui
