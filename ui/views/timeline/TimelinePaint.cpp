// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/text/Formatting.h"
#include "ui/views/Painting.h"
#include "ui/views/StateMark.h"
#include "ui/views/timeline/TimelineLayout.h"
#include "ui/views/timeline/TimelineView.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace timeline_layout;
using inspect::Confidence;
using inspect::Stay;

namespace {

/// With round corners if they are visible: for the thousands of thin bars of a busy lock they cost most of the time.
void paintBar(QPainter& painter, const QRectF& bar, double radius)
{
    if (bar.width() < 2 * radius)
        painter.fillRect(bar, painter.brush());
    else
        painter.drawRoundedRect(bar, radius, radius);
}

} // namespace

void TimelineView::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    paintScene(painter);
    if (const auto lane = outlinedLane()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme().info, 2));
        painter.setClipRect(viewport()->rect().adjusted(0, 0, 0, -axisHeight()));
        painter.drawRoundedRect(laneBox(*lane).adjusted(2, 1, -2, -1), 4, 4);
        painter.setClipping(false);
    }
    if (hasFocus())
        paintFocus(painter, viewport()->rect(), theme());
}

void TimelineView::paintWhole(QPainter& painter) const
{
    painter.setFont(font());
    paintScene(painter);
}

int TimelineView::heightOf(int mostLanes) const
{
    return static_cast<int>(std::clamp(lanesHeight(), 2 * laneHeight(), mostLanes * laneHeight())) + axisHeight() + 2;
}

int TimelineView::heightOfLanes(int lanes) const
{
    return static_cast<int>(lanes * laneHeight()) + axisHeight() + 2;
}

void TimelineView::paintScene(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const auto room = viewport()->height() - axisHeight();
    painter.save();
    painter.setClipRect(QRectF(0, 0, viewport()->width(), room));
    const auto first = laneAt(verticalScrollBar()->value());
    const auto selected = selectedLane();
    for (auto lane = first; lane < m_lanes.size() && laneBox(lane).top() < room; ++lane)
        paintLane(painter, lane, lane == selected);
    paintVotes(painter);
    paintUsualHold(painter, room);
    paintGaps(painter, room);
    if (m_lanes.empty() && voteCount() == 0) {
        painter.setPen(theme().muted);
        const bool isEmpty = !m_content.timeline || m_content.timeline->size() == 0;
        painter.drawText(QRectF(12, 0, viewport()->width() - 24, room), Qt::AlignCenter | Qt::TextWordWrap,
                         isEmpty ? m_content.whyEmpty
                                 : tr("No client waited for this lock or held it in this period."));
    }
    painter.restore();
    paintAxis(painter);
}

/// Over the bars: what they show there is not known.
void TimelineView::paintGaps(QPainter& painter, double height) const
{
    if (!m_content.timeline || m_lanes.empty())
        return;
    for (const auto& gap : m_content.timeline->gaps()) {
        const auto to = gap.to.value_or(m_content.now);
        if (to < m_scale.from || gap.from > m_scale.to())
            continue;
        const auto left = std::max(m_scale.xOf(gap.from), m_scale.left);
        const auto right = std::min(m_scale.xOf(to), m_scale.left + m_scale.width);
        const QRectF band(left, 0, std::max(right - left, 2.0), height);
        auto veil = theme().panel;
        veil.setAlphaF(0.6F);
        painter.fillRect(band, veil);
        painter.fillRect(band, QBrush(theme().muted, Qt::FDiagPattern));
        const auto duration = formatDuration(to - gap.from);
        paintLabel(painter, band, {tr("not watched %1").arg(duration), duration}, theme().muted);
    }
}

