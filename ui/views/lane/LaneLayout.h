// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>

#include <functional>
#include <vector>

namespace lockscope::ui {

/// The cards of a queue that fit into the lane, and their positions, in the pixels of the design (theme/Sizes.h). Pure
/// function.
struct LaneLayout {
    static constexpr double margin = 14;
    static constexpr double top = 14;
    static constexpr double narrowest = 94; ///< of a card
    static constexpr double widest = 230;
    static constexpr double cardHeight = 77;
    static constexpr double tallCardHeight = 95; ///< on Redis: with a line for the lease or the subscriber
    static constexpr double lineCardHeight = 28; ///< of a lane of one line
    static constexpr double lineTop = 5;         ///< likewise
    static constexpr double gap = 15;
    static constexpr double moreWidth = 66;
    static constexpr double summaryWidth = 150;
    static constexpr int summarisedFrom = 201; ///< longer queues get a card that summarizes the rest

    /// The widths of a card on which nothing is cut, and on which its text is still readable.
    struct CardWidth {
        double wanted = narrowest;
        double least = narrowest;
    };
    using WidthOf = std::function<CardWidth(int place)>;

    int first = 0;              ///< of the cards that are drawn
    int count = 0;              ///< drawn
    int before = 0;             ///< left out at the front; a card shows the number
    int after = 0;              ///< left out at the end
    std::vector<double> widths; ///< of the drawn cards
    double above = top;         ///< the cards
    double height = cardHeight; ///< of a card
    bool summary = false;       ///< the card at the end is the wide one

    /// As many cards as fit; if not all have the width that they want, the first ones come first. `wanted`: a place
    /// that must be drawn, or -1. `widthOf`: called only for cards that may be drawn; empty: all are narrow.
    [[nodiscard]] static LaneLayout of(int contenders, double width, int wanted, const WidthOf& widthOf = {});

    [[nodiscard]] QRectF card(int place) const; ///< of a drawn one, or of the place behind the last one
    [[nodiscard]] QRectF beforeCard() const;
    [[nodiscard]] QRectF afterCard() const;
    /// -1: no card is there.
    [[nodiscard]] int placeAt(const QPointF& point) const;
};

} // namespace lockscope::ui
