// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
/// The part of TimelineView that shows Redis' leases: the saw-tooth of their extensions, the votes of masters, and what
/// is planned to end.

#include "ui/models/text/Formatting.h"
#include "ui/models/text/QueueWords.h"
#include "ui/models/text/VoteWords.h"
#include "ui/theme/Sizes.h"
#include "ui/views/StateMark.h"
#include "ui/views/timeline/TimelineLayout.h"
#include "ui/views/timeline/TimelineView.h"

#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace timeline_layout;

namespace {

/// Between the top of a lane and a full lease.
constexpr double leaseMargin = 6;

/// The longest of the leases, for the height of the saw-tooth.
std::chrono::milliseconds longestIn(const std::vector<LeaseRun>& runs)
{
    std::chrono::milliseconds longest{1};
    for (const auto& run : runs)
        longest = std::max(longest, run.endsAt ? *run.endsAt - run.from : 0ms);
    return longest;
}

double heightAt(const QRectF& plot, std::chrono::milliseconds left, std::chrono::milliseconds whole)
{
    const auto share = static_cast<double>(left.count()) / static_cast<double>(whole.count());
    return plot.bottom() - plot.height() * std::clamp(share, 0.0, 1.0);
}

} // namespace

const std::vector<LeaseRun>* TimelineView::leasesOf(const inspect::TimelineRow& row) const
{
    if (!m_content.leases || row.stays.empty() || row.stays.back().to)
        return nullptr;
    const auto found = m_content.leases->holds.find(row.stays.back().node);
    return found == m_content.leases->holds.end() || found->second.empty() ? nullptr : &found->second;
}

std::size_t TimelineView::voteCount() const
{
    return m_content.hasVotes() && m_content.leases ? m_content.lock->redis->votes.size() : 0;
}

QRectF TimelineView::voteBox(std::size_t vote) const
{
    return {0, m_lanesHeight + static_cast<double>(vote) * voteHeight() - verticalScrollBar()->value(),
            static_cast<double>(viewport()->width()), voteHeight()};
}

QString TimelineView::voteTip(std::size_t vote) const
{
    const auto& redis = *m_content.lock->redis;
    const auto& one = redis.votes[vote];
    QStringList lines{asClauses({oneLine(one.server), stateWord(stateOf(one, tallyOf(redis)), redis.verdict)})};
    if (one.token)
        lines << tr("Lease left: %1").arg(voteLease(*m_content.lock, one, m_content.now));
    return lines.join(u'\n');
}

double TimelineView::widestLeaseLabel() const
{
    const auto metrics = fontMetrics();
    const auto title = wholeWidth(metrics, tr("lease left"));
    double widest = 0;
    for (std::size_t row = 0; m_content.leases && m_content.timeline && row < m_content.timeline->size(); ++row) {
        if (const auto* runs = leasesOf(m_content.timeline->row(row)))
            widest = std::max(widest, nameMargin + title + nameMargin +
                                          wholeWidth(metrics, leaseLengthText(longestIn(*runs))) + nameGap);
    }
    if (voteCount() > 0) {
        const auto names = shortServers(m_content.lock->redis->votes);
        for (const auto& name : names)
            widest = std::max(widest, nameMargin + nameMark + wholeWidth(metrics, name) + nameGap);
    }
    return widest;
}

void TimelineView::paintLeaseLabels(QPainter& painter, const QRectF& box, const std::vector<LeaseRun>& runs) const
{
    painter.setPen(theme().muted);
    const QRectF left(nameMargin, box.top() + laneHeight() - 2, m_scale.left - nameMargin - nameGap, laneHeight() - 2);
    const auto full = leaseLengthText(longestIn(runs));
    const auto room = left.width() - wholeWidth(fontMetrics(), full) - nameMargin;
    painter.drawText(left, Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(tr("lease left"), Qt::ElideRight, static_cast<int>(room)));
    painter.drawText(left, Qt::AlignVCenter | Qt::AlignRight, full);
}

