// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/timeline/TimelineView.h"

#include "ui/models/text/Formatting.h"
#include "ui/theme/Sizes.h"
#include "ui/views/timeline/TimelineLayout.h"
#include "ui/views/timeline/TimelineWords.h"

#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace timeline_layout;
using inspect::Stay;

namespace {

constexpr std::chrono::milliseconds usualSpans[] = {10s, 30s, 1min, 2min, 6min};
constexpr int tenthsAhead = 3; ///< of a span, if anything is planned
constexpr auto outlineTime = 1'500ms;
constexpr qsizetype mostMeasuredOfName = 300; ///< characters; wider than the labels may be
constexpr qsizetype mostNamesKept = 50'000;

} // namespace

TimelineView::TimelineView(QWidget* parent)
    : DrawnArea(u"timeline"_s, tr("Timeline of the lock"), parent)
{
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        if (m_scrollsItself)
            return;
        const auto lane = selectedLane();
        m_keepsInSight = lane && isInSight(*lane);
    });
    m_outline.setSingleShot(true);
    connect(&m_outline, &QTimer::timeout, this, [this] { viewport()->update(); });
}

void TimelineView::setContent(TimelineContent content)
{
    const bool isOther = content.timeline != m_content.timeline || content.isReplay != m_content.isReplay;
    m_content = std::move(content);
    m_quorumTokens =
        voteCount() > 0 ? tokensWithQuorum(*m_content.leases, m_content.lock->redis->quorum) : std::set<std::string>();
    if (isOther) {
        m_chosen.reset();
        m_isFollowing = true;
        m_isOwnSpan = false;
        verticalScrollBar()->setValue(0);
        m_isNew = true;
        m_keepsInSight = true;
    }
    chooseWindow();
    arrange();
    changed();
}

void TimelineView::setSelected(const inspect::ContenderKey& key, std::int64_t creationId, bool isFollowed)
{
    const bool isNew = std::exchange(m_isNew, false);
    if (key == m_selected && creationId == m_selectedCreationId)
        return;
    m_selected = key;
    m_selectedCreationId = creationId;
    m_outline.stop();
    const auto lane = selectedLane();
    m_keepsInSight = isFollowed || isNew || (lane && isInSight(*lane));
    const bool isOther = m_chosen && (m_chosen->key != key || (creationId != 0 && m_chosen->creationId != creationId));
    if (isFollowed && isOther)
        m_chosen.reset();
    keepInSight();
    changed();
}

void TimelineView::revealSelected()
{
    m_keepsInSight = true;
    if (!selectedLane())
        follow(); // its bars are at another time than the visible one
    keepInSight();
    m_outline.start(outlineTime);
    viewport()->update();
    if (const auto lane = selectedLane())
        announceItem(*this, static_cast<int>(*lane));
}

std::optional<std::size_t> TimelineView::outlinedLane() const
{
    return m_outline.isActive() ? selectedLane() : std::nullopt;
}

/// Of all clients, so that it does not change with the time range.
double TimelineView::widestLabel()
{
    if (m_measured != font()) {
        m_measured = font();
        m_nameWidths.clear();
    }
    if (m_nameWidths.size() > mostNamesKept)
        m_nameWidths.clear();
    const auto metrics = fontMetrics();
    m_rowNames.resize(m_content.timeline ? m_content.timeline->size() : 0);
    double widest = 0;
    for (std::size_t row = 0; row < m_rowNames.size(); ++row) {
        auto& shown = m_rowNames[row];
        shown.text = rowName(m_content.timeline->row(row));
        // Rows move when others are added or forgotten: the widths are kept by name.
        auto known = m_nameWidths.constFind(shown.text);
        if (known == m_nameWidths.constEnd())
            known = m_nameWidths.insert(shown.text, wholeWidth(metrics, shown.text.left(mostMeasuredOfName)));
        shown.width = *known;
        widest = std::max(widest, shown.width);
    }
    return std::max(nameMargin + nameMark + widest + nameGap, widestLeaseLabel());
}

