// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/QueueStates.h"
#include "core/model/SnapshotJson.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/LocksNode.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/Saved.h"
#include "ui/models/text/VoteWords.h"

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int critical = 3;
constexpr int warning = 2;

bool isHeldForEver(const inspect::Lock& lock)
{
    return std::any_of(lock.queue.begin(), lock.queue.end(),
                       [&](const auto& each) { return each.holds && neverExpires(lock, each); });
}

inspect::Severity severityOf(const LockConcern& concern)
{
    return concern.severity >= critical  ? inspect::Severity::Critical
           : concern.severity == warning ? inspect::Severity::Warning
                                         : inspect::Severity::Info;
}

QString concernText(const LockConcern& concern)
{
    if (concern.findings == 0)
        return {};
    const auto worst = severityWord(severityOf(concern));
    return concern.findings == 1
               ? LocksModel::tr("1 finding, severity: %1").arg(worst)
               : LocksModel::tr("%1 findings, highest severity: %2").arg(QString::number(concern.findings), worst);
}

} // namespace

QString LocksModel::Node::remark() const
{
    const auto findings = concernText(concern);
    return findings.isEmpty() && lock && lock->isPossible() ? tr("possibly a lock") : findings;
}

Badness badnessOf(const inspect::Lock& lock, const LockConcern& concern)
{
    Badness badness;
    badness.isCertain = !lock.isPossible();
    badness.severity = concern.severity;
    for (const auto& contender : lock.queue) {
        if (!contender.details)
            continue;
        if (contender.holds && neverExpires(lock, contender))
            badness.severity = critical;
        if (contender.waits())
            badness.oldestWaiterMs =
                std::min<qint64>(badness.oldestWaiterMs, contender.details->createdAt.time_since_epoch().count());
    }
    return badness;
}

QVariant LocksModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    auto& node = *nodeOf(index);
    switch (role) {
    case Qt::ToolTipRole:
        return plainToolTip(toolTipText(node, index.column()));
    case Qt::AccessibleTextRole:
        if (index.column() == Waiting && node.lock && hasVotes(*node.lock))
            return votesText(*node.lock);
        return index.column() == Name && !node.remark().isEmpty() ? QVariant(asClauses({nameText(node), node.remark()}))
                                                                  : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == Waiting ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case MarksRole: // whether clients wait for a Redlock is unknown: its votes are shown instead
        return index.column() == Waiting && node.lock && hasVotes(*node.lock)
                   ? QVariant::fromValue(voteMarks(*node.lock->redis))
                   : QVariant();
    case KeyRole:
        return QString::fromStdString(node.path);
    case MarkRole:
        if (index.column() != Name || !node.lock)
            return {};
        if (node.ownBadness().severity >= warning)
            return QVariant::fromValue(Mark::Triangle);
        if (node.lock->isPossible())
            return QVariant::fromValue(Mark::Question);
        return QVariant::fromValue(node.lock->holders() > 0             ? Mark::Filled
                                   : inspect::undecided(*node.lock) > 0 ? Mark::Question
                                                                        : Mark::Ring);
    case MarkToneRole: {
        if (index.column() != Name || !node.lock)
            return {};
        const auto severity = node.ownBadness().severity;
        if (severity >= warning)
            return QVariant::fromValue(severity >= critical ? Tone::Bad : Tone::Warn);
        if (node.lock->isPossible())
            return QVariant::fromValue(Tone::Muted);
        return QVariant::fromValue(node.lock->holders() > 0 ? Tone::Good : Tone::Muted);
    }
    case StrongRole:
        return index.column() == Name && node.lock && inspect::waitingClients(*node.lock).value_or(0) > 0;
    default:
        return columns().cell({node, *this}, index.column(), role);
    }
}

QVariant LocksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columns().header(section, orientation, role);
}

QString LocksModel::toolTipText(const Node& node, int column) const
{
    QStringList lines{oneLine(node.path)};
    if (const auto remark = node.remark(); !remark.isEmpty())
        lines << remark;
    const auto waits = node.lock ? inspect::waitsBecauseOf(*node.lock, m_waits.get()) : std::nullopt;
    if (column == Waiting && waits && waits->count() > 0)
        lines << tr("Waiting caused so far, all clients together: %1").arg(formatDuration(*waits));
    if (column != Name && node.lock && hasVotes(*node.lock))
        lines << verdictMeaning(*node.lock->redis) << votesText(*node.lock);
    lines.removeAll(QString());
    return lines.join(u'\n');
}

