// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/model/QueueStates.h"
#include "core/model/SnapshotJson.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/LocksNode.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/QueueWords.h"
#include "ui/models/text/Saved.h"
#include "ui/models/text/VoteWords.h"

#include <algorithm>
#include <limits>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int critical = 3;
constexpr int warning = 2;

const inspect::Contender* firstHolder(const inspect::Lock& lock)
{
    const auto found = std::find_if(lock.queue.begin(), lock.queue.end(), [](const auto& each) { return each.holds; });
    return found == lock.queue.end() ? nullptr : &*found;
}

bool isHolderUnknown(const inspect::Lock& lock)
{
    const bool isUndecided = lock.redis && lock.redis->verdict == inspect::Verdict::Undecided;
    return !inspect::areHoldersStored(lock) || isUndecided || (lock.holders() == 0 && inspect::undecided(lock) > 0);
}

bool isWaitingUnknown(const inspect::Lock& lock)
{
    const auto waiting = inspect::waitingClients(lock);
    return !waiting || (*waiting == 0 && inspect::undecided(lock) > 0);
}

/// On Redis: for how long it stays held, if no client renews it; nullopt: not held, or no end.
std::optional<std::chrono::milliseconds> leftOf(const inspect::Lock& lock, WallTime now)
{
    const auto* holder = firstHolder(lock);
    return !holder ? std::nullopt : hasVotes(lock) ? exclusiveLeft(lock, now) : inspect::leaseLeft(lock, *holder, now);
}

/// When it came; on Redis, when Lockscope first saw it. Nullopt: unknown.
std::optional<WallTime> waitsSince(const inspect::Contender& contender)
{
    if (contender.details)
        return contender.details->createdAt;
    if (!contender.redis || !contender.firstSeenAt)
        return std::nullopt;
    return std::max(*contender.firstSeenAt, contender.redis->trace.since);
}

QVariant savedDuration(const std::optional<std::chrono::milliseconds>& duration)
{
    return duration ? QVariant(static_cast<qint64>(duration->count())) : QVariant();
}

qint64 msOf(WallTime at)
{
    return at.time_since_epoch().count();
}

bool isNumeric(int column)
{
    return column == LocksModel::Held || column == LocksModel::Waiting || column == LocksModel::LongestWait ||
           column == LocksModel::CausedWaits;
}

/// "7", "≥ 3": the clients that are known to wait.
QString waitingText(const inspect::Lock& lock)
{
    const auto waiting = inspect::waitingClients(lock).value_or(0);
    const bool isAtLeast = inspect::undecided(lock) > 0 || (lock.redis && !lock.redis->isOrdered);
    return (isAtLeast && waiting > 0 ? u"≥ "_s : QString()) + formatCount(waiting);
}

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
    return LocksModel::tr("%n findings, highest severity: %1", nullptr, concern.findings).arg(worst);
}

} // namespace

QString LocksModel::typeText(const inspect::Lock& lock)
{
    const bool isPlain = lock.kind == inspect::LockKind::Mutex || lock.kind == inspect::LockKind::Single;
    if (!lock.redis || !isPlain)
        return kindWord(lock.kind);
    return hasVotes(lock) ? u"Redlock"_s : lock.redis->isOrdered ? tr("fair lock") : tr("lock");
}

QString LocksModel::Node::remark() const
{
    const auto findings = concernText(concern);
    return findings.isEmpty() && lock && lock->isPossible() ? tr("possibly a lock") : findings;
}

QString LocksModel::Node::countsText() const
{
    if (lock)
        return {};
    const auto locks = tr("%1 locks", nullptr, forPlural(totals.locks)).arg(formatCount(totals.locks));
    return totals.problems == 0 ? locks
                                : u"%1 · %2"_s.arg(locks, tr("%1 with problems").arg(formatCount(totals.problems)));
}

