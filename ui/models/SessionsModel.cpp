// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/SessionsModel.h"

#include "ui/models/text/Formatting.h"
#include "ui/models/text/Saved.h"

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using inspect::SessionSummary;

namespace {

/// The first ones, and how many more.
QString locksText(const std::vector<inspect::SessionNode>& nodes, bool withPosition)
{
    constexpr std::size_t most = 3;
    QStringList names;
    for (std::size_t i = 0; i < std::min(nodes.size(), most); ++i)
        names << (withPosition ? withAside(oneLine(nodes[i].key.lock), u'#' + QString::number(nodes[i].position))
                               : oneLine(nodes[i].key.lock));
    if (nodes.size() > most)
        names << SessionsModel::tr("%1 more").arg(formatCount(static_cast<qint64>(nodes.size() - most)));
    return names.isEmpty() ? u"—"_s : asList(names);
}

bool isSame(const SessionSummary& a, const SessionSummary& b)
{
    return a.client == b.client && a.isMissing == b.isMissing && a.holds == b.holds && a.waits == b.waits &&
           a.owner.host == b.owner.host && a.owner.hostSource == b.owner.hostSource &&
           a.owner.lastHeard == b.owner.lastHeard && a.owner.expiresAt == b.owner.expiresAt &&
           a.owner.timeout == b.owner.timeout && a.owner.server == b.owner.server;
}

} // namespace

void SessionsModel::setSessions(SessionsShown sessions)
{
    std::vector<Row> wanted;
    wanted.reserve(sessions.rows.size());
    for (const auto* summary : sessions.rows)
        wanted.push_back({summary->owner.session, summary});
    // The rows point into the ones before until all are replaced.
    const auto kept = std::exchange(m_sessions, std::move(sessions));
    takeSteps(m_rows, wanted, &Row::key);
    std::vector<bool> changed(m_rows.size() + 1, false); // the last ends a run
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        changed[i] = m_rows[i].summary != wanted[i].summary && !isSame(*m_rows[i].summary, *wanted[i].summary);
    m_rows = std::move(wanted);
    for (std::size_t first = 0, row = 0; row < changed.size(); ++row) {
        if (changed[row])
            continue;
        if (first < row)
            Q_EMIT dataChanged(index(static_cast<int>(first), 0), index(static_cast<int>(row) - 1, ColumnCount - 1));
        first = row + 1;
    }
}

void SessionsModel::setNow(WallTime now)
{
    m_now = now;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Heard), index(rowCount() - 1, Expires), {Qt::DisplayRole});
}

const SessionSummary* SessionsModel::summaryAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_rows[static_cast<std::size_t>(row)].summary : nullptr;
}

int SessionsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SessionsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SessionsModel::data(const QModelIndex& index, int role) const
{
    const auto* summary = index.isValid() ? summaryAt(index.row()) : nullptr;
    if (!summary)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(*summary, index.column());
    case Qt::ToolTipRole:
        return plainToolTip(text(*summary, index.column()));
    case KeyRole:
        return formatHex(summary->owner.session);
    case ToneRole:
        return QVariant::fromValue(tone(*summary, index.column()));
    case MarkRole:
        if (index.column() != Client)
            return {};
        return QVariant::fromValue(summary->isMissing        ? Mark::Triangle
                                   : !summary->holds.empty() ? Mark::Filled
                                                             : Mark::Ring);
    case MarkToneRole:
        if (index.column() != Client)
            return {};
        return QVariant::fromValue(summary->isMissing ? Tone::Bad : !summary->holds.empty() ? Tone::Good : Tone::Wait);
    case MonoRole:
        return index.column() == Session || index.column() == Host;
    case StrongRole:
        return index.column() == Client;
    case ExportRole:
        return exported(*summary, index.column());
    default:
        return {};
    }
}

QVariant SessionsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const QStringList keys[] = {
        {u"client"_s},
        {u"session"_s, u"own"_s},
        {u"host"_s, u"server"_s},
        {u"hostSource"_s, u"toldAt"_s},
        {u"lastHeard"_s, u"listed"_s},
        {u"expiresAt"_s, u"timeoutMs"_s},
        {u"holds"_s},
        {u"waits"_s},
    };
    if (orientation == Qt::Horizontal && role == ExportRole && section < ColumnCount)
        return keys[section];
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool isTip = role == Qt::ToolTipRole;
    switch (section) {
    case Client:
        return isTip ? tr("Who one of its nodes says it is") : tr("Client");
    case Session:
        return tr("Session");
    case Host:
        return tr("Host");
    case KnownFrom:
        return isTip ? tr("Who told the host") : tr("Known from");
    case Heard:
        return isTip ? tr("When a server last heard of it, at the latest") : tr("Heard");
    case Expires:
        return isTip ? tr("When its nodes go if it stays silent, at the latest") : tr("Expires in");
    case Holds:
        return tr("Holds");
    case Waits:
        return tr("Waits for");
    default:
        return {};
    }
}

QString SessionsModel::text(const SessionSummary& summary, int column) const
{
    const auto& owner = summary.owner;
    switch (column) {
    case Client:
        return summary.client.empty() ? u"—"_s : oneLine(summary.client);
    case Session:
        return formatHex(owner.session);
    case Host:
        return owner.host.empty() ? u"—"_s : oneLine(owner.host);
    case KnownFrom:
        return owner.host.empty() ? tr("nobody told") : hostSourceText(owner.hostSource);
    case Heard: {
        const auto heard = owner.sinceHeard(m_now);
        return summary.isMissing ? tr("in no server's list")
               : heard           ? tr("%1 ago").arg(formatDuration(*heard))
                                 : u"—"_s;
    }
    case Expires: {
        const auto left = owner.expiresIn(m_now);
        return left ? formatDuration(*left) : u"—"_s;
    }
    case Holds:
        return locksText(summary.holds, false);
    case Waits:
        return locksText(summary.waits, true);
    default:
        return {};
    }
}

QVariant SessionsModel::exported(const SessionSummary& summary, int column)
{
    const auto& owner = summary.owner;
    const auto paths = [](const std::vector<inspect::SessionNode>& nodes) {
        QStringList texts;
        for (const auto& node : nodes)
            texts << QString::fromStdString(node.key.isLock() ? node.key.lock : node.key.lock + '/' + node.key.node);
        return texts;
    };
    switch (column) {
    case Client:
        return saved::textOrNone(summary.client);
    case Session:
        return QVariantList{formatHex(owner.session), summary.isOwn};
    case Host:
        return QVariantList{saved::textOrNone(owner.host), saved::textOrNone(owner.server)};
    case KnownFrom:
        return QVariantList{QString::fromUtf8(toString(owner.hostSource).data()), saved::timeOrNone(owner.reportedAt)};
    case Heard:
        return QVariantList{saved::timeOrNone(owner.lastHeard), !summary.isMissing};
    case Expires:
        return QVariantList{saved::timeOrNone(owner.expiresAt),
                            owner.timeout ? QVariant(qlonglong(owner.timeout->count())) : QVariant()};
    case Holds:
        return paths(summary.holds);
    case Waits:
        return paths(summary.waits);
    default:
        return {};
    }
}

Tone SessionsModel::tone(const SessionSummary& summary, int column) const
{
    if (column == Heard && summary.isMissing)
        return Tone::Bad;
    if (column == Holds && !summary.holds.empty())
        return Tone::Good;
    if (column == Waits && !summary.waits.empty())
        return Tone::Wait;
    return column == Client ? Tone::Normal : Tone::Muted;
}

} // namespace lockscope::ui

#include "moc_SessionsModel.cpp"