void TimelineView::paintLeases(QPainter& painter, const QRectF& box, const inspect::Stay& stay,
                               const std::vector<LeaseRun>& runs, const QColor& color) const
{
    const auto to = stay.to.value_or(m_content.end);
    const auto first = std::max(runs.front().from, *stay.heldFrom);
    const QRectF plot(m_scale.left, box.top() + leaseMargin, m_scale.width, box.height() - leaseMargin - 5);
    const auto whole = longestIn(runs);
    if (first > *stay.heldFrom) { // held, by a lease that was not read
        painter.setPen(QPen(color, 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(holdBox(box, xWithin(*stay.heldFrom), xWithin(first)));
    }
    const auto beyond = m_scale.span / 10;
    QPainterPath line;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto& run = runs[i];
        // Only what is visible, and a little beyond: a lease may be days long.
        const auto from = std::max({run.from, first, m_scale.from - beyond});
        const auto until = std::min({i + 1 < runs.size() ? runs[i + 1].from : to, to, m_scale.to() + beyond});
        if (until < m_scale.from || from > until)
            continue;
        const auto end = run.endsAt ? std::min(until, *run.endsAt) : until;
        const QPointF begin(m_scale.xOf(from), run.endsAt ? heightAt(plot, *run.endsAt - from, whole) : plot.top());
        line.elementCount() == 0 ? line.moveTo(begin) : line.lineTo(begin);
        line.lineTo(m_scale.xOf(end), run.endsAt ? heightAt(plot, *run.endsAt - end, whole) : plot.top());
        line.lineTo(m_scale.xOf(until), line.currentPosition().y());
    }
    if (line.elementCount() == 0)
        return;
    auto area = line;
    area.lineTo(line.currentPosition().x(), plot.bottom());
    area.lineTo(QPointF(line.elementAt(0).x, plot.bottom()));
    area.closeSubpath();
    painter.fillPath(area, m_content.isStale ? theme().raised : theme().goodSoft);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.5));
    painter.drawPath(line);
    if (!stay.to && m_content.hasPlans())
        paintLeaseEnd(painter, plot, runs.back(), whole);
}

/// From the current time down to the end of the lease.
void TimelineView::paintLeaseEnd(QPainter& painter, const QRectF& plot, const LeaseRun& run,
                                 std::chrono::milliseconds whole) const
{
    if (!run.endsAt || *run.endsAt <= m_content.now)
        return;
    const auto left = *run.endsAt - m_content.now;
    const QPointF from(m_scale.xOf(m_content.now), heightAt(plot, left, whole));
    const QPointF to(m_scale.xOf(*run.endsAt), plot.bottom());
    painter.setPen(QPen(theme().good, 1.5, Qt::DashLine));
    painter.drawLine(from, to);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().good);
    painter.drawEllipse(to, 3, 3);
    const auto right = m_scale.left + m_scale.width;
    const QStringList texts{tr("ends in %1 if not renewed").arg(formatDuration(left)),
                            tr("ends in %1").arg(formatDuration(left)), formatDuration(left)};
    painter.setPen(theme().text);
    for (const auto& text : texts) {
        const auto width = fontMetrics().horizontalAdvance(text) + 4.0;
        // Beside its end, else above or below the line, which falls to the right.
        const auto x = to.x() + 8 + width <= right + rightMargin ? to.x() + 8 : right + rightMargin - width;
        const bool isBeside = x > to.x();
        if (!isBeside && x < from.x() + 24 && &text != &texts.last())
            continue;
        const auto lineAt = [&](double at) {
            return from.y() + (to.y() - from.y()) * (at - from.x()) / (to.x() - from.x());
        };
        const auto above = lineAt(x) - plot.top();
        const auto below = plot.bottom() - lineAt(x + width);
        const auto y = isBeside ? plot.center().y() - 10 : above >= below ? plot.top() - 6 : plot.bottom() - 15;
        painter.drawText(QRectF(x, y, width, 20), Qt::AlignVCenter, text);
        return;
    }
}

/// A waiter keeps its place until a time, also if its client is gone.
void TimelineView::paintPlace(QPainter& painter, const QRectF& box, const inspect::Contender& waiter) const
{
    const auto& redis = *waiter.redis;
    if (isDead(waiter))
        return paintDead(painter, box, waiter);
    if (m_content.hasPlans() && redis.keepsPlaceUntil)
        paintPlanned(painter, box, *redis.keepsPlaceUntil, theme().wait, {});
}

void TimelineView::paintDead(QPainter& painter, const QRectF& box, const inspect::Contender& waiter) const
{
    const auto& redis = *waiter.redis;
    const auto color = m_content.isStale ? theme().muted : theme().bad;
    const auto since = redis.silent ? redis.silent->since : m_content.now;
    const auto bar = centred(box, xWithin(since), xWithin(m_content.now), 10);
    painter.setPen(QPen(color, 1.2));
    painter.setBrush(theme().panel);
    painter.drawRect(bar);
    painter.fillRect(bar, QBrush(color, Qt::BDiagPattern));
    const QRectF mark(bar.left() - 6, box.center().y() - 6, 12, 12);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().panel);
    painter.drawEllipse(mark);
    paintMark(painter, mark, Mark::CrossedRing, color);
    if (m_content.hasPlans() && redis.keepsPlaceUntil) {
        const auto left = formatDuration(*redis.keepsPlaceUntil - m_content.now);
        paintPlanned(painter, box, *redis.keepsPlaceUntil, color, {tr("keeps its place for %1").arg(left), left});
    }
}

