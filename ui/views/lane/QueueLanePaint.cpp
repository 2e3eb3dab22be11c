// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/QueueWords.h"
#include "ui/views/Painting.h"
#include "ui/views/StateMark.h"
#include "ui/views/lane/QueueLane.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double arrowHead = 5;
constexpr double cardPadding = 11; ///< left of the text
constexpr double aroundText = 18;  ///< left and right of it
constexpr double behindMark = 17;  ///< from the state's mark to the title
constexpr double besideName = 8;   ///< between name and time, in one line
constexpr double longCard = 150;   ///< width from which a card may be narrower than its name
constexpr double cutCard = 118;    ///< its width then
constexpr int titleSize = 12;
constexpr int nameSize = 13;
constexpr int lineSize = 12; ///< of the lines below the name

QFont sized(QFont font, int pixels, QFont::Weight weight = QFont::Normal)
{
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

void paintArrow(QPainter& painter, const QPointF& tip, const QPainterPath& line, QPointF away, const QPen& pen)
{
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(line);
    const QPointF side(away.y(), away.x());
    QPainterPath head(tip);
    head.lineTo(tip + away * arrowHead * 1.5 + side * arrowHead);
    head.lineTo(tip + away * arrowHead * 1.5 - side * arrowHead);
    head.closeSubpath();
    painter.fillPath(head, pen.color());
}

/// The first text that fits, or the last one elided at its end.
QString fitting(const QPainter& painter, const QStringList& texts, int width)
{
    const auto metrics = painter.fontMetrics();
    for (const auto& text : texts) {
        if (metrics.horizontalAdvance(text) <= width)
            return text;
    }
    return metrics.elidedText(texts.last(), Qt::ElideRight, width);
}

/// What the arrows and marks of a lock on Redis mean.
QString legend(const inspect::Lock& lock)
{
    QStringList parts;
    if (lock.waiters() > 0)
        parts << QueueLane::tr("Arrow: queue order.");
    if (std::any_of(lock.queue.begin(), lock.queue.end(), isDead))
        parts << QueueLane::tr("Red: not notified.");
    if (std::any_of(lock.queue.begin(), lock.queue.end(), [](const auto& each) { return renewalShare(each) > 0; }))
        parts << QueueLane::tr("Mark in a bar: a renewal is due.");
    parts << QueueLane::tr("≥: since first seen.");
    return inTurn(parts);
}

/// Adjacent readers that hold together, or wait for the same nodes.
bool areTogether(const inspect::Lock& lock, int left)
{
    const auto& one = lock.queue[static_cast<std::size_t>(left)];
    const auto& other = lock.queue[static_cast<std::size_t>(left) + 1];
    return one.mode == LockMode::Shared && other.mode == LockMode::Shared && one.holds == other.holds &&
           one.isStateKnown && other.isStateKnown && one.waitsOn == other.waitsOn;
}

} // namespace

void QueueLane::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter, true);
}

void QueueLane::paintWhole(QPainter& painter) const
{
    paint(painter, false);
}

/// `hasInput`: pointer and focus are shown.
void QueueLane::paint(QPainter& painter, bool hasInput) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(textScale(), textScale());
    const auto layout = laneLayout();
    if (m_lock) {
        paintGroups(painter, layout);
        paintArrows(painter, layout);
        for (auto place = layout.first; place < layout.first + layout.count; ++place)
            paintCard(painter, layout.card(place), m_lock->queue[static_cast<std::size_t>(place)],
                      hasInput && place == m_hovered);
        for (const auto& card : restCards())
            paintRest(painter, card, layout.summary && card.first > 0);
    }
    paintWords(painter, layout);
    if (const auto place = selectedPlace(); hasInput && hasFocus() && place >= 0) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(m_theme.info, 1));
        painter.drawRoundedRect(layout.card(place).adjusted(-4, -4, 4, 4), 9, 9);
    }
    painter.restore();
}

