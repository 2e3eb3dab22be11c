// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lane/VoteLane.h"

#include "ui/models/text/Formatting.h"
#include "ui/models/text/VoteWords.h"
#include "ui/theme/Sizes.h"
#include "ui/views/Painting.h"
#include "ui/views/StateMark.h"
#include "ui/views/lane/LaneLayout.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <numeric>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double voteBoxHeight = 26;
constexpr double boxGap = 6;
constexpr double quorumGap = 16; ///< between the boxes beside the line
constexpr double widestBox = 96;
constexpr double narrowestBox = 30;
constexpr double boxesTop = 52;
constexpr double quorumTop = 5; ///< of its word, below the boxes
constexpr double quorumHeight = 16;
constexpr double belowQuorum = 5;

QFont laneFont(QFont font, int pixels, QFont::Weight weight = QFont::Normal)
{
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

} // namespace

VoteLane::VoteLane(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"voteLane"_s);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::StrongFocus); // for Ctrl+S and the context menu
    describe();
}

void VoteLane::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void VoteLane::setLock(std::shared_ptr<const inspect::Lock> lock)
{
    if (lock && !hasVotes(*lock))
        lock.reset();
    if (lock == m_lock)
        return;
    m_lock = std::move(lock);
    describe();
    update();
}

void VoteLane::setNow(WallTime now)
{
    m_now = now;
    update();
}

void VoteLane::setStale(bool stale)
{
    m_stale = stale;
    update();
}

/// The text for screen readers, without the time that counts down: they announce each change.
void VoteLane::describe()
{
    auto text = tr("Votes: no lock selected");
    if (m_lock) {
        const auto tally = tallyOf(*m_lock->redis);
        QStringList masters;
        for (const auto& vote : m_lock->redis->votes)
            masters << withAside(oneLine(vote.server), stateWord(stateOf(vote, tally), m_lock->redis->verdict));
        text = tr("Votes for %1: %2. Quorum: %3. %4")
                   .arg(oneLine(m_lock->path), verdictWords(*m_lock->redis), QString::number(m_lock->redis->quorum),
                        asList(masters));
    }
    if (accessibleName() != text)
        setAccessibleName(text);
}

QSize VoteLane::sizeHint() const
{
    return {640, scaled(boxesTop + voteBoxHeight + quorumTop + quorumHeight + belowQuorum)};
}

QSize VoteLane::minimumSizeHint() const
{
    return {scaled(200), sizeHint().height()};
}

/// The places of the votes in the lock, those of the token with the most votes first: the line of the quorum then shows
/// how many are missing.
std::vector<std::size_t> VoteLane::order() const
{
    std::vector<std::size_t> places(m_lock ? m_lock->redis->votes.size() : 0);
    std::iota(places.begin(), places.end(), std::size_t{0});
    if (!m_lock)
        return places;
    const auto tally = tallyOf(*m_lock->redis);
    std::stable_sort(places.begin(), places.end(), [&](std::size_t one, std::size_t other) {
        return stateOf(m_lock->redis->votes[one], tally) < stateOf(m_lock->redis->votes[other], tally);
    });
    return places;
}

double VoteLane::boxWidth() const
{
    const auto count = m_lock ? static_cast<double>(m_lock->redis->votes.size()) : 1.0;
    const auto room = width() / textScale() - 2 * LaneLayout::margin - 18 - quorumGap;
    return std::clamp(room / count - boxGap, narrowestBox, widestBox);
}

QRectF VoteLane::boxOf(int place) const
{
    const auto behindLine = m_lock && place >= m_lock->redis->quorum ? quorumGap : 0;
    return {LaneLayout::margin + 18 + place * (boxWidth() + boxGap) + behindLine, boxesTop, boxWidth(), voteBoxHeight};
}

double VoteLane::quorumX() const
{
    if (!m_lock)
        return 0;
    const auto box = boxOf(m_lock->redis->quorum - 1);
    return box.right() + (boxGap + quorumGap) / 2;
}

void VoteLane::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintWhole(painter);
    if (hasFocus())
        paintFocus(painter, rect(), m_theme);
}

void VoteLane::paintWhole(QPainter& painter) const
{
    if (!m_lock)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(textScale(), textScale());
    paintWords(painter);
    paintVotes(painter);
    painter.restore();
}

