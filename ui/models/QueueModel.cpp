// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/QueueModel.h"

#include "core/model/Owners.h"
#include "core/model/json/JsonValues.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/PayloadText.h"
#include "ui/models/text/QueueWords.h"
#include "ui/models/text/Saved.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// Its position in the queue; -1: the states of all are known.
int firstUndecided(const inspect::Lock& lock)
{
    const auto first = std::find_if(lock.queue.begin(), lock.queue.end(),
                                    [](const inspect::Contender& contender) { return !contender.isStateKnown; });
    return first == lock.queue.end() ? -1 : static_cast<int>(first - lock.queue.begin());
}

} // namespace

void QueueModel::setLock(std::shared_ptr<const inspect::Lock> lock)
{
    if (lock == m_lock)
        return;
    if (lock && m_lock && lock->path == m_lock->path) {
        const auto before = std::exchange(m_lock, std::move(lock));
        update(*before);
        return;
    }
    beginResetModel();
    m_lock = std::move(lock);
    m_rows.clear();
    m_index = {};
    m_places = {};
    m_holders = 0;
    m_firstUndecided = -1;
    if (m_lock) {
        m_places = inspect::WaiterPlaces(*m_lock);
        m_holders = m_lock->holders();
        m_firstUndecided = firstUndecided(*m_lock);
        for (const auto& contender : m_lock->queue)
            m_rows.push_back(&contender);
        m_index = inspect::NodeIndex(*m_lock);
    }
    endResetModel();
}

/// Kept rows point into the previous queue until announceChanges() has compared them; the caller keeps it alive.
void QueueModel::update(const inspect::Lock& before)
{
    Rows wanted;
    for (const auto& contender : m_lock->queue)
        wanted.push_back(&contender);
    m_index = {}; // the first step invalidates it
    m_places = inspect::WaiterPlaces(*m_lock);
    const auto heldBefore = std::exchange(m_holders, m_lock->holders());
    const auto undecidedBefore = std::exchange(m_firstUndecided, firstUndecided(*m_lock));
    takeSteps(m_rows, wanted, [](const inspect::Contender* contender) { return contender->ref(); });
    announceChanges(wanted,
                    before.kind != m_lock->kind || heldBefore != m_holders || undecidedBefore != m_firstUndecided);
}

/// `all`: the text of each row has changed, even if its contender has not.
void QueueModel::announceChanges(const Rows& wanted, bool all)
{
    std::vector<bool> changed(wanted.size(), all);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        changed[i] = all || (m_rows[i] != wanted[i] && *m_rows[i] != *wanted[i]);
        m_rows[i] = wanted[i];
    }
    m_index = inspect::NodeIndex(*m_lock);
    for (std::size_t first = 0; first < changed.size(); ++first) {
        if (!changed[first])
            continue;
        auto last = first;
        while (last + 1 < changed.size() && changed[last + 1])
            ++last;
        Q_EMIT dataChanged(index(static_cast<int>(first), 0), index(static_cast<int>(last), ColumnCount - 1));
        first = last;
    }
}

void QueueModel::setEnsemble(std::shared_ptr<const ensemble::EnsembleFacts> facts)
{
    if (facts == m_ensemble)
        return;
    m_ensemble = std::move(facts);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Client), index(static_cast<int>(m_rows.size()) - 1, WaitsOn));
}

void QueueModel::setHosts(std::shared_ptr<const inspect::RedisHosts> hosts)
{
    if (hosts == m_hosts)
        return;
    m_hosts = std::move(hosts);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Host), index(static_cast<int>(m_rows.size()) - 1, Host));
}

inspect::Owner QueueModel::ownerOf(const inspect::Contender& contender) const
{
    return inspect::ownerOf(m_ensemble.get(), m_hosts.get(), contender);
}

void QueueModel::setNow(const inspect::Moment& now)
{
    m_now = now;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Lease), index(static_cast<int>(m_rows.size()) - 1, Since),
                           {Qt::DisplayRole, BarRole});
}

const inspect::Contender* QueueModel::contenderAt(int row) const
{
    return row >= 0 && row < static_cast<int>(m_rows.size()) ? m_rows[static_cast<std::size_t>(row)] : nullptr;
}

int QueueModel::rowOf(const inspect::ContenderKey& key) const
{
    const auto* found = m_lock && key.lock == m_lock->path ? m_index.find(key.ref()) : nullptr;
    return found ? static_cast<int>(found - m_lock->queue.data()) : -1;
}

int QueueModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int QueueModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant QueueModel::data(const QModelIndex& index, int role) const
{
    const auto* contender = contenderAt(index.row());
    if (!contender)
        return {};
    const auto column = index.column();
    switch (role) {
    case KeyRole:
        return QString::fromStdString(toString(m_lock->keyOf(*contender)));
    case MarkRole:
        return column == State ? QVariant::fromValue(markOf(*m_lock, m_places, *contender)) : QVariant();
    case Qt::ToolTipRole:
        if (column == State)
            return plainToolTip(stateTip(*contender));
        if (column == Position)
            return plainToolTip(oneLine(contender->node));
        if (column == Client && contender->redis)
            return plainToolTip(oneLine(contender->redis->owner));
        if (column == Host && isHostUnknown(*contender))
            return plainToolTip(whyHostUnknown());
        return columns().cell({*contender, *this}, column, role);
    case UnknownRole:
        return (column == Host && isHostUnknown(*contender)) ||
               (column == Subscriber && contender->redis && contender->waits() &&
                contender->redis->alive == inspect::Alive::Unknown);
    case BarRole:
        if (column != Lease)
            return {};
        if (const auto share = leaseShare(*m_lock, *contender, m_now.here))
            return *share;
        return {};
    default:
        return columns().cell({*contender, *this}, column, role);
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columns().header(section, orientation, role);
}

/// The keys are those of the command line's JSON, if it has the value.
const Columns<QueueModel::Cell>& QueueModel::columns()
{
    static const Columns<Cell> all(
        [](const char* text) { return tr(text); },
        {
            {.title = "#",
             .tip = QT_TR_NOOP("The place among the waiters: 1 is the next holder."),
             .keys = "position",
             .text =
                 [](const Cell& cell) {
                     return cell.contender.holds ? u"—"_s : placeNumber(cell.model.m_places, cell.contender);
                 },
             .saved = [](const Cell& cell) -> QVariant { return cell.contender.position; }},
            {.title = QT_TR_NOOP("State"),
             .keys = "state mode atGate",
             .text = [](const Cell& cell) { return asSentence(doingOf(*cell.model.m_lock, cell.contender)); },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto& contender = cell.contender;
                 const auto state = contender.holds ? u"holds"_s : contender.waits() ? u"waits"_s : u"unknown"_s;
                 const auto mode =
                     contender.isModeKnown ? QVariant(inspect::text(toString(contender.mode))) : QVariant();
                 return QVariantList{state, mode, contender.atGate};
             },
             .tone =
                 [](const Cell& cell) {
                     return !attention(*cell.model.m_lock, cell.contender).isEmpty() ? Tone::Bad
                            : isDead(cell.contender)                                 ? Tone::Bad
                            : cell.contender.holds                                   ? Tone::Good
                            : cell.contender.waits()                                 ? Tone::Wait
                                                                                     : Tone::Muted;
                 },
             .isStrong = true},
            {.title = QT_TR_NOOP("Client"),
             .keys = "client",
             .text = [](const Cell& cell) { return displayName(cell.contender, cell.model.m_ensemble.get()); },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto& details = cell.contender.details;
                 return details ? saved::textOrNone(details->client) : QVariant();
             },
             .tone = normalTone<Cell>},
            {.title = QT_TR_NOOP("Host"),
             .tip = QT_TR_NOOP("The client's address as a server reports it, or the host name from the payload."),
             .keys = "host hostSource server",
             .text = [](const Cell& cell) { return cell.model.hostText(cell.contender); },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto owner = cell.model.ownerOf(cell.contender);
                 return QVariantList{saved::textOrNone(owner.host), saved::text(toString(owner.hostSource)),
                                     saved::textOrNone(owner.server)};
             },
             .isMono = true},
            {.title = QT_TR_NOOP("Session"),
             .keys = "session ephemeral lastHeard expiresAt",
             .text = [](const Cell& cell) { return sessionText(cell.contender); },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto owner = cell.model.ownerOf(cell.contender);
                 return QVariantList{owner.session != 0 ? QVariant(formatHex(owner.session)) : QVariant(),
                                     owner.isKnown ? QVariant(owner.session != 0) : QVariant(),
                                     saved::timeOrNone(owner.lastHeard), saved::timeOrNone(owner.expiresAt)};
             },
             .tone =
                 [](const Cell& cell) {
                     return neverExpires(*cell.model.m_lock, cell.contender) ? Tone::Bad : Tone::Muted;
                 },
             .isMono = true},
            {.title = QT_TR_NOOP("Ends in"),
             .tip =
                 QT_TR_NOOP("A holder: how long until its lease ends, if it is not renewed. A waiter of a fair lock: "
                            "how long it keeps its place."),
             .keys = "owner count leaseMs",
             .text = [](const Cell& cell) { return cell.model.leaseText(cell.contender); },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto& redis = cell.contender.redis;
                 if (!redis)
                     return QVariantList{QVariant(), QVariant(), QVariant()};
                 const auto left = inspect::leaseLeft(*cell.model.m_lock, cell.contender, cell.model.m_now.here);
                 return QVariantList{saved::text(redis->owner), static_cast<qint64>(redis->count),
                                     left ? QVariant(static_cast<qint64>(left->count())) : QVariant()};
             },
             .tone =
                 [](const Cell& cell) {
                     const auto& redis = cell.contender.redis;
                     return redis && cell.contender.holds && !redis->lease ? Tone::Bad
                            : redis && cell.contender.holds                ? Tone::Good
                                                                           : Tone::Normal;
                 }},
            {.title = QT_TR_NOOP("Subscriber"),
             .tip = QT_TR_NOOP("Whether the client of a waiter is subscribed to the channel that announces its turn."),
             .keys = "alive",
             .text = [](const Cell& cell) { return subscriberText(cell.contender, cell.model.m_now.here); },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto& redis = cell.contender.redis;
                 return redis ? QVariant(saved::text(toString(redis->alive))) : QVariant();
             },
             .tone =
                 [](const Cell& cell) {
                     const auto& redis = cell.contender.redis;
                     return redis && redis->alive == inspect::Alive::No ? Tone::Bad : Tone::Normal;
                 }},
            {.title = QT_TR_NOOP("Duration"),
             .tip = QT_TR_NOOP("How long the client has held the lock, or has waited for it. ≤: at most. ≥: at least."),
             .keys = "createdAt grantedAt",
             .text = [](const Cell& cell) { return formatSince(sinceOf(cell.contender, cell.model.m_now)); },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto& details = cell.contender.details;
                 return QVariantList{details ? saved::timeOrNone(details->createdAt) : QVariant(),
                                     saved::timeOrNone(cell.contender.grantedAt)};
             },
             .tone = normalTone<Cell>},
            {.title = QT_TR_NOOP("Waits for"),
             .keys = "waitsOn",
             .text = [](const Cell& cell) { return cell.model.waitsOnText(cell.contender); },
             .saved = [](const Cell& cell) -> QVariant {
                 QStringList nodes;
                 for (const auto& node : cell.contender.waitsOn)
                     nodes << saved::text(node);
                 return nodes;
             }},
            {.title = QT_TR_NOOP("Sequence"),
             .keys = "sequence node path czxid payload",
             .text =
                 [](const Cell& cell) {
                     return cell.contender.sequence ? formatSequence(cell.contender.sequence) : u"—"_s;
                 },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto& [contender, model] = cell;
                 const auto& details = contender.details;
                 return QVariantList{contender.sequence ? QVariant(*contender.sequence) : QVariant(),
                                     saved::text(contender.node), saved::text(model.m_lock->nodePath(contender)),
                                     details ? QVariant(formatHex(details->creationId)) : QVariant(),
                                     details ? QVariant(wholePayload(details->payload, details->payloadCut))
                                             : QVariant()};
             },
             .isMono = true},
        });
    return all;
}