void QueueLane::paintCard(QPainter& painter, const QRectF& box, const inspect::Contender& contender, bool hovered) const
{
    const auto color = m_theme.color(toneOf(contender));
    const bool isSelected = m_lock->path == m_selected.lock && contender.ref() == m_selected.ref();
    painter.setBrush(isSelected ? m_theme.selection : hovered ? m_theme.border : m_theme.raised);
    const auto severity = severityOf(contender);
    const auto alarm = severity ? (m_stale ? m_theme.muted : m_theme.color(severityTone(*severity))) : color;
    // A holder in a critical finding has a card in the finding's colour.
    const bool isCritical = severity == inspect::Severity::Critical;
    painter.setPen(QPen(isCritical ? alarm : color, isSelected ? 2.4 : 1.4));
    if (isDead(contender) && !isSelected && !hovered && !m_stale)
        painter.setBrush(m_theme.badSoft);
    painter.drawRoundedRect(box, 7, 7);
    if (m_isOneLine)
        return paintLine(painter, box, contender, color);
    if (severity)
        paintMark(painter, QRectF(box.right() - 20, box.bottom() - 20, 11, 11), severityMark(*severity), alarm);

    const auto left = box.left() + cardPadding;
    const auto width = box.width() - aroundText;
    paintMark(painter, QRectF(left, box.top() + 13, 10, 10), markOf(*m_lock, m_places, contender), color);
    painter.setPen(color);
    painter.setFont(sized(font(), titleSize, QFont::DemiBold));
    painter.drawText(QRectF(left + behindMark, box.top() + 8, width - behindMark, 20), Qt::AlignVCenter,
                     fitting(painter, cardTitles(*m_lock, m_places, contender), static_cast<int>(width - behindMark)));
    painter.setPen(m_stale ? m_theme.muted : m_theme.text);
    painter.setFont(sized(font(), nameSize, QFont::DemiBold));
    painter.drawText(QRectF(left, box.top() + 28, width, 20), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(displayName(contender, m_ensemble.get()), Qt::ElideRight,
                                                      static_cast<int>(width)));
    painter.setPen(m_theme.muted);
    painter.setFont(sized(font(), lineSize));
    auto top = box.top() + 48;
    for (const auto& line : cardLines(contender)) {
        painter.drawText(QRectF(left, top, width, 18), Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(line, Qt::ElideRight, static_cast<int>(width)));
        top += 17;
    }
    const QRectF gauge(left, box.bottom() - 10, width - (severity ? 12 : 0), 3);
    paintLease(painter, gauge, contender);
    paintUsualHold(painter, gauge, contender);
}

/// The mark of the state, or that of a finding, the name, and the time if there is room.
void QueueLane::paintLine(QPainter& painter, const QRectF& box, const inspect::Contender& contender,
                          const QColor& color) const
{
    const auto severity = severityOf(contender);
    paintMark(painter, QRectF(box.left() + cardPadding, box.center().y() - 5, 10, 10),
              severity ? severityMark(*severity) : markOf(*m_lock, m_places, contender),
              severity && !m_stale ? m_theme.color(severityTone(*severity)) : color);
    const auto words = box.adjusted(cardPadding + behindMark, 0, cardPadding - aroundText, 0);
    painter.setPen(m_stale ? m_theme.muted : m_theme.text);
    painter.setFont(sized(font(), nameSize, QFont::DemiBold));
    const auto name = painter.fontMetrics().elidedText(displayName(contender, m_ensemble.get()), Qt::ElideRight,
                                                       static_cast<int>(words.width()));
    painter.drawText(words, Qt::AlignVCenter, name);
    const auto behindName = words.adjusted(painter.fontMetrics().horizontalAdvance(name) + besideName, 0, 0, 0);
    painter.setPen(m_theme.muted);
    painter.setFont(sized(font(), titleSize));
    const auto time = cardLines(contender).constFirst();
    if (painter.fontMetrics().horizontalAdvance(time) <= behindName.width())
        painter.drawText(behindName, Qt::AlignVCenter, time);
}