/// Sets the visible time range from the current time.
void TimelineView::chooseWindow()
{
    const auto content = QRectF(viewport()->rect());
    m_scale.left = labelWidth(content.width(), widestLabel());
    m_scale.width = std::max(content.width() - m_scale.left - rightMargin, 1.0);
    if (!m_content.timeline)
        return;
    const auto earliest = m_content.timeline->earliest().value_or(m_content.now);
    if (m_content.isReplay) {
        if (!m_isOwnSpan) {
            // The client at the beginning may have come years before.
            m_scale.from = std::min(std::max(earliest, m_content.begin), m_content.now);
            m_scale.span = std::clamp(m_content.end - m_scale.from, TimelineScale::shortest, TimelineScale::longest);
        } else if (m_isFollowing && (m_content.now < m_scale.from || m_content.now > m_scale.to())) {
            m_scale.from = m_content.now - m_scale.span / 2;
        }
        return;
    }
    if (!m_isOwnSpan) {
        m_scale.span = std::end(usualSpans)[-1];
        for (const auto span : usualSpans) {
            if (m_content.now - earliest <= span) {
                m_scale.span = span;
                break;
            }
        }
        if (m_content.hasPlans())
            m_scale.span = m_scale.span * 10 / (10 - tenthsAhead);
    }
    if (m_isFollowing)
        m_scale.from = m_content.now + ahead(m_scale.span) - m_scale.span;
}

std::optional<TimelineView::Range> TimelineView::chosenRange() const
{
    return m_isOwnSpan ? std::optional(Range{m_scale.from, m_scale.span, m_isFollowing}) : std::nullopt;
}

void TimelineView::showRange(const Range& range)
{
    m_isOwnSpan = true;
    m_isFollowing = range.isFollowing;
    m_scale.from = range.from;
    m_scale.span = range.span;
    chooseWindow();
    arrange();
    changed();
}

std::chrono::milliseconds TimelineView::ahead(std::chrono::milliseconds span) const
{
    return m_content.hasPlans() ? span * tenthsAhead / 10 : 0ms;
}

void TimelineView::setWindow(const TimelineScale& scale)
{
    m_scale.from = scale.from;
    m_scale.span = scale.span;
    arrange();
    changed();
}

/// Makes a lane for each row with a bar in the time range.
void TimelineView::arrange()
{
    const QScopedValueRollback scrolls(m_scrollsItself, true);
    m_lanes.clear();
    const auto* timeline = m_content.timeline;
    for (std::size_t i = 0; timeline && i < timeline->size(); ++i) {
        const auto& stays = timeline->row(i).stays;
        // The last one that began before the end of the range is the last that may be visible.
        const auto after =
            std::partition_point(stays.begin(), stays.end(), [&](const Stay& s) { return s.from <= m_scale.to(); });
        if (after != stays.begin() && std::prev(after)->to.value_or(m_content.end) >= m_scale.from)
            m_lanes.push_back({i, {}, {}, 0, 0});
    }
    for (const auto& mistake : m_content.mistakes) {
        if (mistake.from > m_scale.to() || mistake.to.value_or(m_content.end) < m_scale.from || !timeline)
            continue;
        const auto place = timeline->find({inspect::LockPart::Queue, mistake.node}, mistake.creationId);
        if (place)
            laneWith(place->row).mistakes.push_back(&mistake);
    }
    arrangeWrites();
    place();
    nameLanes();
    const auto room = viewport()->height() - axisHeight();
    const auto wanted = static_cast<int>(std::ceil(lanesHeight()));
    verticalScrollBar()->setSingleStep(static_cast<int>(laneHeight()));
    verticalScrollBar()->setPageStep(std::max(room, 1));
    verticalScrollBar()->setRange(0, std::max(wanted - room, 0));
    keepInSight();
}

TimelineView::Lane& TimelineView::laneWith(std::size_t row)
{
    auto lane = std::lower_bound(m_lanes.begin(), m_lanes.end(), row,
                                 [](const Lane& each, std::size_t wanted) { return each.row < wanted; });
    if (lane == m_lanes.end() || lane->row != row)
        lane = m_lanes.insert(lane, {row, {}, {}, 0, 0});
    return *lane;
}

