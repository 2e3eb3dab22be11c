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

#include <QAction>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int leastName = 170; ///< of the lock's path, before a chip is left out; see scaled()
constexpr int spacing = 8;

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
    layout->addSpacing(6);
    for (auto* chip : {m_finding, m_dialect, m_held, m_waiting, m_longest, m_note})
        layout->addWidget(chip);
    layout->addStretch(1);
    layout->addWidget(m_report);
    m_report->setFocusPolicy(Qt::StrongFocus);
    m_report->hide();
    m_finding->setLink();
    connect(m_finding, &Chip::activated, this, [this] { Q_EMIT findingChosen(m_findingIdentity); });
}

void QueueHeader::setTheme(const Theme& theme)
{
    for (auto* chip : {m_finding, m_dialect, m_held, m_waiting, m_longest, m_note})
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

void QueueHeader::show(const inspect::Lock& lock, const inspect::Moment& now, bool stale, const inspect::Finding* worst)
{
    const auto folder = lock.redis ? QString() : oneLine(parentOf(lock.path));
    m_folder->setFullText(folder.isEmpty() || folder == u"/"_s ? folder : folder + u'/');
    m_name->setFullText(oneLine(lock.redis ? lock.path : baseName(lock.path)));

    const auto tone = [stale](Tone live) { return stale ? Tone::Muted : live; };
    m_findingIdentity = worst ? inspect::identityOf(*worst) : std::string();
    m_finding->show(worst ? findingTitle(*worst) : QString(),
                    tone(worst ? severityTone(worst->severity) : Tone::Muted));
    m_dialect->show(lock.isPossible() ? tr("possible: %1").arg(ownText(lock.dialectTitle)) : ownText(lock.dialectTitle),
                    tone(lock.isPossible() ? Tone::Muted : Tone::Info));
    if (hasVotes(lock)) {
        m_held->show(verdictWords(*lock.redis), tone(toneOf(lock.redis->verdict)));
    } else if (lock.holders() == 0) {
        const bool isFree = inspect::undecided(lock) == 0 && inspect::areHoldersStored(lock);
        m_held->show(isFree ? tr("free") : tr("holder: unknown"), Tone::Muted);
    } else {
        const auto holder = std::find_if(lock.queue.begin(), lock.queue.end(), [](const auto& c) { return c.holds; });
        const auto bad = !attention(lock, *holder).isEmpty();
        const auto lease = leaseChip(lock, now.here);
        m_held->show(!lease.isEmpty() ? lease : heldText(lock, formatSince(sinceOf(*holder, now))),
                     tone(bad ? Tone::Bad : Tone::Good));
    }
    showWaiting(lock, now, stale);
    if (!lock.unrecognised.empty())
        m_note->show(tr("%1 unrecognised").arg(lock.unrecognised.size()), tone(Tone::Warn));
    else
        m_note->show(lock.polled ? tr("polled") : QString(), Tone::Muted);
    leaveOutWhatDoesNotFit();
}

void QueueHeader::showWaiting(const inspect::Lock& lock, const inspect::Moment& now, bool stale)
{
    const auto tone = [stale](Tone live) { return stale ? Tone::Muted : live; };
    const auto exclusive = hasVotes(lock) ? leaseChip(lock, now.here) : QString();
    const auto waiting = inspect::waitingClients(lock);
    if (!waiting) {
        m_waiting->show(tr("waiting: unknown"), Tone::Muted);
        m_longest->show(exclusive, tone(Tone::Good));
    } else {
        const auto waiters = formatCount(*waiting);
        const bool isAtLeast = inspect::undecided(lock) > 0 || (lock.redis && !lock.redis->isOrdered);
        m_waiting->show(isAtLeast                    ? tr("≥ %1 waiting").arg(waiters)
                        : lock.redis && *waiting > 0 ? tr("%1 waiting, in order").arg(waiters)
                                                     : tr("%1 waiting").arg(waiters),
                        tone(*waiting > 0 ? Tone::Wait : Tone::Muted));
        const auto longest = lock.redis ? std::nullopt : inspect::longestWait(lock, now);
        m_longest->show(longest ? tr("longest wait %1").arg(formatDuration(*longest)) : exclusive,
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
    const auto selection = m_folder->sizeHint().width() + m_name->sizeHint().width();
    auto room = width() - std::min(selection, scaled(leastName)) - 2 * spacing - m_report->sizeHint().width() - spacing;
    // Most important first.
    for (auto* chip : {m_finding, m_held, m_waiting, m_note, m_longest, m_dialect}) {
        if (chip->text().isEmpty())
            continue;
        room -= chip->sizeHint().width() + spacing;
        chip->setLeftOut(room < 0);
    }
}

} // namespace lockscope::ui

#include "moc_QueueHeader.cpp"
