// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of TimelineView that shows the writes of simulated clients to the resource that the lock protects.

#include "ui/theme/Sizes.h"
#include "ui/views/timeline/TimelineLayout.h"
#include "ui/views/timeline/TimelineView.h"
#include "ui/views/timeline/TimelineWords.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope::ui {

using namespace timeline_layout;
using console::HoldWrites;
using console::WriteTimes;
using inspect::Stay;

namespace {

/// Of marks, in pixels.
constexpr int leastBetweenAccepted = 4;
constexpr int leastBetweenRejected = 12;

WallTime firstWrite(const HoldWrites& writes)
{
    const auto first = [](const WriteTimes& some) { return some.times.empty() ? WallTime::max() : some.times.front(); };
    return std::min(first(writes.accepted), first(writes.rejected));
}

WallTime lastWrite(const HoldWrites& writes)
{
    const auto last = [](const WriteTimes& some) { return some.times.empty() ? WallTime::min() : some.times.back(); };
    return std::max(last(writes.accepted), last(writes.rejected));
}

} // namespace

void TimelineView::arrangeWrites()
{
    if (!m_content.writes || !m_content.timeline)
        return;
    for (const auto& writes : *m_content.writes) {
        const bool isVisible = !visible(writes.accepted).empty() || !visible(writes.rejected).empty();
        if (!isVisible || writes.node.empty() || !writes.isAt(m_content.timeline->lockPath()))
            continue;
        if (const auto place = m_content.timeline->find({inspect::LockPart::Queue, writes.node}, writes.creationId))
            laneWith(place->row).writes.push_back(&writes);
    }
}

/// In the time range, and not later than what else is shown.
std::span<const WallTime> TimelineView::visible(const WriteTimes& writes) const
{
    const auto& times = writes.times;
    const auto from = std::lower_bound(times.begin(), times.end(), m_scale.from);
    const auto to = std::upper_bound(from, times.end(), std::min(m_scale.to(), m_content.end));
    return {from, to};
}

/// Of all writes in a step of time the first, so the marks keep their places while time passes.
std::vector<WallTime> TimelineView::thinned(const WriteTimes& writes, double pixels) const
{
    const auto step =
        std::max<std::int64_t>(std::llround(pixels / m_scale.width * static_cast<double>(m_scale.span.count())), 1);
    std::vector<WallTime> marks;
    std::int64_t last = -1;
    for (const auto at : visible(writes)) {
        const auto number = at.time_since_epoch().count() / step;
        if (std::exchange(last, number) != number)
            marks.push_back(at);
    }
    return marks;
}

const HoldWrites* TimelineView::writesOf(const Stay& stay) const
{
    if (!m_content.writes)
        return nullptr;
    const auto isOfStay = [&](const HoldWrites& writes) {
        if (writes.token == 0) // those of all holds of the client are together
            return false;
        if (writes.node != stay.node || !writes.isAt(m_content.timeline->lockPath()))
            return false;
        if (writes.creationId != 0 && stay.creationId != 0)
            return writes.creationId == stay.creationId;
        return firstWrite(writes) <= stay.to.value_or(WallTime::max()) && lastWrite(writes) >= stay.from;
    };
    const auto found = std::find_if(m_content.writes->begin(), m_content.writes->end(), isOfStay);
    return found == m_content.writes->end() ? nullptr : &*found;
}

/// A rejected one anywhere in its lane, an accepted one only at its mark: there are many.
QString TimelineView::writeTip(const QPointF& point, const Lane& lane, double bottom) const
{
    QString tip;
    auto nearest = 5.0;
    for (const auto* writes : lane.writes) {
        for (const bool isAccepted : {false, true}) {
            if (isAccepted && point.y() < bottom - 2 * writeHeight())
                continue;
            for (const auto at : visible(isAccepted ? writes->accepted : writes->rejected)) {
                const auto away = std::abs(m_scale.xOf(at) - point.x());
                if (away >= nearest)
                    continue;
                nearest = away;
                tip = writeText(*writes, at, isAccepted);
            }
        }
    }
    return tip;
}

/// Over nothing else than the background and a bar of a client that acts as holder.
bool TimelineView::isFree(const inspect::TimelineRow& row, double left, double right) const
{
    if (left < m_scale.left || right > m_scale.left + m_scale.width)
        return false;
    const auto from = m_scale.timeAt(left);
    const auto stay = std::partition_point(row.stays.begin(), row.stays.end(),
                                           [&](const Stay& each) { return each.to.value_or(m_content.end) < from; });
    return stay == row.stays.end() || stay->from > m_scale.timeAt(right);
}

/// Ticks below the bars, and crossed lines, with words where there is room for them: returns where they are.
std::vector<QRectF> TimelineView::paintWrites(QPainter& painter, const QRectF& box, const Lane& lane) const
{
    const auto good = m_content.isStale ? theme().muted : theme().good;
    const auto bad = m_content.isStale ? theme().muted : theme().bad;
    for (const auto* writes : lane.writes) {
        for (const auto at : thinned(writes->accepted, scaled(leastBetweenAccepted)))
            painter.fillRect(QRectF(std::floor(m_scale.xOf(at)), box.bottom() - writeHeight(), 2, writeHeight() - 0.5),
                             good);
    }
    std::vector<QRectF> labels;
    const auto high = fontMetrics().height() + 2.0;
    const auto arm = scaled(leastBetweenRejected) / 2.0;
    auto taken = m_scale.left; // the right end of the mark before, or of its words
    for (const auto* writes : lane.writes) {
        const auto marks = thinned(writes->rejected, scaled(leastBetweenRejected));
        const auto text = rejectedWord(*writes);
        const auto wide = fontMetrics().horizontalAdvance(text) + 12.0;
        for (std::size_t i = 0; i < marks.size(); ++i) {
            const auto x = std::floor(m_scale.xOf(marks[i]));
            painter.fillRect(QRectF(x - 1, box.top() + 1, 2, box.height() - 2), bad);
            paintCross(painter, {x, box.center().y()});
            const auto next = i + 1 < marks.size() ? m_scale.xOf(marks[i + 1]) - arm : m_scale.left + m_scale.width;
            const auto before = std::exchange(taken, x + arm);
            QRectF label(x + arm, box.center().y() - high / 2, wide, high);
            if (label.right() > next || !isFree(rowOf(lane), label.left(), label.right()))
                label.moveRight(x - arm);
            if (label.left() < before || !isFree(rowOf(lane), label.left(), label.right()))
                continue;
            paintLabel(painter, label, {text}, bad);
            labels.push_back(label);
            taken = std::max(taken, label.right());
        }
    }
    return labels;
}

} // namespace lockscope::ui