void TimelineView::place()
{
    const auto usual = laneHeight();
    const auto ofLease = leaseHeight();
    m_lanesHeight = 0;
    for (auto& lane : m_lanes) {
        lane.top = m_lanesHeight;
        lane.height = leasesOf(rowOf(lane)) ? ofLease : usual;
        m_lanesHeight += lane.height;
    }
}

void TimelineView::nameLanes()
{
    QStringList names;
    auto fits = true;
    for (const auto& lane : m_lanes) {
        const auto& name = m_rowNames[lane.row];
        fits = fits && nameMargin + nameMark + name.width + nameGap <= m_scale.left;
        names << name.text;
    }
    if (fits)
        names.clear(); // no name is shortened
    if (names == m_shownNames)
        return;
    m_shownNames = names;
    m_laneNames = LaneNames(std::move(names));
}

double TimelineView::lanesHeight() const
{
    return m_lanesHeight + static_cast<double>(voteCount()) * voteHeight();
}

/// Set only when it has changed: screen readers announce each change.
void TimelineView::changed()
{
    viewport()->update();
    if (auto samples = usedSamples(); samples != m_samples) {
        m_samples = std::move(samples);
        Q_EMIT samplesChanged();
    }
    const auto chosen = chosenText();
    const auto words = windowText() + u'\n' + chosen + m_content.whyEmpty;
    if (words == m_reported)
        return;
    m_reported = words;
    setAccessibleDescription(!chosen.isEmpty()              ? chosen
                             : m_content.whyEmpty.isEmpty() ? windowText()
                                                            : m_content.whyEmpty);
    Q_EMIT wordsChanged();
}

QString TimelineView::windowText() const
{
    if (!m_content.timeline)
        return {};
    if (m_isFollowing && !m_content.isReplay)
        return tr("last %1").arg(formatRound(m_scale.span - ahead(m_scale.span)));
    // With a date if the end is on another day.
    const auto to = formatTimeOfDay(m_scale.to(), m_scale.from);
    return tr("%1 to %2").arg(formatTime(m_scale.from).section(u'.', 0, 0), to.section(u'.', 0, 0));
}

QString TimelineView::chosenText() const
{
    const auto* stay = chosenStay();
    if (!stay)
        return {};
    const auto lane = chosenLane();
    const auto name = lane ? rowName(rowOf(m_lanes[*lane])) : oneLine(stay->node);
    const auto* writes = writesOf(*stay);
    const auto text = stayText(*stay, m_content.end);
    return asEntry(name, writes ? asClauses({text, writesText(*writes)}) : text);
}

const inspect::TimelineRow& TimelineView::rowOf(const Lane& lane) const
{
    return m_content.timeline->row(lane.row);
}

std::optional<std::size_t> TimelineView::laneOf(inspect::NodeRef ref, std::int64_t creationId) const
{
    const auto place =
        m_content.timeline && !ref.node.empty() ? m_content.timeline->find(ref, creationId) : std::nullopt;
    if (!place)
        return std::nullopt;
    const auto lane = std::lower_bound(m_lanes.begin(), m_lanes.end(), place->row,
                                       [](const Lane& each, std::size_t row) { return each.row < row; });
    if (lane == m_lanes.end() || lane->row != place->row)
        return std::nullopt;
    return static_cast<std::size_t>(lane - m_lanes.begin());
}

std::optional<std::size_t> TimelineView::selectedLane() const
{
    return laneOf(m_selected.ref(), m_selectedCreationId);
}

std::optional<std::size_t> TimelineView::chosenLane() const
{
    return m_chosen ? laneOf(m_chosen->key.ref(), m_chosen->creationId) : std::nullopt;
}

