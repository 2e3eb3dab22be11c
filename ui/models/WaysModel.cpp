// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/WaysModel.h"

#include "core/release/ReleaseOptions.h"
#include "core/release/ReleasePlan.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/Saved.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

using Way = DeadlockWay::Effect;

struct WaysText {
    Q_DECLARE_TR_FUNCTIONS(WaysModel)
};

bool isSameClient(const inspect::Contender& one, const inspect::Contender& other)
{
    if (one.redis && other.redis)
        return one.redis->owner == other.redis->owner;
    return one.session().value_or(0) != 0 && one.session() == other.session();
}

/// Whether the client also waits at another lock.
bool waitsElsewhere(const inspect::Snapshot& all, const inspect::Lock& here, const inspect::Contender& client)
{
    return std::any_of(all.locks.begin(), all.locks.end(), [&](const auto& lock) {
        return lock->path != here.path && !lock->isElection && !lock->isPossible() &&
               std::any_of(lock->queue.begin(), lock->queue.end(), [&](const inspect::Contender& other) {
                   return other.waits() && isSameClient(other, client);
               });
    });
}

const inspect::Contender* nextOf(const inspect::Lock& lock, const release::ReleasePlan& plan)
{
    const auto found = std::find_if(lock.queue.begin(), lock.queue.end(), [&](const inspect::Contender& contender) {
        return contender.waits() && contender.node == plan.next;
    });
    return plan.next.empty() || found == lock.queue.end() ? nullptr : &*found;
}

/// Readers that wait for the same nodes.
bool acquireTogether(const inspect::Contender& one, const inspect::Contender& other)
{
    return one.mode == LockMode::Shared && other.mode == LockMode::Shared && !one.waitsOn.empty() &&
           one.waitsOn == other.waitsOn;
}

void judge(DeadlockWay& way, const inspect::WaitEdge& step, const inspect::Lock& lock, const inspect::Contender& holder,
           const inspect::Snapshot& all)
{
    const auto plan = release::predictedPlan(lock, holder, &all);
    const auto remove = release::releaseOptionsOf(plan, all.takenAt).remove;
    const auto* next = nextOf(lock, plan);
    const auto* waiter = lock.find(step.waiter);
    const auto nameOf = [&](const inspect::Contender& contender) { return displayName(contender, all.ensemble.get()); };
    if (next)
        way.next = nameOf(*next);
    if (remove.helps == release::Helps::No) {
        way.effect = Way::Refused;
        way.words = oneLine(remove.what);
    } else if (!plan.waitersKnown || !waiter) {
        way.words = oneLine(remove.affects);
    } else if (!next) {
        way.effect = Way::Stays;
        way.words = WaysText::tr("Other clients still hold the lock. The deadlock stays.");
    } else if (next == waiter || acquireTogether(*next, *waiter)) {
        way.effect = Way::Ends;
        way.words = WaysText::tr("%1 acquires the lock. The deadlock ends.").arg(nameOf(*waiter));
    } else if (waitsElsewhere(all, lock, *next)) {
        way.effect = Way::Stays;
        way.words =
            WaysText::tr("%1 acquires the lock and also waits for another one. The deadlock may stay.").arg(way.next);
    } else {
        const auto before = std::count_if(lock.queue.begin(), lock.queue.end(), [&](const inspect::Contender& other) {
            return other.waits() && other.position < waiter->position;
        });
        way.effect = Way::Later;
        way.words = WaysText::tr("%1 acquires the lock. The deadlock ends when it is the turn of %2. Clients before "
                                 "it: %3.")
                        .arg(way.next, nameOf(*waiter), formatCount(before));
    }
}

/// In files, in every language.
QString outcomeKey(Way effect)
{
    switch (effect) {
    case Way::Ends:
        return u"ends"_s;
    case Way::Later:
        return u"later"_s;
    case Way::Stays:
        return u"stays"_s;
    case Way::Refused:
        return u"refused"_s;
    case Way::Unknown:
        break;
    }
    return u"unknown"_s;
}

Tone toneOfEffect(Way effect)
{
    switch (effect) {
    case Way::Ends:
        return Tone::Good;
    case Way::Later:
        return Tone::Normal;
    case Way::Stays:
    case Way::Refused:
        return Tone::Warn;
    case Way::Unknown:
        break;
    }
    return Tone::Muted;
}

Mark markOfEffect(Way effect)
{
    switch (effect) {
    case Way::Ends:
        return Mark::Tick;
    case Way::Later:
        return Mark::DottedRing;
    case Way::Stays:
    case Way::Refused:
        return Mark::WarningTriangle;
    case Way::Unknown:
        break;
    }
    return Mark::Question;
}

} // namespace

std::vector<DeadlockWay> waysToEnd(const inspect::WaitSnapshot& drawn, std::size_t cycle, const inspect::Snapshot& all)
{
    std::vector<DeadlockWay> ways;
    for (const auto edge : drawn.cycles[cycle].edges) {
        const auto& step = drawn.edges[edge];
        if (!step.blockerHolds)
            continue;
        const auto* lock = all.find(step.blocker.lock);
        const auto* holder = lock ? lock->find(step.blocker) : nullptr;
        if (!holder)
            continue;
        DeadlockWay way;
        way.key = step.blocker;
        way.holder = displayName(*holder, all.ensemble.get());
        way.node = holder->redis ? holder->redis->owner : holder->node;
        way.waiting = lock->waiters();
        const auto moment = all.moment();
        if (const auto since = inspect::sinceOf(*holder, moment)) {
            way.since = moment.nodes - since->duration;
            way.isAtMost = since->atMost;
            way.isAtLeast = since->atLeast;
        }
        judge(way, step, *lock, *holder, all);
        ways.push_back(std::move(way));
    }
    return ways;
}