/// "node-1:6379 has the token of the holder, …": what the marks of the votes show.
QString LocksModel::votesText(const inspect::Lock& lock)
{
    const auto tally = tallyOf(*lock.redis);
    QStringList masters;
    for (const auto& vote : lock.redis->votes)
        masters << withAside(oneLine(vote.server), stateWord(stateOf(vote, tally), lock.redis->verdict));
    return asList(masters);
}

QString LocksModel::nameText(const Node& node) const
{
    return !m_isFlat && node.parent == m_root.get() && node.name != "/" ? u'/' + oneLine(node.name)
                                                                        : oneLine(node.name);
}

/// A file has no rows for folders: each lock has its whole path.
const Columns<LocksModel::Cell>& LocksModel::columns()
{
    static const Columns<Cell> all(
        [](const char* text) { return tr(text); },
        {
            {.title = QT_TR_NOOP("Lock"),
             .keys = "path dialect kind certainty leases severity findings",
             .text = [](const Cell& cell) { return cell.model.nameText(cell.node); },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto& lock = cell.node.lock;
                 if (!lock)
                     return {};
                 const auto severity = cell.node.ownBadness().severity;
                 return QVariantList{
                     saved::text(lock->path),
                     saved::text(lock->dialect),
                     saved::text(toString(lock->kind)),
                     saved::text(toString(lock->certainty)),
                     lock->leasesKnown == inspect::Confidence::Unknown ? QVariant() : QVariant(lock->leases),
                     severity == 0 ? QVariant() : saved::text(toString(static_cast<inspect::Severity>(severity - 1))),
                     cell.node.concern.findings};
             },
             .tone = [](const Cell& cell) { return cell.node.lock ? Tone::Normal : Tone::Muted; }},
            {.title = QT_TR_NOOP("Holder"),
             .keys = "holders holderNodes",
             .text =
                 [](const Cell& cell) {
                     const auto& lock = cell.node.lock;
                     return !lock                  ? QString()
                            : hasVotes(*lock)      ? verdictWords(*lock->redis)
                            : isHeldForEver(*lock) ? tr("no session")
                                                   : holdersText(*lock, cell.model.m_ensemble.get());
                 },
             .saved = [](const Cell& cell) -> QVariant {
                 if (!cell.node.lock)
                     return {};
                 QStringList names;
                 QStringList nodes;
                 for (const auto& contender : cell.node.lock->queue) {
                     if (!contender.holds)
                         continue;
                     names << displayName(contender, cell.model.m_ensemble.get());
                     nodes << saved::text(contender.node);
                 }
                 return QVariantList{names, nodes};
             },
             .tone =
                 [](const Cell& cell) {
                     const auto& lock = cell.node.lock;
                     return lock && hasVotes(*lock)        ? toneOf(lock->redis->verdict)
                            : lock && isHeldForEver(*lock) ? Tone::Bad
                                                           : Tone::Muted;
                 }},
            {.title = QT_TR_NOOP("Waiting"),
             .keys = "waiters longestWaitSince unrecognised readAt openWaitMs undecided",
             .text =
                 [](const Cell& cell) {
                     const auto locks = cell.node.totals.locks;
                     return cell.node.lock ? waitersText(*cell.node.lock)
                            : locks == 1   ? tr("1 lock")
                                           : tr("%1 locks").arg(formatCount(locks));
                 },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto& lock = cell.node.lock;
                 if (!lock)
                     return {};
                 const auto waiting = inspect::waitingClients(*lock);
                 const auto oldest = cell.node.ownBadness().oldestWaiterMs;
                 const auto waits = inspect::waitsBecauseOf(*lock, cell.model.m_waits.get());
                 return QVariantList{waiting ? QVariant(*waiting) : QVariant(),
                                     oldest == Badness().oldestWaiterMs
                                         ? QVariant()
                                         : QVariant(inspect::isoTime(WallTime(std::chrono::milliseconds(oldest)))),
                                     static_cast<int>(lock->unrecognised.size()),
                                     inspect::isoTime(lock->readAt),
                                     waits ? QVariant(static_cast<qint64>(waits->count())) : QVariant(),
                                     inspect::undecided(*lock)};
             },
             .tone =
                 [](const Cell& cell) {
                     const auto& lock = cell.node.lock;
                     return lock && inspect::waitingClients(*lock).value_or(0) > 0 ? Tone::Wait : Tone::Muted;
                 }},
        });
    return all;
}

} // namespace lockscope::ui