const Stay* TimelineView::chosenStay() const
{
    const auto place = m_content.timeline && m_chosen
                           ? m_content.timeline->find(m_chosen->key.ref(), m_chosen->creationId)
                           : std::nullopt;
    if (!place)
        return nullptr;
    for (const auto& stay : m_content.timeline->row(place->row).stays) {
        if (m_chosen->is(stay))
            return &stay;
    }
    return nullptr;
}

const Stay* TimelineView::presentStay(const inspect::TimelineRow& row) const
{
    const auto next = std::partition_point(row.stays.begin(), row.stays.end(),
                                           [&](const Stay& stay) { return stay.from <= m_content.now; });
    const auto* stay = next == row.stays.begin() ? nullptr : &*std::prev(next);
    return stay && stay->to.value_or(WallTime::max()) > m_content.now ? stay : nullptr;
}

const Stay* TimelineView::presentHold() const
{
    const auto holdIn = [this](std::size_t lane) {
        const auto* stay = presentStay(rowOf(m_lanes[lane]));
        const bool holds = stay && stay->heldFrom && *stay->heldFrom <= m_content.now;
        return holds && stay->heldKnown != inspect::Confidence::Unknown ? stay : nullptr;
    };
    if (const auto lane = selectedLane())
        if (const auto* hold = holdIn(*lane))
            return hold;
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane)
        if (const auto* hold = holdIn(lane))
            return hold;
    return nullptr;
}

// ---- positions

int TimelineView::axisHeight() const
{
    return fontMetrics().height() + 6;
}

QRectF TimelineView::laneBox(std::size_t lane) const
{
    const auto& one = m_lanes[lane];
    return {0, one.top - verticalScrollBar()->value(), static_cast<double>(viewport()->width()), one.height};
}

std::size_t TimelineView::laneAt(double y) const
{
    const auto found = std::partition_point(m_lanes.begin(), m_lanes.end(),
                                            [y](const Lane& lane) { return lane.top + lane.height <= y; });
    return static_cast<std::size_t>(found - m_lanes.begin());
}

/// Limited to a short distance beyond the edges: a bar may be years long.
double TimelineView::xWithin(WallTime at) const
{
    return std::clamp(m_scale.xOf(at), m_scale.left - 20, m_scale.left + m_scale.width + 20);
}

QRect TimelineView::barOf(inspect::NodeRef ref) const
{
    const auto lane = laneOf(ref);
    const auto place = lane ? m_content.timeline->find(ref) : std::nullopt;
    if (!place)
        return {};
    const auto& stay = rowOf(m_lanes[*lane]).stays[place->stay];
    const auto box = holdBox(laneBox(*lane), xWithin(stay.from), xWithin(stay.to.value_or(m_content.end)));
    return box.intersected(QRectF(viewport()->rect())).toAlignedRect();
}

const inspect::Gap* TimelineView::gapAt(double x) const
{
    if (!m_content.timeline || x < m_scale.left)
        return nullptr;
    const auto& gaps = m_content.timeline->gaps();
    const auto at = m_scale.timeAt(x);
    const auto found = std::find_if(gaps.begin(), gaps.end(), [&](const inspect::Gap& gap) {
        return gap.from <= at && at <= gap.to.value_or(m_content.now);
    });
    return found == gaps.end() ? nullptr : &*found;
}

std::optional<TimelineView::Hit> TimelineView::hitAt(const QPointF& point) const
{
    if (point.y() >= viewport()->height() - axisHeight() || point.y() < 0)
        return std::nullopt;
    const auto lane = laneAt(point.y() + verticalScrollBar()->value());
    if (lane >= m_lanes.size())
        return std::nullopt;
    Hit hit{lane, std::nullopt, nullptr};
    if (point.x() < m_scale.left)
        return hit;
    constexpr double reach = 2; // of the pointer, around very thin bars
    const auto covers = [&](WallTime from, std::optional<WallTime> to) {
        return m_scale.xOf(from) - reach <= point.x() && point.x() <= m_scale.xOf(to.value_or(m_content.end)) + reach;
    };
    const auto& stays = rowOf(m_lanes[lane]).stays;
    for (std::size_t i = stays.size(); i-- > 0 && !hit.stay;) {
        if (covers(stays[i].from, stays[i].to))
            hit.stay = i;
    }
    for (const auto* mistake : m_lanes[lane].mistakes) {
        if (covers(mistake->from, mistake->to))
            hit.mistake = mistake;
    }
    return hit;
}