void WaysModel::setWays(const std::vector<DeadlockWay>& ways, WallTime now)
{
    m_now = now;
    takeSteps(m_rows, ways, [](const DeadlockWay& way) -> const inspect::ContenderKey& { return way.key; });
    m_rows = ways;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(m_rows.size()) - 1, ColumnCount - 1));
}

const DeadlockWay* WaysModel::wayAt(int row) const
{
    return row >= 0 && row < static_cast<int>(m_rows.size()) ? &m_rows[static_cast<std::size_t>(row)] : nullptr;
}

int WaysModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int WaysModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant WaysModel::data(const QModelIndex& index, int role) const
{
    const auto* way = index.isValid() ? wayAt(index.row()) : nullptr;
    if (!way)
        return {};
    switch (role) {
    case KeyRole:
        return QString::fromStdString(toString(way->key));
    case MarkRole:
        return index.column() == Effect ? QVariant::fromValue(markOfEffect(way->effect)) : QVariant();
    case Qt::ToolTipRole:
        return plainToolTip(index.column() == LockColumn ? oneLine(way->key.lock)
                                                         : data(index, Qt::DisplayRole).toString());
    default:
        return columns().cell({*way, *this}, index.column(), role);
    }
}

QVariant WaysModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columns().header(section, orientation, role);
}

std::optional<std::chrono::milliseconds> WaysModel::heldFor(const DeadlockWay& way) const
{
    if (!way.since)
        return std::nullopt;
    return std::max(m_now - *way.since, std::chrono::milliseconds(0));
}

/// The keys are those of the command line's JSON.
const Columns<WaysModel::Cell>& WaysModel::columns()
{
    static const Columns<Cell> all(
        [](const char* text) { return tr(text); },
        {
            {.title = QT_TR_NOOP("Lock"),
             .width = 130,
             .keys = "path",
             .text =
                 [](const Cell& cell) {
                     const auto& path = cell.way.key.lock;
                     const auto slash = path.rfind('/');
                     const bool isWhole = slash == std::string::npos || slash + 1 == path.size();
                     return oneLine(isWhole ? path : path.substr(slash + 1));
                 },
             .saved = [](const Cell& cell) -> QVariant { return saved::text(cell.way.key.lock); },
             .tone = normalTone<Cell>,
             .isStrong = true},
            {.title = QT_TR_NOOP("Holder"),
             .width = 140,
             .keys = "client",
             .text = [](const Cell& cell) { return cell.way.holder; },
             .saved = [](const Cell& cell) -> QVariant { return cell.way.holder; },
             .tone = normalTone<Cell>},
            {.title = QT_TR_NOOP("Node to release"),
             .tip = QT_TR_NOOP("The node that is deleted; on Redis the owner whose hold ends."),
             .width = 130,
             .keys = "node",
             .text = [](const Cell& cell) { return elideNode(oneLine(cell.way.node)); },
             .saved = [](const Cell& cell) -> QVariant { return saved::text(cell.way.node); },
             .isMono = true},
            {.title = QT_TR_NOOP("Held"),
             .width = 84,
             .keys = "heldForMs",
             .text =
                 [](const Cell& cell) {
                     const auto held = cell.model.heldFor(cell.way);
                     return held ? formatSince(inspect::Since{*held, cell.way.isAtMost, cell.way.isAtLeast}) : u"—"_s;
                 },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto held = cell.model.heldFor(cell.way);
                 return held ? QVariant(static_cast<qint64>(held->count())) : QVariant();
             },
             .tone = normalTone<Cell>},
            {.title = QT_TR_NOOP("Waiting"),
             .width = 64,
             .keys = "waiting",
             .text = [](const Cell& cell) { return formatCount(cell.way.waiting); },
             .saved = [](const Cell& cell) -> QVariant { return cell.way.waiting; },
             .tone = [](const Cell& /*cell*/) { return Tone::Wait; }},
            {.title = QT_TR_NOOP("Next holder"),
             .width = 130,
             .keys = "next",
             .text = [](const Cell& cell) { return cell.way.next.isEmpty() ? u"—"_s : cell.way.next; },
             .saved = [](const Cell& cell) -> QVariant {
                 return cell.way.next.isEmpty() ? QVariant() : QVariant(cell.way.next);
             },
             .tone = normalTone<Cell>},
            {.title = QT_TR_NOOP("What happens then"),
             .width = 320,
             .keys = "effect",
             .text = [](const Cell& cell) { return cell.way.words; },
             .saved = [](const Cell& cell) -> QVariant { return cell.way.words; },
             .tone = [](const Cell& cell) { return toneOfEffect(cell.way.effect); }},
            {.title = QT_TR_NOOP("Release"),
             .width = 96,
             .keys = "outcome",
             .text = [](const Cell& /*cell*/) { return QString(); },
             .saved = [](const Cell& cell) -> QVariant { return outcomeKey(cell.way.effect); }},
        });
    return all;
}

} // namespace lockscope::ui

#include "moc_WaysModel.cpp"
