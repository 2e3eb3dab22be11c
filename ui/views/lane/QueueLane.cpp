// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lane/QueueLane.h"

#include "core/model/FindingIndex.h"
#include "core/model/Owners.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/QueueWords.h"
#include "ui/views/Painting.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// The nodes of waiters that do not watch the node they wait for.
std::unordered_set<std::string> unwatchedIn(const inspect::Snapshot& snapshot, const inspect::Lock& lock)
{
    std::unordered_set<std::string> nodes;
    for (const auto& finding : snapshot.findings) {
        const bool isOfWatches = finding.kind == inspect::FindingKind::WatchesNothing ||
                                 finding.kind == inspect::FindingKind::WatchesWrongNode;
        if (isOfWatches && finding.path == lock.path)
            nodes.insert(finding.nodes.begin(), finding.nodes.end());
    }
    return nodes;
}

} // namespace

namespace {

std::unordered_map<std::string, inspect::Severity> markedIn(const inspect::Snapshot& snapshot,
                                                            const inspect::Lock& lock)
{
    std::unordered_map<std::string, inspect::Severity> marked;
    for (const auto* finding : inspect::findingsOf(snapshot, lock)) {
        for (const auto& node : finding->nodes)
            marked.try_emplace(node, finding->severity); // worst first
    }
    return marked;
}

} // namespace

QueueLane::QueueLane(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(u"queueLane"_s);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    describe();
}

void QueueLane::setTheme(const Theme& theme)
{
    m_theme = theme;
    update();
}

void QueueLane::setLock(std::shared_ptr<const inspect::Lock> lock, const inspect::Snapshot* snapshot)
{
    auto ensemble = snapshot ? snapshot->ensemble : nullptr;
    auto unwatched = lock && snapshot ? unwatchedIn(*snapshot, *lock) : std::unordered_set<std::string>();
    auto marked = lock && snapshot ? markedIn(*snapshot, *lock) : std::unordered_map<std::string, inspect::Severity>();
    if (lock == m_lock && ensemble == m_ensemble && unwatched == m_unwatched && marked == m_marked)
        return;
    m_marked = std::move(marked);
    const bool wasTall = isTall();
    m_lock = std::move(lock);
    m_places = m_lock ? inspect::WaiterPlaces(*m_lock) : inspect::WaiterPlaces();
    m_index = m_lock ? inspect::NodeIndex(*m_lock) : inspect::NodeIndex();
    if (isTall() != wasTall)
        updateGeometry();
    m_ensemble = std::move(ensemble);
    m_unwatched = std::move(unwatched);
    if (!m_lock || m_hovered >= static_cast<int>(m_lock->queue.size()))
        m_hovered = -1;
    describe();
    update();
}

void QueueLane::setNow(const inspect::Moment& now)
{
    m_now = now;
    update();
}

void QueueLane::setUsualHold(const std::optional<inspect::UsualHold>& usualHold)
{
    if (std::exchange(m_usualHold, usualHold) != usualHold)
        update();
}

void QueueLane::setStale(bool stale)
{
    m_stale = stale;
    update();
}

void QueueLane::setSelected(const inspect::ContenderKey& key)
{
    if (key == m_selected)
        return;
    m_selected = key;
    update();
}

void QueueLane::setOneLine(bool oneLine)
{
    if (std::exchange(m_isOneLine, oneLine) == oneLine)
        return;
    updateGeometry();
    update();
}

QSize QueueLane::sizeHint() const
{
    if (m_isOneLine)
        return {640, scaled(2 * LaneLayout::lineTop + LaneLayout::lineCardHeight)};
    const auto card = isTall() ? LaneLayout::tallCardHeight : LaneLayout::cardHeight;
    return {640, scaled(2 * LaneLayout::top + card + 16)};
}

QSize QueueLane::minimumSizeHint() const
{
    return {scaled(2 * (LaneLayout::narrowest + LaneLayout::gap)), sizeHint().height()};
}

LaneLayout QueueLane::laneLayout() const
{
    const auto widthAt = [this](int place) { return widthOf(m_lock->queue[static_cast<std::size_t>(place)]); };
    auto layout =
        LaneLayout::of(m_lock ? static_cast<int>(m_lock->queue.size()) : 0, widthInDesign(), selectedPlace(), widthAt);
    if (isTall())
        layout.height = LaneLayout::tallCardHeight;
    if (m_isOneLine) {
        layout.height = LaneLayout::lineCardHeight;
        layout.above = LaneLayout::lineTop;
    }
    return layout;
}

int QueueLane::selectedPlace() const
{
    const auto* contender = m_lock ? m_lock->find(m_selected) : nullptr;
    return contender ? static_cast<int>(contender - m_lock->queue.data()) : -1;
}

Tone QueueLane::toneOf(const inspect::Contender& contender) const
{
    if (m_stale)
        return Tone::Muted;
    if (!attention(*m_lock, contender).isEmpty())
        return Tone::Bad;
    if (isDead(contender))
        return Tone::Bad;
    return contender.holds ? Tone::Good : contender.waits() ? Tone::Wait : Tone::Muted;
}

QStringList QueueLane::cardLines(const inspect::Contender& contender) const
{
    const auto since = formatSince(sinceOf(contender, m_now));
    const auto& redis = contender.redis;
    if (!redis)
        return {since};
    if (contender.holds) {
        const auto left = inspect::leaseLeft(*m_lock, contender, m_now.here);
        const auto lease = left ? tr("lease %1").arg(formatDuration(*left)) : tr("lease: no end");
        return {redis->count > 1 ? asClauses({since, tr("count %1").arg(redis->count)}) : since, lease};
    }
    if (redis->alive == inspect::Alive::No)
        return {subscriberLine(contender),
                redis->silent ? tr("for %1").arg(formatDuration(m_now.here - redis->silent->since)) : QString()};
    return {since, subscriberLine(contender)};
}