/// A dashed line from the current time on, with a mark at its end if that is visible, and the first of the `words` that
/// has room.
void TimelineView::paintPlanned(QPainter& painter, const QRectF& box, WallTime until, const QColor& color,
                                const QStringList& words) const
{
    const auto from = m_scale.xOf(m_content.now);
    const auto edge = m_scale.left + m_scale.width;
    const auto end = m_scale.xOf(until);
    if (end <= from || from > edge)
        return;
    const auto middle = box.center().y();
    painter.setPen(QPen(color, 1.5, Qt::DashLine));
    painter.drawLine(QPointF(from + 2, middle), QPointF(std::min(end, edge), middle));
    if (end <= edge)
        painter.fillRect(QRectF(end - 1, middle - 6, 2, 12), color);
    if (words.isEmpty())
        return;
    // Right of the current time: the bar before it stays whole.
    const auto widthOf = [this](const QString& text) { return fontMetrics().horizontalAdvance(text) + 10.0; };
    const auto fits = [&](const QString& text) { return from + 3 + widthOf(text) <= edge + rightMargin; };
    const auto found = std::find_if(words.begin(), words.end(), fits);
    const auto& text = found == words.end() ? words.last() : *found;
    const auto width = widthOf(text);
    const auto left = std::max(std::min(from + 14, edge + rightMargin - width), from + 3);
    const QRectF label(left, middle - 9, width, 18);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme().panel);
    painter.drawRoundedRect(label, 3, 3);
    painter.setPen(color);
    painter.drawText(label, Qt::AlignCenter, text);
}

void TimelineView::paintVotes(QPainter& painter) const
{
    if (voteCount() == 0)
        return;
    const auto& redis = *m_content.lock->redis;
    const auto tally = tallyOf(redis);
    const auto names = shortServers(redis.votes);
    const LaneNames labels(names);
    for (std::size_t i = 0; i < redis.votes.size(); ++i) {
        const auto box = voteBox(i);
        const auto [mark, tone] = markOf(stateOf(redis.votes[i], tally));
        paintMark(painter, QRectF(nameMargin, box.center().y() - 5, 10, 10), mark,
                  theme().color(m_content.isStale ? Tone::Muted : tone));
        painter.setPen(m_content.isStale ? theme().muted : theme().text);
        const auto left = nameMargin + nameMark;
        const auto room = m_scale.left - left - nameGap;
        painter.drawText(
            QRectF(left, box.top(), room, box.height()), Qt::AlignVCenter,
            labels.shortened(names.value(static_cast<qsizetype>(i)), fontMetrics(), static_cast<int>(room)));
        painter.fillRect(QRectF(m_scale.left, box.center().y(), m_scale.width, 1), theme().border);
        paintVote(painter, box, redis.votes[i], tone);
    }
}

/// What one master had over time.
void TimelineView::paintVote(QPainter& painter, const QRectF& box, const inspect::RedisVote& vote, Tone tone) const
{
    const auto found = m_content.leases->votes.find(vote.server);
    if (found == m_content.leases->votes.end())
        return;
    painter.save();
    painter.setClipRect(QRectF(m_scale.left - 1, box.top(), m_scale.width + rightMargin, box.height()),
                        Qt::IntersectClip);
    const auto& runs = found->second;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto until = i + 1 < runs.size() ? std::min(runs[i + 1].from, m_content.end) : m_content.end;
        if (until >= m_scale.from && runs[i].from <= m_scale.to())
            paintVoteRun(painter, box, runs[i], until);
    }
    const auto left = leaseLeft(*m_content.lock, vote, m_content.now);
    if (m_content.hasPlans() && left && *left > 0ms)
        paintPlanned(painter, box, m_content.now + *left, theme().color(tone), {});
    painter.restore();
}

/// Extensions are gaps between the parts of a bar.
void TimelineView::paintVoteRun(QPainter& painter, const QRectF& box, const LeaseRun& run, WallTime until) const
{
    const auto end = run.endsAt && run.isReachable ? std::min(until, *run.endsAt) : until;
    const auto bar =
        holdBox(box, xWithin(run.from), std::max(xWithin(end) - 1.5, xWithin(run.from) + 1)).adjusted(0, 3, 0, -3);
    if (!run.isReachable) {
        painter.fillRect(bar, QBrush(theme().muted, Qt::FDiagPattern));
        return;
    }
    if (run.token.empty())
        return;
    if (m_quorumTokens.contains(run.token)) {
        painter.fillRect(bar, m_content.isStale ? theme().muted : theme().goodFill);
        return;
    }
    painter.setBrush(theme().specialSoft);
    painter.setPen(QPen(m_content.isStale ? theme().muted : theme().special, 1.2));
    painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
}

} // namespace lockscope::ui