Badness badnessOf(const inspect::Lock& lock, const LockConcern& concern)
{
    Badness badness;
    badness.isCertain = !lock.isPossible();
    badness.severity = concern.severity;
    badness.waiting = inspect::waitingClients(lock).value_or(0);
    for (const auto& contender : lock.queue) {
        if (contender.details && contender.holds && neverExpires(lock, contender))
            badness.severity = critical;
        if (const auto since = contender.waits() ? waitsSince(contender) : std::nullopt)
            badness.oldestWaiterMs = std::min(badness.oldestWaiterMs, msOf(*since));
    }
    return badness;
}

/// Points in time instead of durations: they do not change while time passes.
std::optional<qint64> LocksModel::numberOf(Node& node) const
{
    const auto& lock = *node.lock;
    if (isUnknown(node, m_sorted))
        return std::nullopt;
    switch (m_sorted) {
    case Held: {
        if (const auto left = leftOf(lock, m_now.here))
            return msOf(m_now.here + *left);
        if (lock.redis)
            return lock.holders() > 0 ? std::optional(std::numeric_limits<qint64>::max()) : std::nullopt;
        const auto held = inspect::heldFor(lock, m_now);
        return held ? std::optional(-msOf(m_now.here - held->duration)) : std::nullopt;
    }
    case Waiting:
        return inspect::waitingClients(lock);
    case LongestWait: {
        const auto oldest = node.ownBadness().oldestWaiterMs;
        return oldest == Badness().oldestWaiterMs ? std::nullopt : std::optional(-oldest);
    }
    case CausedWaits: {
        const auto waits = causedWaits(node);
        return waits ? std::optional<qint64>(waits->count()) : std::nullopt;
    }
    default:
        return std::nullopt;
    }
}

QString LocksModel::sortTextOf(const inspect::Lock& lock) const
{
    if (m_sorted == Type)
        return typeText(lock);
    return m_sorted == Holder && lock.holders() > 0 ? holderText(lock) : QString();
}

std::optional<inspect::Since> LocksModel::longestWait(Node& node) const
{
    const auto oldest = node.ownBadness().oldestWaiterMs;
    if (oldest == Badness().oldestWaiterMs)
        return std::nullopt;
    const bool isOnRedis = node.lock->redis != nullptr;
    const auto now = isOnRedis ? m_now.here : m_now.nodes;
    const auto waited = now - WallTime(std::chrono::milliseconds(oldest));
    return inspect::Since{std::max(waited, std::chrono::milliseconds(0)), false, isOnRedis};
}

bool LocksModel::hasLongWait(Node& node) const
{
    return node.lock && node.concern.isLong && longestWait(node);
}

std::optional<std::chrono::milliseconds> LocksModel::causedWaits(const Node& node) const
{
    return node.lock ? inspect::waitsBecauseOf(*node.lock, m_waits.get()) : std::nullopt;
}

bool LocksModel::isUnknown(Node& node, int column) const
{
    if (!node.lock)
        return false;
    const auto& lock = *node.lock;
    switch (column) {
    case Holder:
        return !hasVotes(lock) && isHolderUnknown(lock);
    case Held:
        return isHolderUnknown(lock) || (!lock.redis && lock.holders() > 0 && !inspect::heldFor(lock, m_now));
    case Waiting:
        return isWaitingUnknown(lock);
    case LongestWait:
        return !longestWait(node) && (isWaitingUnknown(lock) || inspect::waitingClients(lock) > 0);
    default:
        return false;
    }
}

QVariant LocksModel::markOf(Node& node)
{
    const auto severity = (node.lock ? node.ownBadness() : node.totals.badness).severity;
    if (severity >= warning)
        return QVariant::fromValue(severity >= critical ? Mark::Triangle : Mark::WarningTriangle);
    if (!node.lock)
        return {};
    if (node.lock->isPossible())
        return QVariant::fromValue(Mark::Question);
    return QVariant::fromValue(node.lock->holders() > 0      ? Mark::Filled
                               : isHolderUnknown(*node.lock) ? Mark::Question
                                                             : Mark::Ring);
}

