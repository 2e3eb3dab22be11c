// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/theme/Sizes.h"

#include <QRectF>

#include <algorithm>
#include <cmath>

/// Sizes and positions of the bars in a lane of the timeline, in pixels; they follow the font. A hold is as tall as the
/// lane allows and a wait is thin, so they differ without colours. Pure functions.
namespace lockscope::ui::timeline_layout {

inline constexpr double rightMargin = 16;

inline double laneHeight()
{
    return scaled(20);
}

/// Of a lane that shows a lease over time.
inline double leaseHeight()
{
    return scaled(50);
}

/// Of the lane of a master's vote.
inline double voteHeight()
{
    return scaled(20);
}

inline double holdHeight()
{
    return scaled(12);
}

inline double waitHeight()
{
    return scaled(6);
}

/// Of the mark of an accepted write, below the bars.
inline double writeHeight()
{
    return (laneHeight() - holdHeight()) / 2;
}

/// Of the names of the lanes: as wide as the widest one, up to a third of the view.
inline double labelWidth(double width, double widest)
{
    const auto most = std::floor(width / 3);
    return std::clamp(std::ceil(widest), std::min(84.0 * textScale(), most), most);
}

inline constexpr double nameMargin = 6; ///< at the left
inline constexpr double nameMark = 16;  ///< of the mark before a name
inline constexpr double nameGap = 8;    ///< at the right

inline QRectF centred(const QRectF& lane, double left, double right, double height)
{
    return {left, lane.center().y() - height / 2, std::max(right - left, 1.0), height};
}

inline QRectF holdBox(const QRectF& lane, double left, double right)
{
    return centred(lane, left, right, holdHeight());
}

inline QRectF waitBox(const QRectF& lane, double left, double right)
{
    return centred(lane, left, right, waitHeight());
}

/// The mark of a shared hold, in its bar; empty if the bar is too short.
inline QRectF sharedMark(const QRectF& bar)
{
    const auto side = std::min(bar.height() - 4, 10.0 * textScale());
    return bar.width() < side + 6 ? QRectF() : QRectF(bar.left() + 3, bar.center().y() - side / 2, side, side);
}

} // namespace lockscope::ui::timeline_layout