/// From p50 to p99 of the present hold, if it is usual.
void TimelineView::paintUsualHold(QPainter& painter, double height) const
{
    const auto* hold = m_content.usualHold ? presentHold() : nullptr;
    if (!hold)
        return;
    const auto left = m_scale.xOf(*hold->heldFrom + m_content.usualHold->p50);
    const auto right = m_scale.xOf(*hold->heldFrom + m_content.usualHold->p99);
    const QRectF plot(m_scale.left, 0, m_scale.width, height);
    const auto band = QRectF(QPointF(left, 0), QPointF(std::max(right, left + 1), height)).intersected(plot);
    if (band.isEmpty())
        return;
    auto veil = theme().text;
    veil.setAlphaF(0.14F);
    painter.fillRect(band, veil);
    painter.setPen(QPen(theme().muted, 1, Qt::DotLine));
    for (const auto x : {left, right})
        if (x >= plot.left() && x <= plot.right())
            painter.drawLine(QPointF(x, 0), QPointF(x, height));
}

/// The part of a hold that is longer than 99 of 100 are.
void TimelineView::paintOverdue(QPainter& painter, const QRectF& box, const Stay& stay) const
{
    const auto end = stay.to.value_or(m_content.end);
    if (!m_content.usualHold || !stay.heldFrom || end - *stay.heldFrom <= m_content.usualHold->p99)
        return;
    const auto from = *stay.heldFrom + m_content.usualHold->p99;
    const auto bar = holdBox(box, xWithin(from), xWithin(end));
    const auto color = m_content.isStale ? theme().muted : theme().warn;
    painter.fillRect(bar, theme().warnSoft);
    painter.setPen(QPen(color, 1));
    painter.setBrush(QBrush(color, Qt::BDiagPattern));
    painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(Qt::NoPen);
    paintLabel(painter, bar, {tr("over p99 for %1").arg(formatDuration(end - from))}, color);
}

/// The first of the texts that fits, across or upwards, in the middle, on a background.
void TimelineView::paintLabel(QPainter& painter, const QRectF& area, const QStringList& texts,
                              const QColor& color) const
{
    const auto high = fontMetrics().height() + 2.0;
    for (const auto& text : texts) {
        const auto wide = fontMetrics().horizontalAdvance(text) + 12.0;
        const bool isUpwards = wide > area.width();
        if (isUpwards && (high > area.width() || wide > area.height()))
            continue;
        QRectF label(0, 0, wide, high);
        label.moveCenter({});
        painter.save();
        painter.translate(area.center());
        if (isUpwards)
            painter.rotate(-90);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().panel);
        painter.drawRoundedRect(label, 3, 3);
        painter.setPen(color);
        painter.drawText(label, Qt::AlignCenter, text);
        painter.restore();
        return;
    }
}

/// Live, the age; in a replay, the time of day.
QString TimelineView::tickText(WallTime at, std::chrono::milliseconds step) const
{
    if (m_content.isReplay) {
        const auto text = formatTime(at);
        if (step >= 24h)
            return text.section(u' ', 0, 0);
        const auto time = text.section(u' ', 1);
        return step >= 1s ? time.section(u'.', 0, 0) : time;
    }
    const auto ago = m_content.now - at;
    if (ago == 0ms)
        return m_content.isStale ? tr("last update") : tr("now");
    if (ago < 0ms)
        return m_content.hasPlans() ? u'+' + formatRound(-ago) : QString();
    return u"\u2212"_s + formatRound(ago);
}

void TimelineView::paintAxis(QPainter& painter) const
{
    if (!m_content.timeline || (m_content.timeline->size() == 0 && voteCount() == 0))
        return;
    const auto bottom = viewport()->height() - axisHeight();
    const auto widest =
        fontMetrics().horizontalAdvance(m_content.isReplay ? u"00:00:00.000 "_s : u"\u221200 m 00 s "_s);
    const auto step = m_scale.stepOf(widest + 14);
    // In a replay the ticks do not move with the time.
    const auto origin = m_content.isReplay ? WallTime() : m_content.now;
    painter.setPen(theme().muted);
    for (const auto at : m_scale.ticks(origin, step)) {
        const auto x = m_scale.xOf(at);
        const auto text = tickText(at, step);
        const auto width = fontMetrics().horizontalAdvance(text);
        const auto left = std::min(x - width / 2.0, viewport()->width() - width - 2.0);
        painter.drawText(QRectF(left, bottom + 3, width + 2, axisHeight() - 3), Qt::AlignLeft, text);
        painter.fillRect(QRectF(x, bottom - 2, 1, 4), theme().muted);
    }
    if (m_content.now < m_scale.from || m_content.now > m_scale.to())
        return;
    const auto x = m_scale.xOf(m_content.now);
    painter.fillRect(QRectF(x - 1, 0, 2, bottom), m_content.isReplay ? theme().special : theme().info);
}