QVariant LocksModel::markToneOf(Node& node)
{
    const auto severity = (node.lock ? node.ownBadness() : node.totals.badness).severity;
    if (severity >= warning)
        return QVariant::fromValue(severity >= critical ? Tone::Bad : Tone::Warn);
    const bool isHeld = node.lock && !node.lock->isPossible() && node.lock->holders() > 0;
    return QVariant::fromValue(isHeld ? Tone::Good : Tone::Muted);
}

QVariant LocksModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    auto& node = *nodeOf(index);
    const auto column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return isUnknown(node, column) ? tr("unknown") : columns().cell({node, *this}, column, role);
    case UnknownRole: // marks replace the text
        return isUnknown(node, column) && !data(index, MarksRole).isValid();
    case ToneRole:
        return isUnknown(node, column) ? QVariant::fromValue(Tone::Muted) : columns().cell({node, *this}, column, role);
    case Qt::ToolTipRole:
        return plainToolTip(toolTipText(node, column));
    case Qt::AccessibleTextRole: {
        const auto text = accessibleText(node, column);
        return text.isEmpty() ? QVariant() : text;
    }
    case Qt::TextAlignmentRole:
        return isNumeric(column) ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case MarksRole: // whether clients wait for a Redlock is unknown: its votes are shown instead
        return column == Waiting && node.lock && hasVotes(*node.lock)
                   ? QVariant::fromValue(voteMarks(*node.lock->redis))
                   : QVariant();
    case KeyRole:
        return QString::fromStdString(node.path);
    case AsideRole:
        return column == Name ? QVariant(node.countsText()) : QVariant();
    case LeadRole:
        return column == Name ? QVariant(leadOf(node)) : QVariant();
    case MarkRole:
        return column == Severity ? markOf(node) : QVariant();
    case MarkToneRole:
        return column == Severity ? markToneOf(node) : QVariant();
    case StrongRole:
        return (column == Name && node.lock && node.ownBadness().waiting > 0) ||
               (column == LongestWait && hasLongWait(node));
    default:
        return columns().cell({node, *this}, column, role);
    }
}

QVariant LocksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const auto isOf = [&](int wanted) { return orientation == Qt::Horizontal && role == wanted; };
    if (m_hasVotes && isOf(Qt::DisplayRole) && section >= Holder && section <= Waiting)
        return section == Holder ? tr("Verdict") : section == Held ? tr("Exclusive") : tr("Votes");
    if (section == Held && m_isRedis && isOf(Qt::DisplayRole))
        return tr("Lease left");
    if (section == Severity && isOf(Qt::DisplayRole))
        return QString(); // its cells are marks
    if (section == Severity && isOf(Qt::DecorationRole))
        return m_markIcon;
    if (section == Severity && isOf(Qt::AccessibleTextRole))
        return columns().header(section, orientation, Qt::DisplayRole);
    if (isOf(Qt::InitialSortOrderRole) && (isNumeric(section) || section == Severity))
        return Qt::DescendingOrder;
    if (isOf(Qt::TextAlignmentRole))
        return static_cast<int>(isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) |
               static_cast<int>(Qt::AlignVCenter) | static_cast<int>(Qt::TextWordWrap);
    return columns().header(section, orientation, role);
}

QString LocksModel::accessibleText(Node& node, int column) const
{
    if (!node.lock)
        return column == Name ? asClauses({nameText(node), node.countsText()}) : QString();
    const auto remark = node.remark();
    if (column == Severity)
        return !remark.isEmpty()             ? remark
               : isHolderUnknown(*node.lock) ? tr("unknown")
               : node.lock->holders() > 0    ? tr("held")
                                             : tr("free");
    if (column == Waiting && hasVotes(*node.lock))
        return votesText(*node.lock);
    if (column == LongestWait && hasLongWait(node)) // the colour in words
        return asClauses({formatSince(longestWait(node)), severityWord(inspect::Severity::Warning)});
    return column == Name && !remark.isEmpty() ? asClauses({nameText(node), remark}) : QString();
}