LaneLayout::CardWidth QueueLane::widthOf(const inspect::Contender& contender) const
{
    constexpr qsizetype mostMeasured = 100; // a name may be as long as its client likes
    const QFontMetrics ofTitle(sized(font(), titleSize, QFont::DemiBold));
    const QFontMetrics ofName(sized(font(), nameSize, QFont::DemiBold));
    const auto title = behindMark + ofTitle.horizontalAdvance(cardTitles(*m_lock, m_places, contender).constFirst());
    const auto name = ofName.horizontalAdvance(displayName(contender, m_ensemble.get()).left(mostMeasured));
    if (m_isOneLine) {
        const auto time = QFontMetrics(sized(font(), titleSize)).horizontalAdvance(cardLines(contender).constFirst());
        const auto line = behindMark + name + besideName + time + aroundText + 1;
        return {line, line};
    }
    // Times are short, and would move the cards when they change.
    const auto subscriber = contender.redis && !contender.holds
                                ? QFontMetrics(sized(font(), lineSize)).horizontalAdvance(subscriberLine(contender))
                                : 0;
    const auto wanted = std::max({title, static_cast<double>(name), static_cast<double>(subscriber)}) + aroundText + 1;
    return {wanted, wanted > longCard && !contender.holds ? cutCard : wanted};
}

/// What is left of a lease on Redis, of the longest that was read.
void QueueLane::paintLease(QPainter& painter, const QRectF& box, const inspect::Contender& contender) const
{
    const auto part = leaseShare(*m_lock, contender, m_now.here);
    if (!part)
        return;
    paintLeaseBar(painter, box, *part, renewalShare(contender),
                  m_stale ? m_theme.muted : m_theme.color(toneOf(contender)), m_theme);
}

/// How long a holder has held the lock, with marks at the usual p50 and p99; beyond the p99 hatched.
void QueueLane::paintUsualHold(QPainter& painter, const QRectF& box, const inspect::Contender& contender) const
{
    const auto held = contender.holds && !contender.redis ? sinceOf(contender, m_now) : std::nullopt;
    if (!m_usualHold || !held || held->atMost || m_usualHold->p99.count() == 0)
        return;
    const auto whole = std::max(held->duration, m_usualHold->p99 * 5 / 4);
    const auto xOf = [&](std::chrono::milliseconds at) {
        return box.left() + box.width() * static_cast<double>(at.count()) / static_cast<double>(whole.count());
    };
    const auto barTo = [&](double left, double right) { return QRectF(left, box.top(), right - left, box.height()); };
    const auto usual = std::min(held->duration, m_usualHold->p99);
    painter.fillRect(box, m_theme.border);
    painter.fillRect(barTo(box.left(), xOf(usual)), m_stale ? m_theme.muted : m_theme.color(toneOf(contender)));
    if (held->duration > usual) {
        const auto beyond = barTo(xOf(usual), xOf(held->duration)).adjusted(0, -1, 0, 1);
        painter.fillRect(beyond, m_theme.warnSoft);
        painter.fillRect(beyond, QBrush(m_stale ? m_theme.muted : m_theme.warn, Qt::BDiagPattern));
    }
    for (const auto mark : {m_usualHold->p50, m_usualHold->p99})
        painter.fillRect(QRectF(xOf(mark) - 1, box.top() - 3, 2, box.height() + 6), m_theme.text);
}

/// `summary`: with the longest wait of the queue.
void QueueLane::paintRest(QPainter& painter, const RestCard& card, bool summary) const
{
    painter.setBrush(m_theme.raised);
    painter.setPen(QPen(m_theme.border, 1.4));
    painter.drawRoundedRect(card.box, 7, 7);
    painter.setPen(m_stale ? m_theme.muted : m_theme.text);
    painter.setFont(sized(font(), 13, QFont::DemiBold));
    const auto number = formatCount(card.count);
    const auto title = summary ? tr("%1 more").arg(number) : u"+"_s + number;
    if (m_isOneLine) {
        painter.drawText(card.box, Qt::AlignCenter, title);
        return;
    }
    QStringList below{tr("show all")};
    if (const auto wait = summary ? inspect::longestWait(*m_lock, m_now) : std::nullopt)
        below.prepend(tr("longest wait %1").arg(formatDuration(*wait)));
    constexpr double lineHeight = 18;
    const auto top = card.box.center().y() - static_cast<double>(below.size() + 1) * lineHeight / 2;
    QRectF line(card.box.left() + 4, top, card.box.width() - 8, lineHeight);
    painter.drawText(line, Qt::AlignCenter, title);
    painter.setPen(m_theme.muted);
    painter.setFont(sized(font(), 12));
    for (const auto& text : below) {
        line.translate(0, lineHeight);
        painter.drawText(line, Qt::AlignCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(line.width())));
    }
}

