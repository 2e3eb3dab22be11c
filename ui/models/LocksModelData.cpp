// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/SnapshotJson.h"
#include "ui/models/LocksNode.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/Saved.h"

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int critical = 3;
constexpr int warning = 2;

bool isHeldForEver(const inspect::LockQueue& lock)
{
    return std::any_of(lock.queue.begin(), lock.queue.end(),
                       [](const auto& each) { return each.holds && hasNoSession(each); });
}

QString concernText(const LockConcern& concern)
{
    if (concern.findings == 0)
        return {};
    const auto count =
        concern.findings == 1 ? LocksModel::tr("1 finding") : LocksModel::tr("%1 findings").arg(concern.findings);
    const auto worst = concern.severity >= critical  ? LocksModel::tr("critical")
                       : concern.severity == warning ? LocksModel::tr("a warning")
                                                     : LocksModel::tr("a note");
    return concern.findings == 1 ? asEntry(count, worst) : LocksModel::tr("%1, the worst is %2").arg(count, worst);
}

} // namespace

Badness badnessOf(const inspect::LockQueue& lock, const LockConcern& concern)
{
    Badness badness;
    badness.severity = concern.severity;
    for (const auto& contender : lock.queue) {
        if (!contender.details)
            continue;
        if (contender.holds && hasNoSession(contender))
            badness.severity = critical;
        if (!contender.holds)
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
    case Qt::DisplayRole:
        return text(node, index.column());
    case Qt::ToolTipRole:
        return plainToolTip(concernText(node.concern).isEmpty()
                                ? oneLine(node.path)
                                : u"%1\n%2"_s.arg(oneLine(node.path), concernText(node.concern)));
    case Qt::AccessibleTextRole:
        return index.column() == Name && node.concern.findings > 0
                   ? QVariant(asClauses({text(node, Name), concernText(node.concern)}))
                   : QVariant();
    case Qt::TextAlignmentRole:
        return index.column() == Waiting ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case KeyRole:
        return QString::fromStdString(node.path);
    case ToneRole:
        return QVariant::fromValue(tone(node, index.column()));
    case MarkRole:
        if (index.column() != Name || !node.lock)
            return {};
        if (node.ownBadness().severity >= warning)
            return QVariant::fromValue(Mark::Triangle);
        return QVariant::fromValue(node.lock->holders() > 0 ? Mark::Filled : Mark::Ring);
    case MarkToneRole: {
        if (index.column() != Name || !node.lock)
            return {};
        const auto severity = node.ownBadness().severity;
        if (severity >= warning)
            return QVariant::fromValue(severity >= critical ? Tone::Bad : Tone::Wait);
        return QVariant::fromValue(node.lock->holders() > 0 ? Tone::Good : Tone::Muted);
    }
    case StrongRole:
        return index.column() == Name && node.lock && node.lock->waiters() > 0;
    case ExportRole:
        return exported(node, index.column());
    default:
        return {};
    }
}

QVariant LocksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const QStringList keys[] = {
        {u"path"_s, u"dialect"_s, u"kind"_s, u"leases"_s, u"severity"_s, u"findings"_s},
        {u"holders"_s, u"holderNodes"_s},
        {u"waiters"_s, u"longestWaitSince"_s, u"unrecognised"_s, u"readAt"_s},
    };
    if (orientation == Qt::Horizontal && role == ExportRole && section < ColumnCount)
        return keys[section];
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("Lock");
    case Holder:
        return tr("Holder");
    case Waiting:
        return tr("Waiting");
    default:
        return {};
    }
}

QString LocksModel::text(const Node& node, int column) const
{
    if (column == Name)
        return node.parent == m_root.get() && node.name != "/" ? u'/' + oneLine(node.name) : oneLine(node.name);
    if (!node.lock) {
        if (column == Holder)
            return {};
        return node.totals.locks == 1 ? tr("1 lock") : tr("%1 locks").arg(formatCount(node.totals.locks));
    }
    if (column == Waiting)
        return waitersText(*node.lock);
    return isHeldForEver(*node.lock) ? tr("no session!") : holdersText(*node.lock, m_ensemble.get());
}

/// Folders are no rows of a file: each lock has its whole path.
QVariant LocksModel::exported(Node& node, int column) const
{
    if (!node.lock)
        return {};
    const auto& lock = *node.lock;
    if (column == Name) {
        const auto severity = node.ownBadness().severity;
        return QVariantList{saved::text(lock.path),
                            saved::text(lock.dialect),
                            saved::text(toString(lock.kind)),
                            lock.leasesKnown == inspect::Confidence::Unknown ? QVariant() : QVariant(lock.leases),
                            severity == 0 ? QVariant()
                                          : saved::text(toString(static_cast<inspect::Severity>(severity - 1))),
                            node.concern.findings};
    }
    if (column == Holder) {
        QStringList names;
        QStringList nodes;
        for (const auto& contender : lock.queue) {
            if (!contender.holds)
                continue;
            names << displayName(contender, m_ensemble.get());
            nodes << saved::text(contender.node);
        }
        return QVariantList{names, nodes};
    }
    const auto oldest = node.ownBadness().oldestWaiterMs;
    return QVariantList{lock.kind == inspect::LockKind::Single ? QVariant() : QVariant(lock.waiters()),
                        oldest == Badness().oldestWaiterMs
                            ? QVariant()
                            : QVariant(inspect::isoTime(WallTime(std::chrono::milliseconds(oldest)))),
                        static_cast<int>(lock.unrecognised.size()), inspect::isoTime(lock.readAt)};
}

Tone LocksModel::tone(const Node& node, int column) const
{
    if (column == Name)
        return node.lock ? Tone::Normal : Tone::Muted;
    if (!node.lock)
        return Tone::Muted;
    if (column == Holder)
        return isHeldForEver(*node.lock) ? Tone::Bad : Tone::Muted;
    return node.lock->kind != inspect::LockKind::Single && node.lock->waiters() > 0 ? Tone::Wait : Tone::Muted;
}

} // namespace lockscope::ui
