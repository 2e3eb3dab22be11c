// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/QueueModel.h"

#include "core/inspect/Owners.h"
#include "core/inspect/PictureJson.h"
#include "ui/models/Formatting.h"

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

void QueueModel::setLock(std::shared_ptr<const inspect::LockQueue> lock)
{
    if (lock == m_lock)
        return;
    if (lock && m_lock && lock->path == m_lock->path) {
        update(*lock);
        m_lock = std::move(lock);
        return;
    }
    beginResetModel();
    m_lock = std::move(lock);
    m_rows.clear();
    m_rowByNode.clear();
    if (m_lock) {
        for (const auto& contender : m_lock->queue) {
            m_rowByNode.emplace(contender.node, static_cast<int>(m_rows.size()));
            m_rows.push_back(&contender);
        }
    }
    endResetModel();
}

/// Rows that stay go on pointing into the old queue until announceChanges() has compared them; the caller keeps it
/// alive.
void QueueModel::update(const inspect::LockQueue& lock)
{
    Rows wanted;
    for (const auto& contender : lock.queue)
        wanted.push_back(&contender);
    takeSteps(m_rows, wanted, &inspect::Contender::node);
    announceChanges(wanted);
}

void QueueModel::announceChanges(const Rows& wanted)
{
    std::vector<bool> changed(wanted.size(), false);
    m_rowByNode.clear();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        changed[i] = m_rows[i] != wanted[i] && *m_rows[i] != *wanted[i];
        m_rows[i] = wanted[i];
        m_rowByNode.emplace(wanted[i]->node, static_cast<int>(i));
    }
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
        Q_EMIT dataChanged(index(0, Host), index(static_cast<int>(m_rows.size()) - 1, Host));
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

int QueueModel::rowOf(std::string_view node) const
{
    const auto found = m_rowByNode.find(node);
    return found == m_rowByNode.end() ? -1 : found->second;
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
        if (index.column() == State && !attention(*contender).isEmpty())
            return plainToolTip(attention(*contender));
        return plainToolTip(index.column() == Position ? oneLine(contender->node) : text(*contender, index.column()));
    case SortRole:
        return raw(*contender, index.column());
    case KeyRole:
        return QString::fromStdString(contender->node);
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
    const auto* details = contender.details ? &*contender.details : nullptr;
    switch (column) {
    case Position:
        return QString::number(contender.position);
    case State:
        return contender.holds ? tr("holds") : tr("waiting");
    case Client:
        return displayName(contender);
    case Host:
        return hostText(contender);
    case Session:
        return !details ? u"…"_s : details->session == 0 ? tr("no session") : formatHex(details->session);
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
    const auto text = [](std::string_view bytes) { return QString::fromUtf8(bytes.data(), qsizetype(bytes.size())); };
    const auto orNone = [&](const std::string& bytes) { return bytes.empty() ? QVariant() : QVariant(text(bytes)); };
    const auto time = [](const std::optional<WallTime>& at) {
        return at ? QVariant(inspect::isoTime(*at)) : QVariant();
    };
    const auto* details = contender.details ? &*contender.details : nullptr;
    const auto owner = inspect::ownerOf(m_ensemble.get(), contender);
    switch (column) {
    case Position:
        return contender.position;
    case State:
        return QVariantList{contender.holds ? u"holds"_s : u"waits"_s,
                            contender.mode == queue::Mode::Shared ? u"shared"_s : u"exclusive"_s, contender.atGate};
    case Client:
        return details ? orNone(details->client) : QVariant();
    case Host:
        return QVariantList{orNone(owner.host), text(toString(owner.hostSource)), orNone(owner.server)};
    case Session:
        return QVariantList{owner.session != 0 ? QVariant(formatHex(owner.session)) : QVariant(),
                            owner.isKnown ? QVariant(owner.session != 0) : QVariant(), time(owner.lastHeard),
                            time(owner.expiresAt)};
    case Since:
        return QVariantList{details ? time(details->createdAt) : QVariant(), time(contender.grantedAt)};
    case WaitsOn: {
        QStringList nodes;
        for (const auto& node : contender.waitsOn)
            nodes << text(node);
        return nodes;
    }
    case Sequence:
        return QVariantList{contender.sequence ? QVariant(*contender.sequence) : QVariant(), text(contender.node),
                            text(m_lock->nodePath(contender)),
                            details ? QVariant(formatHex(details->czxid)) : QVariant(),
                            details ? QVariant(wholePayload(details->payload)) : QVariant()};
    default:
        return {};
    }
}

QString QueueModel::hostText(const inspect::Contender& contender) const
{
    const auto owner = inspect::ownerOf(m_ensemble.get(), contender);
    if (!owner.host.empty())
        return oneLine(owner.host);
    return contender.details ? tr("unknown") : u"…"_s;
}

QString QueueModel::waitsOnText(const inspect::Contender& contender) const
{
    if (contender.holds || contender.waitsOn.empty())
        return u"—"_s;
    const auto row = rowOf(contender.waitsOn.front());
    const auto first = row >= 0 ? displayName(*contenderAt(row)) : elideNode(oneLine(contender.waitsOn.front()));
    const auto more = contender.waitsOn.size() - 1;
    return more == 0 ? first : tr("%1 and %2 more").arg(first, QString::number(more));
}

QVariant QueueModel::raw(const inspect::Contender& contender, int column) const
{
    const auto* details = contender.details ? &*contender.details : nullptr;
    switch (column) {
    case Position:
        return contender.position;
    case State:
        return contender.holds ? 0 : 1;
    case Session:
        return QVariant::fromValue<qlonglong>(details ? details->session : -1);
    case Since: {
        // The moment, not the duration: it stands still while time goes on. Shortest first when ascending.
        const auto since = contender.grantedAt ? *contender.grantedAt : details ? details->createdAt : WallTime{};
        return QVariant::fromValue<qlonglong>(-since.time_since_epoch().count());
    }
    case Sequence:
        return contender.sequence ? *contender.sequence : -1;
    default:
        return text(contender, column);
    }
}

Tone QueueModel::tone(const inspect::Contender& contender, int column) const
{
    switch (column) {
    case State:
        if (!attention(contender).isEmpty())
            return Tone::Bad;
        return contender.holds ? Tone::Good : Tone::Wait;
    case Session:
        return contender.details && contender.details->session == 0 ? Tone::Bad : Tone::Muted;
    case Client:
    case Since:
        return Tone::Normal;
    default:
        return Tone::Muted;
    }
}

} // namespace lockscope::ui

#include "moc_QueueModel.cpp"