/// Joins the cards of readers that share the lock, or will.
void QueueLane::paintGroups(QPainter& painter, const LaneLayout& layout) const
{
    for (auto place = layout.first; place + 1 < layout.first + layout.count; ++place) {
        if (!areTogether(*m_lock, place))
            continue;
        const auto color = m_theme.color(toneOf(m_lock->queue[static_cast<std::size_t>(place)]));
        const QRectF between(layout.card(place).topRight(), layout.card(place + 1).bottomLeft());
        const auto band = between.adjusted(0, 10, 0, -10);
        painter.fillRect(band, m_theme.raised);
        painter.setPen(QPen(color, 1.4));
        painter.drawLine(band.topLeft(), band.topRight());
        painter.drawLine(band.bottomLeft(), band.bottomRight());
    }
}

/// Neighbours are joined by a straight line; an arrow to a contender further ahead runs below the cards.
void QueueLane::paintArrows(QPainter& painter, const LaneLayout& layout) const
{
    const auto& queue = m_lock->queue;
    for (auto place = layout.first; place < layout.first + layout.count; ++place) {
        const auto& contender = queue[static_cast<std::size_t>(place)];
        const auto& waitsOn = contender.waitsOn;
        const bool isDashed = isUnwatched(contender);
        const QPen own(isDashed ? m_theme.warn : m_theme.muted, 1.4, isDashed ? Qt::DashLine : Qt::SolidLine);
        if (place > layout.first && queue[static_cast<std::size_t>(place) - 1].waitsOn == waitsOn &&
            (waitsOn.size() > 1 || areTogether(*m_lock, place - 1)) &&
            isDashed == isUnwatched(queue[static_cast<std::size_t>(place) - 1]))
            continue; // waits for the same nodes as its neighbour, whose arrows stand for both
        bool hasArrowToFront = false;
        for (const auto& node : waitsOn) { // a waiter of a semaphore may wait for thousands of holders
            const auto* target = m_index.waitedFor(contender, node);
            if (!target)
                continue;
            const auto to = static_cast<int>(target - queue.data());
            const bool isHidden = to < layout.first || to >= layout.first + layout.count;
            if (isHidden && (to > place || layout.before == 0 || std::exchange(hasArrowToFront, true)))
                continue; // one arrow stands for all that are left out at the front
            // A dead waiter does not leave at its turn: those behind it are not notified.
            const auto pen = isDead(*target) ? QPen(m_stale ? m_theme.muted : m_theme.bad, 1.4, Qt::DashLine) : own;
            const auto from = layout.card(place);
            const auto goal = isHidden ? layout.beforeCard() : layout.card(to);
            if (to == place - 1 || (isHidden && place == layout.first)) {
                const QPointF tip(goal.right() + 1, goal.center().y());
                QPainterPath line(QPointF(from.left(), from.center().y()));
                line.lineTo(tip);
                paintArrow(painter, tip, line, {1, 0}, pen);
                continue;
            }
            const QPointF tip(goal.center().x(), goal.bottom() + 1);
            QPainterPath line(QPointF(from.center().x(), from.bottom()));
            const auto below = m_isOneLine ? LaneLayout::lineTop - 2 : 11;
            line.lineTo(from.center().x(), from.bottom() + below);
            line.lineTo(tip.x(), goal.bottom() + below);
            line.lineTo(tip);
            paintArrow(painter, tip, line, {0, 1}, pen);
        }
    }
    if (layout.after > 0 && layout.count > 0) {
        const QPointF tip(layout.card(layout.first + layout.count - 1).right() + 1, layout.afterCard().center().y());
        QPainterPath line(QPointF(layout.afterCard().left(), tip.y()));
        line.lineTo(tip);
        paintArrow(painter, tip, line, {1, 0}, QPen(m_theme.muted, 1.4));
    }
}

