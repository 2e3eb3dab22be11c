// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lane/LaneLayout.h"

#include <algorithm>

namespace lockscope::ui {

namespace {

int fitting(double width)
{
    return std::max(0, static_cast<int>((width + LaneLayout::gap) / (LaneLayout::narrowest + LaneLayout::gap)));
}

/// The card width at which `count` cards fill the width.
double filling(double width, int count)
{
    return std::clamp((width + LaneLayout::gap) / count - LaneLayout::gap, LaneLayout::narrowest, LaneLayout::widest);
}

} // namespace

LaneLayout LaneLayout::of(int contenders, double width, int wanted)
{
    LaneLayout layout;
    auto inner = width - 2 * margin;
    if (contenders <= 0)
        return layout;
    if (fitting(inner) >= contenders) {
        layout.count = contenders;
        layout.cardWidth = filling(inner, contenders);
        return layout;
    }
    layout.summary = contenders >= summarisedFrom;
    inner -= (layout.summary ? summaryWidth : moreWidth) + gap;
    layout.count = std::clamp(fitting(inner), 1, contenders);
    if (wanted >= layout.count) {
        // A card replaces the front, so that the wanted one is visible.
        inner -= moreWidth + gap;
        layout.count = std::clamp(fitting(inner), 1, contenders);
        layout.first = std::min(wanted - layout.count / 2, contenders - layout.count);
        layout.before = layout.first;
    }
    layout.cardWidth = filling(inner, layout.count);
    layout.after = contenders - layout.first - layout.count;
    layout.summary = layout.summary && layout.after > 0;
    return layout;
}

QRectF LaneLayout::card(int place) const
{
    const auto start = margin + (before > 0 ? moreWidth + gap : 0);
    return {start + (place - first) * (cardWidth + gap), top, cardWidth, height};
}

QRectF LaneLayout::beforeCard() const
{
    return before > 0 ? QRectF(margin, top, moreWidth, height) : QRectF();
}

QRectF LaneLayout::afterCard() const
{
    return after > 0 ? QRectF(card(first + count).left(), top, summary ? summaryWidth : moreWidth, height) : QRectF();
}

int LaneLayout::placeAt(const QPointF& point) const
{
    for (auto place = first; place < first + count; ++place)
        if (card(place).contains(point))
            return place;
    return -1;
}

} // namespace lockscope::ui
