// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lane/QueueHeader.h"

#include "core/base/Path.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/LocksModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/VoteWords.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Sizes.h"
#include "ui/views/Chip.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/FlatButton.h"
#include "ui/views/lane/CentreSwitch.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

// See scaled().
constexpr int leastName = 170;   ///< of the lock's path, before a chip is left out
constexpr int leastFinding = 90; ///< of the chip of a finding
constexpr int withSwitch = 820;  ///< width with room for the switch, beside all chips
constexpr int withKeys = 960;    ///< likewise with its shortcuts
constexpr int spacing = 8;       ///< not scaled
constexpr int betweenChips = 7;  ///< likewise

} // namespace

QueueHeader::QueueHeader(QWidget* parent)
    : QWidget(parent)
    , m_folder(new ElidedLabel(this))
    , m_name(new ElidedLabel(this))
    , m_finding(new Chip(u"findingChip"_s, this))
    , m_dialect(new Chip(u"dialectChip"_s, this))
    , m_held(new Chip(u"heldChip"_s, this))
    , m_waiting(new Chip(u"waitingChip"_s, this))
    , m_longest(new Chip(u"longestWaitChip"_s, this))
    , m_note(new Chip(u"noteChip"_s, this))
    , m_row(new QHBoxLayout)
    , m_switch(new CentreSwitch(this))
    , m_report(makeFlatButton(this, u"incidentReport"_s, {}, tr("Save Incident Report")))
{
    setObjectName(u"queueHeader"_s);
    setAccessibleName(tr("Facts of the lock"));
    m_folder->setObjectName(u"lockFolder"_s);
    m_folder->setElideMode(Qt::ElideMiddle);
    m_name->setObjectName(u"lockName"_s);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 0, 0, 0);
    layout->setSpacing(spacing);
    auto* path = new QHBoxLayout;
    path->setSpacing(0);
    path->addWidget(m_folder);
    path->addWidget(m_name);
    layout->addLayout(path);
    m_row->setSpacing(betweenChips);
    layout->addLayout(m_row);
    arrangeChips();
    layout->addStretch(1);
    layout->addWidget(m_switch);
    layout->addWidget(m_report);
    for (auto* chip : {m_held, m_waiting, m_longest})
        chip->setKeepsWidth();
    m_longest->setToolTip(tr("The longest wait of the waiting clients, or how long the lock is exclusive."));
    m_switch->hide();
    connect(m_switch, &CentreSwitch::shownChanged, this, &QueueHeader::fitChips);
    m_report->setFocusPolicy(Qt::StrongFocus);
    m_report->hide();
    m_finding->setLink();
    connect(m_finding, &Chip::activated, this, [this] { Q_EMIT findingChosen(m_findingIdentity); });
}

/// The time of the hold is where it always is, also in the chip of a finding. The waiters of a vote are unknown: how
/// long it is exclusive comes before them.
void QueueHeader::arrangeChips()
{
    std::vector<Chip*> chips{m_dialect, m_held, m_waiting, m_longest, m_finding, m_note};
    if (m_isHoldFound)
        std::swap(chips[1], chips[4]);
    if (m_hasVotes)
        std::swap(chips[2], chips[3]);
    if (chips == m_chips)
        return;
    m_chips = chips;
    for (auto* chip : chips) {
        m_row->removeWidget(chip);
        m_row->addWidget(chip);
    }
}

/// Without the finding, which is always shown. A vote shows in the longest wait how long it is exclusive.
std::vector<Chip*> QueueHeader::byImportance() const
{
    std::vector<Chip*> chips{m_held, m_waiting, m_dialect, m_longest};
    if (m_hasVotes)
        chips = {m_held, m_longest, m_waiting, m_dialect};
    chips.insert(m_isNoteProblem ? chips.begin() + 2 : chips.end(), m_note);
    return chips;
}

void QueueHeader::setTheme(const Theme& theme)
{
    for (auto* chip : m_chips)
        chip->setTheme(theme);
    if (auto* action = m_report->defaultAction())
        action->setIcon(icon(u"report"_s, theme.muted));
    m_folder->setStyleSheet(u"font-size: %1px; color: %2"_s.arg(QString::number(scaled(16)), theme.muted.name()));
    m_name->setStyleSheet(
        u"font-size: %1px; font-weight: 600; color: %2"_s.arg(QString::number(scaled(16)), theme.text.name()));
}

void QueueHeader::setReportAction(QAction* action)
{
    m_report->setDefaultAction(action);
    m_report->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_report->show();
}

QString QueueHeader::heldText(const inspect::Lock& lock, const QString& since)
{
    if (lock.kind != inspect::LockKind::ReadWrite || !lock.queue.front().isModeKnown)
        return tr("held %1").arg(since);
    const auto holders = formatCount(lock.holders());
    return lock.queue.front().mode == LockMode::Shared ? tr("%1 reading, %2").arg(holders, since)
                                                       : tr("writing, %1").arg(since);
}

