// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lane/LaneLayout.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

/// The widths of the cards that a room has from a place on; at least one.
class LaneCards final {
public:
    LaneCards(int contenders, const LaneLayout::WidthOf& widthOf)
        : m_contenders(contenders)
        , m_widthOf(widthOf)
    {
    }

    [[nodiscard]] std::vector<double> from(int place, double room) const
    {
        std::vector<LaneLayout::CardWidth> cards;
        auto free = room + LaneLayout::gap;
        for (; place < m_contenders; ++place) {
            const auto card = cardAt(place, room);
            if (!cards.empty() && card.least + LaneLayout::gap > free)
                break;
            cards.push_back(card);
            free -= card.least + LaneLayout::gap;
        }
        std::vector<double> widths;
        for (const auto& card : cards) {
            const auto more = std::clamp(card.wanted - card.least, 0.0, std::max(free, 0.0));
            widths.push_back(card.least + more);
            free -= more;
        }
        return widths;
    }

    /// The first place from which the cards up to `last` fit into the room.
    [[nodiscard]] int firstUpTo(int last, double room) const
    {
        auto used = cardAt(last, room).least;
        auto place = last;
        while (place > 0 && used + LaneLayout::gap + cardAt(place - 1, room).least <= room) {
            --place;
            used += LaneLayout::gap + cardAt(place, room).least;
        }
        return place;
    }

private:
    [[nodiscard]] LaneLayout::CardWidth cardAt(int place, double room) const
    {
        const auto most = std::clamp(room, LaneLayout::narrowest, LaneLayout::widest);
        auto card = m_widthOf ? m_widthOf(place) : LaneLayout::CardWidth();
        card.wanted = std::clamp(card.wanted, LaneLayout::narrowest, most);
        card.least = std::clamp(card.least, LaneLayout::narrowest, card.wanted);
        return card;
    }

    int m_contenders;
    const LaneLayout::WidthOf& m_widthOf;
};

} // namespace

LaneLayout LaneLayout::of(int contenders, double width, int wanted, const WidthOf& widthOf)
{
    LaneLayout layout;
    if (contenders <= 0)
        return layout;
    const LaneCards cards(contenders, widthOf);
    const auto whole = width - 2 * margin;
    layout.widths = cards.from(0, whole);
    layout.count = static_cast<int>(layout.widths.size());
    if (layout.count == contenders)
        return layout;
    layout.summary = contenders >= summarisedFrom;
    const auto besideAfter = whole - (layout.summary ? summaryWidth : moreWidth) - gap;
    layout.widths = cards.from(0, besideAfter);
    if (wanted >= static_cast<int>(layout.widths.size())) {
        // A card replaces the front, so that the wanted one is visible, in the middle if others follow.
        const auto atEnd = whole - moreWidth - gap;
        const auto between = besideAfter - moreWidth - gap;
        layout.first = cards.firstUpTo(contenders - 1, atEnd);
        const bool isAtEnd = wanted >= layout.first;
        if (!isAtEnd)
            layout.first = std::max(cards.firstUpTo(wanted, between / 2), cards.firstUpTo(wanted, between));
        layout.before = layout.first;
        layout.widths = cards.from(layout.first, isAtEnd ? atEnd : between);
    }
    layout.count = static_cast<int>(layout.widths.size());
    layout.after = contenders - layout.first - layout.count;
    layout.summary = layout.summary && layout.after > 0;
    return layout;
}

QRectF LaneLayout::card(int place) const
{
    const auto index = static_cast<std::size_t>(place - first);
    auto left = margin + (before > 0 ? moreWidth + gap : 0);
    for (std::size_t i = 0; i < index && i < widths.size(); ++i)
        left += widths[i] + gap;
    return {left, above, index < widths.size() ? widths[index] : narrowest, height};
}

QRectF LaneLayout::beforeCard() const
{
    return before > 0 ? QRectF(margin, above, moreWidth, height) : QRectF();
}

QRectF LaneLayout::afterCard() const
{
    return after > 0 ? QRectF(card(first + count).left(), above, summary ? summaryWidth : moreWidth, height) : QRectF();
}

int LaneLayout::placeAt(const QPointF& point) const
{
    for (auto place = first; place < first + count; ++place)
        if (card(place).contains(point))
            return place;
    return -1;
}

} // namespace lockscope::ui