QString QueueModel::stateTip(const inspect::Contender& contender) const
{
    const auto why = inTurn({attention(*m_lock, contender), whyItWaits(*m_lock, contender, m_ensemble.get())});
    return why.isEmpty() ? doingOf(*m_lock, contender) : why;
}

QString QueueModel::hostText(const inspect::Contender& contender) const
{
    const auto owner = ownerOf(contender);
    if (!owner.host.empty())
        return hostWithName(owner);
    return contender.details || contender.redis ? tr("unknown") : u"…"_s;
}

QString QueueModel::leaseText(const inspect::Contender& contender) const
{
    if (!contender.redis)
        return u"—"_s;
    if (contender.holds) {
        const auto left = inspect::leaseLeft(*m_lock, contender, m_now.here);
        return left ? formatDuration(*left) : tr("no end");
    }
    const auto& until = contender.redis->keepsPlaceUntil;
    return until ? formatDuration(*until - m_now.here) : u"—"_s;
}

bool QueueModel::isHostUnknown(const inspect::Contender& contender) const
{
    return contender.redis && ownerOf(contender).host.empty();
}

QString QueueModel::sessionText(const inspect::Contender& contender)
{
    const auto session = contender.details ? std::optional(contender.details->session) : contender.owner;
    return !session ? u"…"_s : *session == 0 ? tr("no session") : formatHex(*session);
}

QString QueueModel::waitsOnText(const inspect::Contender& contender) const
{
    if (contender.holds || contender.waitsOn.empty())
        return u"—"_s;
    const auto* ahead = m_index.waitedFor(contender, contender.waitsOn.front());
    const auto first = ahead ? displayName(*ahead, m_ensemble.get()) : elideNode(oneLine(contender.waitsOn.front()));
    const auto more = contender.waitsOn.size() - 1;
    return more == 0 ? first : tr("%1 and %2 more").arg(first, QString::number(more));
}

} // namespace lockscope::ui

#include "moc_QueueModel.cpp"