void QueueHeader::show(const inspect::Lock& lock, const inspect::Moment& now, bool stale,
                       const std::vector<const inspect::Finding*>& findings)
{
    forgetWidths(lock.path);
    m_hasVotes = hasVotes(lock);
    const auto folder = lock.redis ? QString() : oneLine(parentOf(lock.path));
    m_folder->setFullText(folder.isEmpty() || folder == u"/"_s ? folder : folder + u'/');
    m_name->setFullText(oneLine(lock.redis ? lock.path : baseName(lock.path)));

    showType(lock, stale);
    showFinding(findings, holdOf(lock, now), stale);
    showWaiting(lock, now, stale);
    m_isNoteProblem = !lock.unrecognised.empty();
    if (m_isNoteProblem)
        m_note->show(tr("%1 unrecognised").arg(lock.unrecognised.size()), stale ? Tone::Muted : Tone::Warn);
    else
        m_note->show(lock.polled ? tr("polled") : QString(), Tone::Muted);
    arrangeChips();
    fitChips();
}

/// "Redisson fair lock", "fair lock"; of a vote "Redlock, 5 masters", "Redlock".
void QueueHeader::showType(const inspect::Lock& lock, bool stale)
{
    const auto type = ownText(lock.dialectTitle);
    const auto masters = hasVotes(lock) ? static_cast<int>(lock.redis->votes.size()) : 0;
    const auto whole = masters > 0 ? tr("%1, %n masters", nullptr, masters).arg(type) : type;
    const auto named = [&lock](const QString& text) { return lock.isPossible() ? tr("possible: %1").arg(text) : text; };
    m_dialect->setShortText(named(LocksModel::typeText(lock)));
    m_dialect->show(named(whole), stale || lock.isPossible() ? Tone::Muted : Tone::Normal);
}

void QueueHeader::clear()
{
    forgetWidths({});
    m_folder->setFullText({});
    m_name->setFullText({});
    m_findingIdentity.clear();
    for (auto* chip : m_chips)
        chip->show({}, Tone::Muted);
    sayWhatIsNotShown();
}

/// The widths of the chips are kept for one lock.
void QueueHeader::forgetWidths(const std::string& lockPath)
{
    if (std::exchange(m_path, lockPath) == lockPath)
        return;
    for (auto* chip : m_chips)
        chip->forgetWidth();
}

QueueHeader::Fact QueueHeader::holdOf(const inspect::Lock& lock, const inspect::Moment& now)
{
    if (hasVotes(lock))
        return {verdictWords(*lock.redis), toneOf(lock.redis->verdict),
                lock.redis->verdict == inspect::Verdict::Held ? Mark::Filled : Mark::None};
    if (lock.holders() == 0) {
        const bool isFree = inspect::undecided(lock) == 0 && inspect::areHoldersStored(lock);
        return {isFree ? tr("free") : tr("holder: unknown"), Tone::Muted, isFree ? Mark::None : Mark::Question};
    }
    const auto holder = std::find_if(lock.queue.begin(), lock.queue.end(), [](const auto& c) { return c.holds; });
    const bool isBad = !attention(lock, *holder).isEmpty();
    const auto lease = leaseChip(lock, now.here);
    return {!lease.isEmpty() ? lease : heldText(lock, formatSince(sinceOf(*holder, now))),
            isBad ? Tone::Bad : Tone::Good, isBad ? Mark::Triangle : Mark::Filled};
}

/// The worst finding, and `held`, which has the mark of a finding about a long hold.
void QueueHeader::showFinding(const std::vector<const inspect::Finding*>& findings, Fact held, bool stale)
{
    const auto tone = [stale](Tone live) { return stale ? Tone::Muted : live; };
    const auto longHold = std::find_if(findings.begin(), findings.end(), [](const inspect::Finding* finding) {
        return finding->kind == inspect::FindingKind::LongHold;
    });
    const bool isLongHold = longHold != findings.end() && held.tone == Tone::Good;
    if (isLongHold) {
        held.tone = severityTone((*longHold)->severity);
        held.mark = severityMark((*longHold)->severity);
    }
    m_isHoldFound = isLongHold && longHold == findings.begin();
    const auto title = findings.empty() ? QString() : findingTitle(*findings.front());
    m_findingIdentity = findings.empty() ? std::string() : inspect::identityOf(*findings.front());
    m_finding->setToolTip(findings.empty() ? QString() : plainToolTip(findingText(*findings.front())));
    if (m_isHoldFound)
        m_finding->show(held.text, tone(held.tone), held.mark, asEntry(title, held.text));
    else if (!findings.empty())
        m_finding->show(title, tone(severityTone(findings.front()->severity)),
                        severityMark(findings.front()->severity));
    else
        m_finding->show({}, Tone::Muted);
    m_held->show(m_isHoldFound ? QString() : held.text, tone(held.tone), held.mark);
}