QString QueueLane::subscriberLine(const inspect::Contender& waiter)
{
    switch (waiter.redis->alive) {
    case inspect::Alive::Yes:
        return tr("subscribed");
    case inspect::Alive::No:
        return tr("no subscriber");
    case inspect::Alive::Unknown:
        break;
    }
    return tr("subscriber: unknown");
}

/// The text for screen readers. Set only when it has changed: they announce each change.
void QueueLane::describe()
{
    auto text = tr("Queue: no lock selected");
    if (m_lock) {
        const auto unordered = unorderedText(*m_lock);
        text = tr("Queue of %1: %2, %3")
                   .arg(oneLine(m_lock->path), holdersText(*m_lock, m_ensemble.get()),
                        unordered.isEmpty() ? waitersText(*m_lock) : unordered);
        const auto dead = static_cast<int>(std::count_if(m_lock->queue.begin(), m_lock->queue.end(), isDead));
        if (dead > 0)
            text = asClauses({text, tr("%n waiters without a subscriber", nullptr, dead)});
    }
    if (accessibleName() != text)
        setAccessibleName(text);
}

bool QueueLane::isUnwatched(const inspect::Contender& contender) const
{
    return !m_unwatched.empty() && m_unwatched.contains(m_lock->nodePath(contender));
}

std::optional<inspect::Severity> QueueLane::severityOf(const inspect::Contender& contender) const
{
    const auto found = m_marked.empty() ? m_marked.end() : m_marked.find(m_lock->nodePath(contender));
    return found == m_marked.end() ? std::nullopt : std::optional(found->second);
}

void QueueLane::choose(int place)
{
    if (!m_lock || place < 0 || place >= static_cast<int>(m_lock->queue.size()))
        return;
    setSelected(m_lock->keyOf(m_lock->queue[static_cast<std::size_t>(place)]));
    announceItem(*this, place);
    Q_EMIT chosen(m_selected);
}

std::optional<ContenderSpot> QueueLane::chooseAt(const QPoint& point)
{
    const auto place = laneLayout().placeAt(QPointF(point) / textScale());
    if (!m_lock || place < 0 || place >= static_cast<int>(m_lock->queue.size()))
        return std::nullopt;
    choose(place);
    return chosenSpot();
}

std::optional<ContenderSpot> QueueLane::chosenSpot() const
{
    const auto place = selectedPlace();
    if (place < 0)
        return std::nullopt;
    return ContenderSpot{m_selected, boxOf(place)};
}

void QueueLane::setHovered(int place)
{
    if (place == m_hovered)
        return;
    m_hovered = place;
    update();
}

void QueueLane::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    const auto rest = restCards();
    if (const auto* card = restCardAt(rest, event->pos()))
        Q_EMIT restWanted(card->first);
    else
        choose(laneLayout().placeAt(event->position() / textScale()));
}

void QueueLane::mouseMoveEvent(QMouseEvent* event)
{
    setHovered(laneLayout().placeAt(event->position() / textScale()));
    setCursor(restCardAt(restCards(), event->pos()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void QueueLane::leaveEvent(QEvent*)
{
    setHovered(-1);
}

void QueueLane::keyPressEvent(QKeyEvent* event)
{
    const auto last = m_lock ? static_cast<int>(m_lock->queue.size()) - 1 : -1;
    const auto place = selectedPlace();
    switch (event->key()) {
    case Qt::Key_Left:
        return choose(std::max(place - 1, 0));
    case Qt::Key_Right:
        return choose(std::min(place + 1, last));
    case Qt::Key_Home:
        return choose(0);
    case Qt::Key_End:
        return choose(last);
    default:
        break;
    }
    const auto rest = isActivation(*event) ? restCards() : std::vector<RestCard>();
    if (rest.empty())
        QWidget::keyPressEvent(event);
    else
        Q_EMIT restWanted(rest.front().first);
}

bool QueueLane::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (restCardAt(restCards(), help->pos())) {
        QToolTip::showText(help->globalPos(), plainToolTip(restTip()), this);
        return true;
    }
    const auto place = laneLayout().placeAt(QPointF(help->pos()) / textScale());
    if (place < 0 || !m_lock) {
        QToolTip::hideText();
        return true;
    }
    const auto& contender = m_lock->queue[static_cast<std::size_t>(place)];
    QToolTip::showText(help->globalPos(), plainToolTip(tipOf(contender).join(u'\n')), this);
    return true;
}

QStringList QueueLane::tipOf(const inspect::Contender& contender) const
{
    const auto owner = inspect::ownerOf(m_ensemble.get(), contender);
    QStringList lines{asEntry(displayName(contender, m_ensemble.get()), doingOf(*m_lock, contender)),
                      oneLine(contender.node), oneLine(owner.host), attention(*m_lock, contender),
                      whyItWaits(*m_lock, contender, m_ensemble.get())};
    if (const auto severity = severityOf(contender))
        lines << tr("A finding concerns this contender: %1.").arg(severityWord(*severity));
    if (isUnwatched(contender))
        lines << tr("No watch was observed on the node that this client waits for.");
    lines.removeAll(QString());
    return lines;
}

} // namespace lockscope::ui

#include "moc_QueueLane.cpp"
