// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/QueueModel.h"

#include "core/model/Owners.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/PayloadText.h"
#include "ui/models/text/QueueWords.h"
#include "ui/models/text/Saved.h"

#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

void QueueModel::setLock(std::shared_ptr<const inspect::LockQueue> lock)
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
    if (m_lock) {
        for (const auto& contender : m_lock->queue)
            m_rows.push_back(&contender);
        m_index = inspect::NodeIndex(*m_lock);
    }
    endResetModel();
}

/// Rows that stay go on pointing into the queue from before until announceChanges() has compared them; the caller keeps
/// it alive.
void QueueModel::update(const inspect::LockQueue& before)
{
    Rows wanted;
    for (const auto& contender : m_lock->queue)
        wanted.push_back(&contender);
    m_index = {}; // the rows are elsewhere with the first step
    takeSteps(m_rows, wanted, [](const inspect::Contender* contender) { return contender->ref(); });
    announceChanges(wanted, before.kind != m_lock->kind);
}

/// `all`: each says something else now, whether it changed or not.
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

void QueueModel::setNow(WallTime now)
{
    m_now = now;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Since), index(static_cast<int>(m_rows.size()) - 1, Since), {Qt::DisplayRole});
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
    if (!contender || index.column() >= ColumnCount)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(*contender, index.column());
    case Qt::ToolTipRole:
        if (index.column() == State)
            return plainToolTip(stateTip(*contender));
        return plainToolTip(index.column() == Position ? oneLine(contender->node) : text(*contender, index.column()));
    case KeyRole:
        return QString::fromStdString(toString(m_lock->keyOf(*contender)));
    case ToneRole:
        return QVariant::fromValue(tone(*contender, index.column()));
    case MarkRole:
        if (index.column() != State)
            return {};
        if (!attention(*contender).isEmpty())
            return QVariant::fromValue(Mark::Triangle);
        return QVariant::fromValue(contender->holds ? Mark::Filled : Mark::Ring);
    case MonoRole:
        return index.column() == Host || index.column() == Session || index.column() == Sequence;
    case StrongRole:
        return index.column() == State;
    case ExportRole:
        return exported(*contender, index.column());
    default:
        return {};
    }
}

QVariant QueueModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const QStringList keys[] = {
        {u"position"_s},
        {u"state"_s, u"mode"_s, u"atGate"_s},
        {u"client"_s},
        {u"host"_s, u"hostSource"_s, u"server"_s},
        {u"session"_s, u"ephemeral"_s, u"lastHeard"_s, u"expiresAt"_s},
        {u"createdAt"_s, u"grantedAt"_s},
        {u"waitsOn"_s},
        {u"sequence"_s, u"node"_s, u"path"_s, u"czxid"_s, u"payload"_s},
    };
    if (orientation == Qt::Horizontal && role == ExportRole && section < ColumnCount)
        return keys[section];
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Position:
        return u"#"_s;
    case State:
        return tr("State");
    case Client:
        return tr("Client");
    case Host:
        return tr("Host");
    case Session:
        return tr("Session");
    case Since:
        return tr("Since");
    case WaitsOn:
        return tr("Waits on");
    case Sequence:
        return tr("Sequence");
    default:
        return {};
    }
}

QString QueueModel::text(const inspect::Contender& contender, int column) const
{
    switch (column) {
    case Position:
        return QString::number(contender.position);
    case State:
        return doingOf(*m_lock, contender);
    case Client:
        return displayName(contender, m_ensemble.get());
    case Host:
        return hostText(contender);
    case Session:
        return sessionText(contender);
    case Since:
        return formatSince(sinceOf(contender, m_now));
    case WaitsOn:
        return waitsOnText(contender);
    case Sequence:
        return contender.sequence ? formatSequence(contender.sequence) : u"—"_s;
    default:
        return {};
    }
}

/// The keys are those of the command line's JSON where it has the same.
QVariant QueueModel::exported(const inspect::Contender& contender, int column) const
{
    const auto* details = contender.details ? &*contender.details : nullptr;
    const auto owner = inspect::ownerOf(m_ensemble.get(), contender);
    switch (column) {
    case Position:
        return contender.position;
    case State:
        return QVariantList{contender.holds ? u"holds"_s : u"waits"_s,
                            contender.mode == queue::Mode::Shared ? u"shared"_s : u"exclusive"_s, contender.atGate};
    case Client:
        return details ? saved::textOrNone(details->client) : QVariant();
    case Host:
        return QVariantList{saved::textOrNone(owner.host), saved::text(toString(owner.hostSource)),
                            saved::textOrNone(owner.server)};
    case Session:
        return QVariantList{owner.session != 0 ? QVariant(formatHex(owner.session)) : QVariant(),
                            owner.isKnown ? QVariant(owner.session != 0) : QVariant(),
                            saved::timeOrNone(owner.lastHeard), saved::timeOrNone(owner.expiresAt)};
    case Since:
        return QVariantList{details ? saved::timeOrNone(details->createdAt) : QVariant(),
                            saved::timeOrNone(contender.grantedAt)};
    case WaitsOn: {
        QStringList nodes;
        for (const auto& node : contender.waitsOn)
            nodes << saved::text(node);
        return nodes;
    }
    case Sequence:
        return QVariantList{contender.sequence ? QVariant(*contender.sequence) : QVariant(),
                            saved::text(contender.node), saved::text(m_lock->nodePath(contender)),
                            details ? QVariant(formatHex(details->creationId)) : QVariant(),
                            details ? QVariant(wholePayload(details->payload, details->payloadCut)) : QVariant()};
    default:
        return {};
    }
}

QString QueueModel::stateTip(const inspect::Contender& contender) const
{
    const auto why = inTurn({attention(contender), whyItWaits(*m_lock, contender, m_ensemble.get())});
    return why.isEmpty() ? doingOf(*m_lock, contender) : why;
}

QString QueueModel::hostText(const inspect::Contender& contender) const
{
    const auto owner = inspect::ownerOf(m_ensemble.get(), contender);
    if (!owner.host.empty())
        return oneLine(owner.host);
    return contender.details ? tr("unknown") : u"…"_s;
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

Tone QueueModel::tone(const inspect::Contender& contender, int column) const
{
    switch (column) {
    case State:
        if (!attention(contender).isEmpty())
            return Tone::Bad;
        return contender.holds ? Tone::Good : Tone::Wait;
    case Session:
        return hasNoSession(contender) ? Tone::Bad : Tone::Muted;
    case Client:
    case Since:
        return Tone::Normal;
    default:
        return Tone::Muted;
    }
}

} // namespace lockscope::ui

#include "moc_QueueModel.cpp"