std::optional<TimelineView::Bar> TimelineView::barAt(const QPointF& point) const
{
    const auto hit = hitAt(point);
    if (hit && hit->stay)
        return Bar{hit->lane, *hit->stay};
    if (hit && point.x() < m_scale.left && !rowOf(m_lanes[hit->lane]).stays.empty())
        return Bar{hit->lane, rowOf(m_lanes[hit->lane]).stays.size() - 1};
    return std::nullopt;
}

bool TimelineView::isPresent(const Stay& stay) const
{
    return stay.from <= m_content.now && stay.to.value_or(WallTime::max()) > m_content.now;
}

ContenderSpot TimelineView::spotOf(std::size_t lane, const Stay& stay) const
{
    const auto ref = stay.ref();
    return {{m_content.timeline->lockPath(), ref.part, std::string(ref.node)},
            laneBox(lane).toAlignedRect(),
            !isPresent(stay)};
}

bool TimelineView::isInSight(std::size_t lane) const
{
    const auto box = laneBox(lane);
    return box.top() >= 0 && box.bottom() <= viewport()->height() - axisHeight();
}

void TimelineView::keepInSight()
{
    const QScopedValueRollback scrolls(m_scrollsItself, true);
    const auto lane = m_keepsInSight ? selectedLane() : std::nullopt;
    if (lane)
        showLane(*lane);
}

void TimelineView::showLane(std::size_t lane)
{
    auto* bar = verticalScrollBar();
    const auto usual = static_cast<int>(laneHeight());
    const auto top = static_cast<int>(m_lanes[lane].top);
    const auto height = static_cast<int>(m_lanes[lane].height);
    // Whole lanes.
    const auto room = std::max((viewport()->height() - axisHeight()) / usual * usual, height);
    if (top < bar->value())
        bar->setValue(top);
    else if (top + height > bar->value() + room)
        bar->setValue(top + height - room);
}

// ---- user input

void TimelineView::choose(std::size_t lane, std::size_t stay)
{
    const auto& one = rowOf(m_lanes[lane]).stays[stay];
    m_chosen = Chosen{{m_content.timeline->lockPath(), one.ref().part, one.node}, one.creationId, one.from};
    const auto key = m_chosen->key;
    const auto from = one.from;
    const bool isNow = isPresent(one);
    showLane(lane);
    changed();
    announceItem(*this, static_cast<int>(lane));
    if (m_content.isReplay && !isNow)
        Q_EMIT timeChosen(from);
    // Live, a client that has left exists only in the timeline.
    if (m_content.isReplay || isNow)
        Q_EMIT chosen(key);
}

std::optional<ContenderSpot> TimelineView::chooseAt(const QPoint& point)
{
    const auto bar = barAt(point);
    if (!bar)
        return std::nullopt;
    auto spot = spotOf(bar->lane, rowOf(m_lanes[bar->lane]).stays[bar->stay]); // the choice may change the lanes
    choose(bar->lane, bar->stay);
    return spot;
}

std::optional<ContenderSpot> TimelineView::chosenSpot() const
{
    const auto* stay = chosenStay();
    if (const auto lane = chosenLane(); stay && lane)
        return spotOf(*lane, *stay);
    if (m_selected.isLock())
        return std::nullopt;
    const auto lane = selectedLane();
    return ContenderSpot{m_selected, lane ? laneBox(*lane).toAlignedRect() : QRect()};
}

