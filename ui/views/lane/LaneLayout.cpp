// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lane/LaneLayout.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

/// The widths of the cards that a room has from a place on; at least one.
class LaneCards final {
public:
    LaneCards(int contenders, const LaneLayout::WantedWidth& wantedWidth)
        : m_contenders(contenders)
        , m_wantedWidth(wantedWidth)
    {
    }

    [[nodiscard]] double widthOf(int place, double room) const
    {
        const auto most = std::clamp(room, LaneLayout::narrowest, LaneLayout::widest);
        return std::clamp(m_wantedWidth ? m_wantedWidth(place) : LaneLayout::narrowest, LaneLayout::narrowest, most);
    }

    [[nodiscard]] std::vector<double> from(int place, double room) const
    {
        std::vector<double> widths;
        auto used = 0.0;
        for (; place < m_contenders; ++place) {
            const auto width = widthOf(place, room);
            if (!widths.empty() && used + width > room)
                break;
            widths.push_back(width);
            used += width + LaneLayout::gap;
        }
        return widths;
    }

    /// The first place from which the cards up to `last` fit into the room.
    [[nodiscard]] int firstUpTo(int last, double room) const
    {
        auto used = widthOf(last, room);
        auto place = last;
        while (place > 0 && used + LaneLayout::gap + widthOf(place - 1, room) <= room) {
            --place;
            used += LaneLayout::gap + widthOf(place, room);
        }
        return place;
    }

private:
    int m_contenders;
    const LaneLayout::WantedWidth& m_wantedWidth;
};

} // namespace

LaneLayout LaneLayout::of(int contenders, double width, int wanted, const WantedWidth& wantedWidth)
{
    LaneLayout layout;
    if (contenders <= 0)
        return layout;
    const LaneCards cards(contenders, wantedWidth);
    auto inner = width - 2 * margin;
    layout.widths = cards.from(0, inner);
    layout.count = static_cast<int>(layout.widths.size());
    if (layout.count == contenders)
        return layout;
    layout.summary = contenders >= summarisedFrom;
    inner -= (layout.summary ? summaryWidth : moreWidth) + gap;
    layout.widths = cards.from(0, inner);
    if (wanted >= static_cast<int>(layout.widths.size())) {
        // A card replaces the front, so that the wanted one is visible, in the middle if others follow.
        inner -= moreWidth + gap;
        layout.first = std::min(cards.firstUpTo(wanted, inner / 2), cards.firstUpTo(contenders - 1, inner));
        layout.first = std::max(layout.first, cards.firstUpTo(wanted, inner));
        layout.before = layout.first;
        layout.widths = cards.from(layout.first, inner);
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