void QueueLane::paintWords(QPainter& painter, const LaneLayout& layout) const
{
    painter.setFont(sized(font(), 11));
    painter.setPen(m_theme.muted);
    const QRectF whole(QPointF(), QSizeF(size()) / textScale());
    const auto bottom = whole.adjusted(LaneLayout::margin, 0, -LaneLayout::margin, -4);
    if (m_lock && m_lock->redis && !m_lock->queue.empty() && !m_isOneLine) {
        const auto words = legend(*m_lock);
        painter.drawText(bottom, Qt::AlignRight | Qt::AlignBottom,
                         painter.fontMetrics().elidedText(words, Qt::ElideRight, static_cast<int>(bottom.width())));
    } else if (m_lock && m_lock->waiters() > 0 && !m_isOneLine) {
        const auto arrows = m_unwatched.empty()
                                ? tr("Arrow: waits for (derived from the lock type).")
                                : tr("Arrow: waits for (derived from the lock type). Dashed: no such watch observed.");
        const auto usual = m_usualHold ? tr("Marks on the holder: usual hold, p50 %1 and p99 %2.")
                                             .arg(formatDuration(m_usualHold->p50), formatDuration(m_usualHold->p99))
                                       : QString();
        painter.drawText(bottom, Qt::AlignRight | Qt::AlignBottom,
                         painter.fontMetrics().elidedText(inTurn({arrows, usual}), Qt::ElideRight,
                                                          static_cast<int>(bottom.width())));
    }
    painter.setFont(sized(font(), 13));
    if (m_lock && m_lock->redis && !m_lock->redis->isOrdered) {
        paintUnordered(painter, layout);
    } else if (m_lock && m_lock->queue.empty()) {
        painter.drawText(whole, Qt::AlignCenter, tr("The lock is free: no holder and no waiters."));
    } else if (m_lock && m_lock->kind == inspect::LockKind::Single) {
        const auto left = layout.card(layout.first + layout.count).left();
        const QRectF room(left, layout.above, whole.width() - left - LaneLayout::margin, layout.height);
        const auto words = tr("Waiters have no node here: the number of waiters is unknown.");
        const auto oneLine =
            painter.fontMetrics().elidedText(words, Qt::ElideRight, std::max(0, static_cast<int>(room.width())));
        painter.drawText(room, Qt::AlignVCenter | (m_isOneLine ? 0 : Qt::TextWordWrap), m_isOneLine ? oneLine : words);
    }
}

/// The waiters that have no place: behind the cards, without positions and arrows.
void QueueLane::paintUnordered(QPainter& painter, const LaneLayout& layout) const
{
    const auto left = m_lock->queue.empty() ? LaneLayout::margin
                                            : (layout.after > 0 ? layout.afterCard().right() + LaneLayout::gap
                                                                : layout.card(layout.first + layout.count).left());
    const QRectF box(left, layout.above, widthInDesign() - left - LaneLayout::margin, layout.height);
    if (box.width() < LaneLayout::narrowest)
        return; // the header has the number
    const auto waiting = inspect::waitingClients(*m_lock);
    const auto color = m_theme.color(m_stale || waiting.value_or(0) == 0 ? Tone::Muted : Tone::Wait);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.4, Qt::DashLine));
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
    const auto middle = m_isOneLine ? box.center().y() : box.top() + 18;
    paintMark(painter, QRectF(box.left() + 11, middle - 5, 10, 10), waiting ? Mark::Ring : Mark::Question, color);
    painter.setPen(color);
    painter.setFont(sized(font(), 13, QFont::DemiBold));
    const auto title = QRectF(box.left() + 28, middle - 10, box.width() - 36, 20);
    painter.drawText(
        title, Qt::AlignVCenter,
        painter.fontMetrics().elidedText(unorderedText(*m_lock), Qt::ElideRight, static_cast<int>(title.width())));
    if (m_isOneLine)
        return;
    painter.setPen(m_theme.muted);
    painter.setFont(sized(font(), 12));
    painter.drawText(QRectF(box.left() + 11, box.top() + 30, box.width() - 19, box.height() - 34),
                     Qt::AlignLeft | Qt::TextWordWrap, whyUnordered(*m_lock));
}

} // namespace lockscope::ui