void TimelineView::chooseLane(int step)
{
    if (m_lanes.empty())
        return;
    const auto now = m_chosen ? chosenLane() : selectedLane();
    const auto last = static_cast<int>(m_lanes.size()) - 1;
    const auto lane = static_cast<std::size_t>(std::clamp(now ? static_cast<int>(*now) + step : 0, 0, last));
    const auto& stays = rowOf(m_lanes[lane]).stays;
    const auto after =
        std::partition_point(stays.begin(), stays.end(), [&](const Stay& s) { return s.from <= m_scale.to(); });
    choose(lane, static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - stays.begin() - 1, 0)));
}

void TimelineView::chooseStay(int step)
{
    const auto* present = chosenStay();
    const auto lane = present ? chosenLane() : selectedLane();
    if (!lane)
        return;
    const auto& stays = rowOf(m_lanes[*lane]).stays;
    const auto last = static_cast<int>(stays.size()) - 1;
    auto at = last;
    for (std::size_t i = 0; present && i < stays.size(); ++i) {
        if (&stays[i] == present)
            at = std::clamp(static_cast<int>(i) + step, 0, last);
    }
    const auto& one = stays[static_cast<std::size_t>(at)];
    if (one.from > m_scale.to() || one.to.value_or(m_content.end) < m_scale.from) {
        m_isFollowing = false;
        m_isOwnSpan = true;
        m_scale.from = one.from - m_scale.span / 4;
        arrange();
    }
    if (const auto moved = laneOf(one.ref(), one.creationId))
        choose(*moved, static_cast<std::size_t>(at));
}

void TimelineView::zoom(double factor)
{
    if (!m_content.timeline)
        return;
    const bool isMarked = m_content.now >= m_scale.from && m_content.now <= m_scale.to();
    m_isOwnSpan = true;
    setWindow(m_scale.zoomed(factor, isMarked ? m_content.now : m_scale.from + m_scale.span / 2));
}

void TimelineView::showAll()
{
    if (!m_content.timeline)
        return;
    const auto from = m_content.timeline->earliest().value_or(m_content.now);
    auto all = m_scale;
    const auto past = m_content.hasPlans() ? (m_content.end - from) * 10 / (10 - tenthsAhead) : m_content.end - from;
    all.span = std::clamp(past, TimelineScale::shortest, TimelineScale::longest);
    all.from = m_content.end + ahead(all.span) - all.span;
    m_isOwnSpan = true;
    m_isFollowing = m_content.isReplay;
    setWindow(all);
}

void TimelineView::follow()
{
    m_isFollowing = true;
    chooseWindow();
    arrange();
    changed();
}

/// Panning the current time back into view resumes following.
void TimelineView::panTo(TimelineScale scale, WallTime from)
{
    scale.from = from;
    const auto end = m_content.now + ahead(scale.span);
    m_isFollowing = !m_content.isReplay && scale.to() >= end;
    if (m_isFollowing)
        scale.from = end - scale.span;
    m_isOwnSpan = true;
    setWindow(scale);
}

QString TimelineView::tipAt(const QPoint& point) const
{
    const auto hit = hitAt(point);
    if (!hit) {
        for (std::size_t vote = 0; vote < voteCount(); ++vote)
            if (voteBox(vote).contains(point))
                return voteTip(vote);
        return {};
    }
    const auto& row = rowOf(m_lanes[hit->lane]);
    QStringList lines;
    if (const auto* gap = gapAt(point.x()))
        lines << gapText(*gap);
    if (point.x() < m_scale.left)
        lines << rowName(row);
    else if (const auto write = writeTip(point, m_lanes[hit->lane], laneBox(hit->lane).bottom()); !write.isEmpty())
        lines << write;
    if (hit->mistake)
        lines << mistakeText(*hit->mistake, m_content.end);
    if (hit->stay) {
        const auto& stay = row.stays[*hit->stay];
        lines << stayDetails(row, stay, m_content.end);
        if (const auto* writes = writesOf(stay))
            lines << writesText(*writes);
    }
    return lines.join(u'\n');
}

void TimelineView::resizeEvent(QResizeEvent* event)
{
    DrawnArea::resizeEvent(event);
    chooseWindow();
    arrange();
    changed();
}

} // namespace lockscope::ui

#include "moc_TimelineView.cpp"
