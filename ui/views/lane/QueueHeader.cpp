// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/lane/QueueHeader.h"

#include "core/base/Path.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/VoteWords.h"
#include "ui/theme/Icons.h"
#include "ui/theme/Sizes.h"
#include "ui/views/Chip.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/FlatButton.h"
#include "ui/views/lane/CentreSwitch.h"

#include <QAction>
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
constexpr int besidesPath = 6;   ///< likewise

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
    , m_switch(new CentreSwitch(this))
    , m_report(makeFlatButton(this, u"incidentReport"_s, {}, tr("Save Incident Report")))
{
    setObjectName(u"queueHeader"_s);
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
    layout->addSpacing(besidesPath);
    for (auto* chip : chips())
        layout->addWidget(chip);
    layout->addStretch(1);
    layout->addWidget(m_switch);
    layout->addWidget(m_report);
    for (auto* chip : {m_held, m_waiting, m_longest})
        chip->setKeepsWidth();
    m_longest->setToolTip(tr("The longest wait of the waiting clients, or how long the lock is exclusive."));
    m_switch->hide();
    connect(m_switch, &CentreSwitch::shownChanged, this, &QueueHeader::leaveOutWhatDoesNotFit);
    m_report->setFocusPolicy(Qt::StrongFocus);
    m_report->hide();
    m_finding->setLink();
    connect(m_finding, &Chip::activated, this, [this] { Q_EMIT findingChosen(m_findingIdentity); });
}

std::vector<Chip*> QueueHeader::chips() const
{
    return {m_dialect, m_finding, m_held, m_waiting, m_longest, m_note};
}

void QueueHeader::setTheme(const Theme& theme)
{
    for (auto* chip : chips())
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

    m_dialect->show(lock.isPossible() ? tr("possible: %1").arg(ownText(lock.dialectTitle)) : ownText(lock.dialectTitle),
                    stale || lock.isPossible() ? Tone::Muted : Tone::Normal);
    showFinding(findings, holdOf(lock, now), stale);
    showWaiting(lock, now, stale);
    if (!lock.unrecognised.empty())
        m_note->show(tr("%1 unrecognised").arg(lock.unrecognised.size()), stale ? Tone::Muted : Tone::Warn);
    else
        m_note->show(lock.polled ? tr("polled") : QString(), Tone::Muted);
    leaveOutWhatDoesNotFit();
}

void QueueHeader::clear()
{
    forgetWidths({});
    m_folder->setFullText({});
    m_name->setFullText({});
    m_findingIdentity.clear();
    for (auto* chip : chips())
        chip->show({}, Tone::Muted);
}

/// The widths of the chips are kept for one lock.
void QueueHeader::forgetWidths(const std::string& lockPath)
{
    if (std::exchange(m_path, lockPath) == lockPath)
        return;
    for (auto* chip : chips())
        chip->forgetWidth();
}

QueueHeader::Fact QueueHeader::holdOf(const inspect::Lock& lock, const inspect::Moment& now)
{
    if (hasVotes(lock))
        return {verdictWords(*lock.redis), toneOf(lock.redis->verdict)};
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
    const bool isOneChip = isLongHold && longHold == findings.begin();
    const auto title = findings.empty() ? QString() : findingTitle(*findings.front());
    m_findingIdentity = findings.empty() ? std::string() : inspect::identityOf(*findings.front());
    m_finding->setToolTip(findings.empty() ? QString() : plainToolTip(findingText(*findings.front())));
    if (isOneChip)
        m_finding->show(held.text, tone(held.tone), held.mark, asEntry(title, held.text));
    else if (!findings.empty())
        m_finding->show(title, tone(severityTone(findings.front()->severity)),
                        severityMark(findings.front()->severity));
    else
        m_finding->show({}, Tone::Muted);
    m_held->show(isOneChip ? QString() : held.text, tone(held.tone), held.mark);
}

void QueueHeader::showWaiting(const inspect::Lock& lock, const inspect::Moment& now, bool stale)
{
    const auto tone = [stale](Tone live) { return stale ? Tone::Muted : live; };
    const auto exclusive = hasVotes(lock) ? leaseChip(lock, now.here) : QString();
    const auto waiting = inspect::waitingClients(lock);
    if (!waiting) {
        m_waiting->show(tr("waiting: unknown"), Tone::Muted, Mark::Question);
        m_longest->show(exclusive, tone(Tone::Good));
    } else {
        const auto waiters = formatCount(*waiting);
        const bool isAtLeast = inspect::undecided(lock) > 0 || (lock.redis && !lock.redis->isOrdered);
        m_waiting->show(isAtLeast                    ? tr("≥ %1 waiting").arg(waiters)
                        : lock.redis && *waiting > 0 ? tr("%1 waiting, in order").arg(waiters)
                                                     : tr("%1 waiting").arg(waiters),
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

void QueueHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    leaveOutWhatDoesNotFit();
}

void QueueHeader::leaveOutWhatDoesNotFit()
{
    m_switch->showKeys(width() >= scaled(withKeys));
    m_switch->setVisible(width() >= scaled(withSwitch) || m_switch->shown() != CentreSwitch::Shown::Queue);
    const auto selection = m_folder->sizeHint().width() + m_name->sizeHint().width();
    auto room = width() - std::min(selection, scaled(leastName)) - besidesPath - 2 * spacing;
    for (const auto* each : {static_cast<const QWidget*>(m_switch), static_cast<const QWidget*>(m_report)})
        room -= each->isHidden() ? 0 : each->sizeHint().width() + spacing;
    m_finding->setMaximumWidth(std::max(room - spacing, scaled(leastFinding)));
    if (!m_finding->text().isEmpty())
        room -= std::min(m_finding->sizeHint().width(), m_finding->maximumWidth()) + spacing;
    // Most important first. A vote of several masters shows in the last one how long it is exclusive.
    const auto others = m_hasVotes ? std::vector{m_held, m_longest, m_waiting, m_note, m_dialect}
                                   : std::vector{m_held, m_waiting, m_note, m_dialect, m_longest};
    for (auto* chip : others) {
        if (chip->text().isEmpty())
            continue;
        room -= chip->sizeHint().width() + spacing;
        chip->setLeftOut(room < 0);
    }
}

} // namespace lockscope::ui

#include "moc_QueueHeader.cpp"