void TimelineView::paintLane(QPainter& painter, std::size_t lane, bool isSelected) const
{
    const auto box = laneBox(lane);
    const auto& row = rowOf(m_lanes[lane]);
    // The bar at the time shown.
    const auto* now = presentStay(row);
    const auto* present = m_content.lock && now ? m_content.lock->find(now->ref()) : nullptr;
    const bool isTroubled = present && !attention(*m_content.lock, *present).isEmpty();
    if (isSelected)
        painter.fillRect(box, theme().selection);

    const bool isMistaken = std::any_of(m_lanes[lane].mistakes.begin(), m_lanes[lane].mistakes.end(),
                                        [](const auto* mistake) { return !mistake->to; });
    auto labelLeft = box.left() + nameMargin;
    if (isTroubled || isMistaken) {
        paintMark(painter, QRectF(labelLeft, box.center().y() - 5, 10, 10), Mark::Triangle,
                  m_content.isStale ? theme().muted : theme().bad);
        labelLeft += nameMark;
    }
    painter.setPen(m_content.isStale ? theme().muted : theme().text);
    const auto labelRoom = m_scale.left - labelLeft - nameGap;
    const bool isTall = box.height() > laneHeight();
    painter.drawText(
        QRectF(labelLeft, box.top() + (isTall ? 4 : 0), labelRoom, isTall ? laneHeight() - 4 : box.height()),
        Qt::AlignVCenter,
        m_laneNames.shortened(m_rowNames[m_lanes[lane].row].text, fontMetrics(), static_cast<int>(labelRoom)));
    const auto* leases = leasesOf(row);
    if (leases)
        paintLeaseLabels(painter, box, *leases);
    painter.fillRect(QRectF(m_scale.left, leases ? box.bottom() - 5 : box.center().y(), m_scale.width, 1),
                     theme().border);

    painter.save();
    painter.setClipRect(QRectF(m_scale.left - 1, box.top(), m_scale.width + rightMargin, box.height()),
                        Qt::IntersectClip);
    const auto begin = std::partition_point(row.stays.begin(), row.stays.end(), [&](const Stay& stay) {
        return stay.to.value_or(m_content.end) < m_scale.from;
    });
    auto painted = m_scale.left - 2; // the pixel up to which bars are painted
    for (auto stay = begin; stay != row.stays.end() && stay->from <= m_scale.to(); ++stay) {
        const auto right = m_scale.xOf(stay->to.value_or(m_content.end));
        if (right < painted + 0.5)
            continue;
        painted = right;
        paintStay(painter, box, *stay, isTroubled && &*stay == now, isSelected,
                  &*stay == &row.stays.back() ? leases : nullptr);
    }
    if (present && present->waits() && m_content.lock->redis)
        paintPlace(painter, box, *present);
    for (const auto* mistake : m_lanes[lane].mistakes)
        paintMistake(painter, box, *mistake);
    const auto labels = paintWrites(painter, box, m_lanes[lane]);
    for (const auto* mistake : m_lanes[lane].mistakes)
        paintMistakeLabel(painter, box, *mistake, labels);
    painter.restore();
}

