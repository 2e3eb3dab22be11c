// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/ServersModel.h"

#include "ui/models/text/Formatting.h"
#include "ui/models/text/Saved.h"

#include <utility>

namespace lockscope::ui {

namespace {

TonedMark conditionMark(ServerCondition condition)
{
    switch (condition) {
    case ServerCondition::Up:
        return {Mark::Filled, Tone::Good};
    case ServerCondition::Attention:
        return {Mark::WarningTriangle, Tone::Warn};
    case ServerCondition::Down:
        return {Mark::CrossedRing, Tone::Bad};
    case ServerCondition::Unknown:
        break;
    }
    return {Mark::Question, Tone::Muted};
}

Tone serverStateTone(const ServerRow& server)
{
    return server.condition == ServerCondition::Up ? Tone::Normal : conditionMark(server.condition).tone;
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
    switch (role) {
    case KeyRole:
        return QString::fromStdString(server.address);
    case MarkRole:
        return index.column() == Server ? QVariant::fromValue(conditionMark(server.condition).mark) : QVariant();
    case MarkToneRole:
        return index.column() == Server ? QVariant::fromValue(conditionMark(server.condition).tone) : QVariant();
    case Qt::ToolTipRole:
        return plainToolTip(server.details);
    case Qt::AccessibleDescriptionRole:
        return server.details;
    case Qt::TextAlignmentRole:
        return index.column() == Figure ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    default:
        return columns().cell(server, index.column(), role);
    }
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
             .tone = serverStateTone},
            {.title = QT_TR_NOOP("Latency"),
             .keys = "latency",
             .text = [](const ServerRow& server) { return server.figure; },
             .saved = [](const ServerRow& server) -> QVariant { return server.figure; }},
        });
    return all;
}

} // namespace lockscope::ui

#include "moc_ServersModel.cpp"
