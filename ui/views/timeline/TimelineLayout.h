// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QRectF>

#include <algorithm>

/// Sizes and positions of the bars in a lane of the timeline, in pixels. A hold is as tall as the lane allows and a
/// wait is thin, so they differ without colours. Pure functions.
namespace lockscope::ui::timeline_layout {

inline constexpr double laneHeight = 26;
inline constexpr double leaseHeight = 50; ///< of a lane that shows a lease over time
inline constexpr double voteHeight = 20;  ///< of the lane of a master's vote
inline constexpr double rightMargin = 16;
inline constexpr double holdHeight = 18;
inline constexpr double waitHeight = 8;

inline double labelWidth(double width)
{
    return std::clamp(width * 0.16, 84.0, 170.0);
}

inline QRectF centred(const QRectF& lane, double left, double right, double height)
{
    return {left, lane.center().y() - height / 2, std::max(right - left, 1.0), height};
}

inline QRectF holdBox(const QRectF& lane, double left, double right)
{
    return centred(lane, left, right, holdHeight);
}

inline QRectF waitBox(const QRectF& lane, double left, double right)
{
    return centred(lane, left, right, waitHeight);
}

/// The mark of a shared hold, in its bar; empty if the bar is too short.
inline QRectF sharedMark(const QRectF& bar)
{
    const auto side = std::min(bar.height() - 8, 10.0);
    return bar.width() < side + 6 ? QRectF() : QRectF(bar.left() + 3, bar.center().y() - side / 2, side, side);
}

} // namespace lockscope::ui::timeline_layout