void TimelineView::paintStay(QPainter& painter, const QRectF& box, const Stay& stay, bool isTroubled, bool isSelected,
                             const std::vector<LeaseRun>* leases) const
{
    const auto end = stay.to.value_or(m_content.end);
    const auto left = xWithin(stay.from);
    const auto held = xWithin(stay.heldFrom.value_or(end));
    const auto right = xWithin(end);
    const auto tone = [&](Tone usual) { return m_content.isStale ? Tone::Muted : isTroubled ? Tone::Bad : usual; };
    // A fill has too little contrast with the background of the selected lane.
    const auto fill = [&](Tone usual) { return isSelected ? theme().color(tone(usual)) : theme().fill(tone(usual)); };
    painter.setPen(Qt::NoPen);
    if (stay.heldFrom ? stay.heldKnown == Confidence::Unknown : !stay.isStateKnown) {
        // It was not observed whether it waited or held.
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme().color(tone(Tone::Good)), 1, Qt::DashLine));
        painter.drawRect(holdBox(box, left, held).adjusted(0.5, 0.5, -0.5, -0.5));
        painter.setPen(Qt::NoPen);
    } else if (held > left || !stay.heldFrom) {
        painter.setBrush(fill(Tone::Wait));
        paintBar(painter, waitBox(box, left, held), 2);
    }
    if (stay.heldFrom && leases) {
        paintLeases(painter, box, stay, *leases, theme().color(tone(stay.isShared ? Tone::Special : Tone::Good)));
    } else if (stay.heldFrom) {
        painter.setBrush(fill(stay.isShared ? Tone::Special : Tone::Good));
        paintBar(painter, holdBox(box, held, right), 3);
        // From the visible end: a hold may have begun long before.
        if (const auto mark = sharedMark(holdBox(box, std::max(held, m_scale.left), right));
            stay.isShared && !mark.isEmpty())
            paintMark(painter, mark, Mark::Diamond, theme().panel);
        paintOverdue(painter, box, stay);
    }
    if (stay.askedAt) {
        painter.setBrush(theme().window);
        painter.setPen(QPen(theme().text, 1));
        painter.drawEllipse(QPointF(xWithin(*stay.askedAt), box.center().y()), 3, 3);
    }
    if (m_chosen && m_chosen->is(stay) && m_chosen->creationId == stay.creationId) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme().text, 1.5));
        painter.drawRoundedRect(holdBox(box, left, right).adjusted(-1, -1, 1, 1), 4, 4);
    }
    paintEnd(painter, box, stay);
}

/// A cross if the session ended, or if another client deleted the node; a line if an operator released it, which is no
/// loss.
void TimelineView::paintEnd(QPainter& painter, const QRectF& box, const Stay& stay) const
{
    const bool isReleased = stay.end == Stay::End::Released;
    const bool isForced = isReleased || stay.end == Stay::End::Lost || stay.end == Stay::End::Deleted;
    if (!stay.to || !isForced)
        return;
    const QPointF centre(xWithin(*stay.to), box.center().y());
    if (isReleased) {
        painter.setPen(QPen(m_content.isStale ? theme().muted : theme().text, 2));
        painter.drawLine(centre - QPointF(0, 7), centre + QPointF(0, 7));
        return;
    }
    paintCross(painter, centre);
}

void TimelineView::paintCross(QPainter& painter, const QPointF& centre) const
{
    const auto paint = [&](const QColor& color, double width) {
        painter.setPen(QPen(color, width, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(centre + QPointF(-4, -4), centre + QPointF(4, 4));
        painter.drawLine(centre + QPointF(-4, 4), centre + QPointF(4, -4));
    };
    paint(theme().panel, 5);
    paint(m_content.isStale ? theme().muted : theme().bad, 2);
}

void TimelineView::paintMistake(QPainter& painter, const QRectF& box, const console::StaleHold& mistake) const
{
    const auto bar = holdBox(box, xWithin(mistake.from), xWithin(mistake.to.value_or(m_content.end)));
    const auto color = m_content.isStale ? theme().muted : theme().bad;
    painter.setPen(QPen(color, 1.2));
    painter.setBrush(QBrush(color, Qt::BDiagPattern));
    painter.drawRoundedRect(bar.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
}

/// Beside other words on the bar.
void TimelineView::paintMistakeLabel(QPainter& painter, const QRectF& box, const console::StaleHold& mistake,
                                     const std::vector<QRectF>& others) const
{
    auto area = holdBox(box, xWithin(mistake.from), xWithin(mistake.to.value_or(m_content.end)));
    for (const auto& other : others) {
        if (!other.intersects(area))
            continue;
        if (other.left() - area.left() > area.right() - other.right())
            area.setRight(other.left());
        else
            area.setLeft(other.right());
    }
    paintLabel(painter, area, {tr("acts as holder without the lock"), tr("acts as holder")},
               m_content.isStale ? theme().muted : theme().bad);
}

} // namespace lockscope::ui