void QueueHeader::showWaiting(const inspect::Lock& lock, const inspect::Moment& now, bool stale)
{
    const auto tone = [stale](Tone live) { return stale ? Tone::Muted : live; };
    const auto exclusive = hasVotes(lock) ? leaseChip(lock, now.here) : QString();
    const auto waiting = inspect::waitingClients(lock);
    if (!waiting) {
        m_waiting->setShortText(tr("waiting")); // beside the mark
        m_waiting->show(tr("waiting: unknown"), Tone::Muted, Mark::Question);
        m_longest->show(exclusive, tone(Tone::Good));
    } else {
        const auto waiters = formatCount(*waiting);
        const bool isAtLeast = inspect::undecided(lock) > 0 || (lock.redis && !lock.redis->isOrdered);
        const auto words = (isAtLeast ? tr("≥ %1 waiting") : tr("%1 waiting")).arg(waiters);
        m_waiting->setShortText(words);
        m_waiting->show(!isAtLeast && lock.redis && *waiting > 0 ? tr("%1 waiting, in order").arg(waiters) : words,
                        tone(*waiting > 0 ? Tone::Wait : Tone::Muted));
        const auto longest = lock.redis ? std::nullopt : inspect::longestWait(lock, now);
        m_longest->show(longest ? tr("longest %1").arg(formatDuration(*longest)) : exclusive,
                        tone(longest ? Tone::Wait : Tone::Good));
    }
}

/// "lease 21 s", of a Redlock "exclusive for 6.2 s"; empty: none, or without an end.
QString QueueHeader::leaseChip(const inspect::Lock& lock, WallTime now)
{
    if (!lock.redis || lock.holders() == 0)
        return {};
    if (hasVotes(lock)) {
        const auto left = exclusiveLeft(lock, now);
        return left ? tr("exclusive for %1").arg(formatDuration(*left)) : QString();
    }
    const auto holder = std::find_if(lock.queue.begin(), lock.queue.end(), [](const auto& c) { return c.holds; });
    const auto left = inspect::leaseLeft(lock, *holder, now);
    return left ? tr("lease %1").arg(formatDuration(*left)) : QString();
}

QSize QueueHeader::minimumSizeHint() const
{
    return {scaled(leastName) + m_held->sizeHint().width() + m_report->sizeHint().width() + spacing,
            QWidget::minimumSizeHint().height()};
}

/// A chip or the name needs another width: its text has changed, or its font, as when the style sheet is applied.
bool QueueHeader::event(QEvent* event)
{
    const bool isTaken = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest)
        fitChips();
    return isTaken;
}

void QueueHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitChips();
    layout()->activate(); // before it is painted
}

/// As many chips as have room with their shorter texts; then whole texts, both in the order of their importance.
void QueueHeader::fitChips()
{
    m_switch->showKeys(width() >= scaled(withKeys));
    m_switch->setVisible(width() >= scaled(withSwitch) || m_switch->shown() != CentreSwitch::Shown::Queue);
    const auto path = m_folder->sizeHint().width() + m_name->sizeHint().width();
    auto room = width() - std::min(path, scaled(leastName)) - layout()->contentsMargins().left() - spacing;
    for (const auto* each : {static_cast<const QWidget*>(m_switch), static_cast<const QWidget*>(m_report)})
        room -= each->isHidden() ? 0 : each->sizeHint().width() + spacing;
    m_finding->setMaximumWidth(std::max(room, scaled(leastFinding)));
    if (!m_finding->text().isEmpty())
        room -= std::min(m_finding->sizeHint().width(), m_finding->maximumWidth());
    else
        room += betweenChips; // there is none before the first chip
    std::vector<Chip*> shown;
    bool isFull = false;
    for (auto* chip : byImportance()) {
        if (chip->text().isEmpty())
            continue;
        const auto needed = chip->neededWidth(true) + betweenChips;
        isFull = isFull || needed > room;
        chip->setLeftOut(isFull);
        if (isFull)
            continue;
        room -= needed;
        shown.push_back(chip);
    }
    for (auto* chip : shown) {
        const auto more = chip->neededWidth(false) - chip->neededWidth(true);
        chip->setShort(more > room);
        room -= chip->isShort() ? 0 : more;
    }
    sayWhatIsNotShown();
}

void QueueHeader::sayWhatIsNotShown()
{
    QStringList texts;
    for (const auto* chip : m_chips) {
        if (!chip->text().isEmpty() && (chip->isLeftOut() || chip->isShort()))
            texts << chip->text();
    }
    setToolTip(plainToolTip(texts.join(u'\n')));
    // Set only when it has changed: screen readers announce each change. They read the whole text of a shorter one.
    QStringList leftOut;
    for (const auto* chip : m_chips) {
        if (!chip->text().isEmpty() && chip->isLeftOut())
            leftOut << chip->accessibleName();
    }
    if (const auto text = asClauses(leftOut); accessibleDescription() != text)
        setAccessibleDescription(text);
}

} // namespace lockscope::ui

#include "moc_QueueHeader.cpp"