QString LocksModel::toolTipText(const Node& node, int column) const
{
    QStringList lines{oneLine(node.path)};
    if (const auto remark = node.remark(); !remark.isEmpty())
        lines << remark;
    if (!node.lock)
        return (lines << node.countsText()).join(u'\n');
    const auto& lock = *node.lock;
    const auto waits = causedWaits(node);
    const bool isOfWaiting = column == Waiting || column == LongestWait;
    if (isOfWaiting && waits && waits->count() > 0)
        lines << tr("Waiting caused so far, all clients together: %1").arg(formatDuration(*waits));
    if (column == Type)
        lines << ownText(lock.dialectTitle);
    if (column == Holder && !hasVotes(lock) && lock.holders() > 0)
        lines << holderText(lock);
    if (column == Held && lock.redis && lock.holders() > 0 && inspect::heldFor(lock, m_now))
        lines << tr("Held for %1").arg(formatSince(inspect::heldFor(lock, m_now)));
    if ((column == Holder || column == Waiting) && hasVotes(lock))
        lines << verdictMeaning(*lock.redis) << votesText(lock);
    if (isOfWaiting && !unorderedText(lock).isEmpty())
        lines << unorderedText(lock) << whyUnordered(lock);
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
    const bool isOutermost = m_isTree && !m_isRedis && node.parent == m_root.get() && node.name != "/";
    return isOutermost ? u'/' + oneLine(node.name) : oneLine(node.name);
}

/// The folders of a whole path, up to its last element. A name of Redis is flat.
int LocksModel::leadOf(const Node& node) const
{
    const auto lead = m_isTree || m_isRedis ? 0 : nameText(node).lastIndexOf(u'/') + 1;
    return lead < nameText(node).size() ? static_cast<int>(lead) : 0;
}

QString LocksModel::holderText(const inspect::Lock& lock) const
{
    if (hasVotes(lock))
        return verdictWords(*lock.redis);
    if (isHeldForEver(lock))
        return tr("no session");
    return lock.holders() > 0 ? holdersText(lock, m_ensemble.get()) : tr("free");
}

QString LocksModel::heldText(const inspect::Lock& lock) const
{
    if (lock.holders() == 0)
        return u"—"_s;
    if (!lock.redis)
        return formatSince(inspect::heldFor(lock, m_now));
    const auto left = leftOf(lock, m_now.here);
    return left ? formatDuration(*left) : tr("no end");
}

