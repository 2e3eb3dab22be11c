// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/ServersModel.h"

#include "ui/models/text/Formatting.h"
#include "ui/models/text/Saved.h"

#include <utility>

namespace lockscope::ui {

namespace {

TonedMark serverMark(const ServerRow& server)
{
    switch (server.condition) {
    case ServerCondition::Up:
        return {server.leads ? Mark::Star : Mark::Filled, Tone::Good};
    case ServerCondition::Attention:
        return {Mark::WarningTriangle, Tone::Warn};
    case ServerCondition::Down:
        return {Mark::CrossedRing, Tone::Bad};
    case ServerCondition::Unknown:
        break;
    }
    return {Mark::Question, Tone::Muted};
}

/// What the mark shows, too.
QString spokenServer(const ServerRow& server)
{
    QStringList parts{oneLine(server.address), server.state};
    if (server.leads)
        parts << ServersModel::tr("leads other servers");
    if (!server.note.isEmpty())
        parts << server.note;
    return asClauses(parts);
}

} // namespace

void ServersModel::setServers(std::vector<ServerRow> servers)
{
    takeSteps(m_rows, servers, &ServerRow::address);
    const auto before = std::exchange(m_rows, std::move(servers));
    for (auto row = 0; row < rowCount(); ++row) {
        if (m_rows[static_cast<std::size_t>(row)] != before[static_cast<std::size_t>(row)])
            Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

void ServersModel::setBrief(bool isBrief)
{
    if (std::exchange(m_isBrief, isBrief) != isBrief && rowCount() > 0)
        Q_EMIT dataChanged(index(0, Server), index(rowCount() - 1, Server));
}

int ServersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ServersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ServersModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto& server = m_rows[static_cast<std::size_t>(index.row())];
    const bool isServer = index.column() == Server;
    switch (role) {
    case KeyRole:
        return QString::fromStdString(server.address);
    case MarkRole:
        return isServer ? QVariant::fromValue(serverMark(server).mark) : QVariant();
    case MarkToneRole:
        return isServer ? QVariant::fromValue(serverMark(server).tone) : QVariant();
    case Qt::ToolTipRole:
        return plainToolTip(server.details);
    case Qt::AccessibleTextRole:
        return isServer ? spokenServer(server) : QVariant();
    case Qt::AccessibleDescriptionRole:
        return server.details;
    case Qt::TextAlignmentRole:
        return index.column() == Figure ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::DisplayRole:
        if (isServer && m_isBrief)
            return server.brief;
        break;
    case ToneRole:
        if (isServer && m_isBrief)
            return QVariant::fromValue(server.stateTone);
        break;
    default:
        break;
    }
    return columns().cell(server, index.column(), role);
}

QVariant ServersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columns().header(section, orientation, role);
}

const Columns<ServerRow>& ServersModel::columns()
{
    static const Columns<ServerRow> all(
        [](const char* text) { return tr(text); },
        {
            {.title = QT_TR_NOOP("Server"),
             .keys = "server",
             .text = [](const ServerRow& server) { return oneLine(server.address); },
             .saved = [](const ServerRow& server) -> QVariant { return saved::text(server.address); },
             .tone = normalTone<ServerRow>,
             .isStrong = true},
            {.title = QT_TR_NOOP("State"),
             .keys = "state",
             .text = [](const ServerRow& server) { return server.state; },
             .saved = [](const ServerRow& server) -> QVariant { return server.state; },
             .tone = [](const ServerRow& server) { return server.stateTone; }},
            {.title = QT_TR_NOOP("Note"),
             .keys = "note",
             .text = [](const ServerRow& server) { return server.note; },
             .saved = [](const ServerRow& server) -> QVariant { return server.note; },
             .tone = [](const ServerRow& server) { return server.noteTone; }},
            {.title = QT_TR_NOOP("Latency"),
             .keys = "latency",
             .text = [](const ServerRow& server) { return server.figure; },
             .saved = [](const ServerRow& server) -> QVariant { return server.figure; }},
        });
    return all;
}

} // namespace lockscope::ui

#include "moc_ServersModel.cpp"