void VoteLane::paintWords(QPainter& painter) const
{
    const auto& redis = *m_lock->redis;
    const auto color = m_theme.color(m_stale ? Tone::Muted : toneOf(redis.verdict));
    const auto left = LaneLayout::margin + 18;
    const auto room = width() / textScale() - left - LaneLayout::margin;
    const auto mark = redis.verdict == inspect::Verdict::Held        ? Mark::Filled
                      : redis.verdict == inspect::Verdict::Split     ? Mark::Triangle
                      : redis.verdict == inspect::Verdict::Undecided ? Mark::Question
                                                                     : Mark::Ring;
    paintMark(painter, QRectF(LaneLayout::margin, 15, 11, 11), mark, color);
    painter.setPen(color);
    painter.setFont(laneFont(font(), 15, QFont::DemiBold));
    painter.drawText(
        QRectF(left, 8, room, 24), Qt::AlignVCenter,
        painter.fontMetrics().elidedText(verdictSentence(*m_lock, m_now), Qt::ElideRight, static_cast<int>(room)));
    const auto tally = tallyOf(redis);
    const auto token = tally.token.empty() ? QString() : tr("Token %1").arg(shortToken(tally.token));
    painter.setPen(m_theme.muted);
    painter.setFont(laneFont(font(), 12));
    auto text = verdictMeaning(redis);
    if (!token.isEmpty() && redis.verdict != inspect::Verdict::Split)
        text = text.isEmpty() ? token : u"%1 · %2"_s.arg(token, text);
    painter.drawText(QRectF(left, 30, room, 18), Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, static_cast<int>(room)));
}

void VoteLane::paintVotes(QPainter& painter) const
{
    const auto& redis = *m_lock->redis;
    const auto tally = tallyOf(redis);
    const auto names = shortServers(redis.votes);
    const auto places = order();
    painter.setFont(laneFont(font(), 12));
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto& vote = redis.votes[places[i]];
        const auto state = stateOf(vote, tally);
        const auto [mark, tone] = markOf(state);
        const auto color = m_theme.color(m_stale ? Tone::Muted : tone);
        const auto box = boxOf(static_cast<int>(i));
        const bool hasVote = state == VoteState::Leading || state == VoteState::Other;
        painter.setBrush(state == VoteState::Leading && !m_stale ? m_theme.goodSoft : m_theme.raised);
        painter.setPen(QPen(color, 1.2, hasVote ? Qt::SolidLine : Qt::DashLine));
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        paintMark(painter, QRectF(box.left() + 8, box.center().y() - 5, 10, 10), mark, color);
        const auto words = box.adjusted(23, 0, -6, 0);
        painter.setPen(hasVote && !m_stale ? m_theme.text : m_theme.muted);
        painter.drawText(words, Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(names.value(static_cast<qsizetype>(places[i])),
                                                          Qt::ElideMiddle, static_cast<int>(words.width())));
    }
    const auto x = quorumX();
    painter.fillRect(QRectF(x - 1, boxesTop - 5, 2, voteBoxHeight + 10), m_stale ? m_theme.muted : m_theme.text);
    painter.setPen(m_theme.muted);
    painter.setFont(laneFont(font(), 11));
    painter.drawText(QRectF(x - 60, boxesTop + voteBoxHeight + quorumTop, 120, quorumHeight),
                     Qt::AlignHCenter | Qt::AlignTop, tr("quorum %1").arg(redis.quorum));
}

bool VoteLane::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !m_lock)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto places = order();
    const auto tally = tallyOf(*m_lock->redis);
    QString tip = inTurn({verdictSentence(*m_lock, m_now), verdictMeaning(*m_lock->redis)});
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto& vote = m_lock->redis->votes[places[i]];
        if (boxOf(static_cast<int>(i)).contains(QPointF(help->pos()) / textScale()))
            tip = asClauses({oneLine(vote.server), stateWord(stateOf(vote, tally), m_lock->redis->verdict)});
    }
    QToolTip::showText(help->globalPos(), plainToolTip(tip), this);
    return true;
}

} // namespace lockscope::ui

#include "moc_VoteLane.cpp"