/// A file has no rows for folders: each lock has its whole path. The keys are those of the command line's JSON, if it
/// has the value.
const Columns<LocksModel::Cell>& LocksModel::columns()
{
    static const Columns<Cell> all(
        [](const char* text) { return tr(text); },
        {
            {.title = QT_TR_NOOP("Lock"),
             .keys = "path certainty leases",
             .text = [](const Cell& cell) { return cell.model.nameText(cell.node); },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto& lock = cell.node.lock;
                 if (!lock)
                     return {};
                 return QVariantList{saved::text(lock->path), saved::text(toString(lock->certainty)),
                                     lock->leasesKnown == inspect::Confidence::Unknown ? QVariant()
                                                                                       : QVariant(lock->leases)};
             },
             .tone = [](const Cell& cell) { return cell.node.lock ? Tone::Normal : Tone::Muted; }},
            {.title = QT_TR_NOOP("Type"),
             .keys = "dialect kind",
             .text = [](const Cell& cell) { return cell.node.lock ? typeText(*cell.node.lock) : QString(); },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto& lock = cell.node.lock;
                 return lock ? QVariantList{saved::text(lock->dialect), saved::text(toString(lock->kind))} : QVariant();
             }},
            {.title = QT_TR_NOOP("Holder"),
             .keys = "holders holderNodes",
             .text =
                 [](const Cell& cell) { return cell.node.lock ? cell.model.holderText(*cell.node.lock) : QString(); },
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
                     return !lock || lock->holders() == 0 ? Tone::Muted
                            : hasVotes(*lock)             ? toneOf(lock->redis->verdict)
                            : isHeldForEver(*lock)        ? Tone::Bad
                                                          : Tone::Normal;
                 }},
            {.title = QT_TR_NOOP("Held"),
             .tip = QT_TR_NOOP("How long the client has held the lock. On Redis: how long until its lease ends. ≤: at "
                               "most."),
             .keys = "heldForMs heldForAtMost leaseMs",
             .text = [](const Cell& cell) { return cell.node.lock ? cell.model.heldText(*cell.node.lock) : QString(); },
             .saved = [](const Cell& cell) -> QVariant {
                 if (!cell.node.lock)
                     return {};
                 const auto& lock = *cell.node.lock;
                 const auto held = inspect::heldFor(lock, cell.model.m_now);
                 const auto left = lock.redis ? leftOf(lock, cell.model.m_now.here) : std::nullopt;
                 return QVariantList{savedDuration(held ? std::optional(held->duration) : std::nullopt),
                                     held ? QVariant(held->atMost) : QVariant(), savedDuration(left)};
             },
             .tone =
                 [](const Cell& cell) {
                     return cell.node.lock && cell.node.lock->holders() > 0 ? Tone::Normal : Tone::Muted;
                 }},
            {.title = QT_TR_NOOP("Waiting"),
             .keys = "waiters unrecognised readAt undecided",
             .text = [](const Cell& cell) { return cell.node.lock ? waitingText(*cell.node.lock) : QString(); },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto& lock = cell.node.lock;
                 if (!lock)
                     return {};
                 const auto waiting = inspect::waitingClients(*lock);
                 return QVariantList{waiting ? QVariant(*waiting) : QVariant(),
                                     static_cast<int>(lock->unrecognised.size()), inspect::isoTime(lock->readAt),
                                     inspect::undecided(*lock)};
             },
             .tone =
                 [](const Cell& cell) {
                     return cell.node.lock && cell.node.ownBadness().waiting > 0 ? Tone::Wait : Tone::Muted;
                 }},
            {.title = QT_TR_NOOP("Longest wait"),
             .tip = QT_TR_NOOP("How long the client that came first has waited. ≥: at least."),
             .keys = "longestWaitMs longestWaitSince",
             .text =
                 [](const Cell& cell) {
                     if (!cell.node.lock)
                         return QString();
                     const auto longest = cell.model.longestWait(cell.node);
                     return longest ? formatSince(longest) : u"—"_s;
                 },
             .saved = [](const Cell& cell) -> QVariant {
                 if (!cell.node.lock)
                     return {};
                 const auto longest = cell.model.longestWait(cell.node);
                 if (!longest || longest->atLeast) // first seen is not the start
                     return QVariantList{QVariant(), QVariant()};
                 const WallTime since(std::chrono::milliseconds(cell.node.ownBadness().oldestWaiterMs));
                 return QVariantList{savedDuration(longest->duration), inspect::isoTime(since)};
             },
             .tone =
                 [](const Cell& cell) {
                     return cell.model.hasLongWait(cell.node)                     ? Tone::Warn
                            : cell.node.lock && cell.model.longestWait(cell.node) ? Tone::Normal
                                                                                  : Tone::Muted;
                 }},
            {.title = QT_TR_NOOP("Waiting caused"),
             .keys = "openWaitMs",
             .text =
                 [](const Cell& cell) {
                     const auto waits = cell.model.causedWaits(cell.node);
                     return waits ? formatDuration(*waits) : cell.node.lock ? u"—"_s : QString();
                 },
             .saved = [](const Cell& cell) { return savedDuration(cell.model.causedWaits(cell.node)); }},
            {.title = QT_TR_NOOP("Severity"),
             .tip = QT_TR_NOOP("The worst finding. The order is by severity, then by waiting clients, then by the "
                               "longest wait."),
             .keys = "severity findings",
             .text = [](const Cell&) { return QString(); },
             .saved = [](const Cell& cell) -> QVariant {
                 if (!cell.node.lock)
                     return {};
                 const auto severity = cell.node.ownBadness().severity;
                 return QVariantList{
                     severity == 0 ? QVariant() : saved::text(toString(static_cast<inspect::Severity>(severity - 1))),
                     cell.node.concern.findings};
             }},
        });
    return all;
}

} // namespace lockscope::ui
