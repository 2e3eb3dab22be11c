// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/ActivityModel.h"

#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"
#include "ui/models/text/Formatting.h"

#include <QDateTime>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

QString eventWord(inspect::Change::Type type)
{
    switch (type) {
    case inspect::Change::Type::Joined:
        return ActivityModel::tr("joined");
    case inspect::Change::Type::Granted:
        return ActivityModel::tr("granted");
    case inspect::Change::Type::Left:
        return ActivityModel::tr("left");
    case inspect::Change::Type::Lost:
        return ActivityModel::tr("lost");
    case inspect::Change::Type::Revoked:
        return ActivityModel::tr("asked to let go");
    case inspect::Change::Type::Released:
        return ActivityModel::tr("released by operator");
    case inspect::Change::Type::Other:
        return ActivityModel::tr("event of another kind");
    }
    return {};
}

QString eventWord(const inspect::HistoryEvent& event)
{
    return event.otherType.empty() ? eventWord(event.type) : oneLine(event.otherType);
}

Tone eventTone(inspect::Change::Type type)
{
    switch (type) {
    case inspect::Change::Type::Joined:
        return Tone::Wait;
    case inspect::Change::Type::Granted:
        return Tone::Good;
    case inspect::Change::Type::Left:
        return Tone::Muted;
    case inspect::Change::Type::Lost:
    case inspect::Change::Type::Revoked:
    case inspect::Change::Type::Released:
        return Tone::Bad;
    case inspect::Change::Type::Other:
        break;
    }
    return Tone::Normal;
}

ActivityEntry entryOf(const inspect::Change& change, WallTime at, const ensemble::EnsembleFacts* facts)
{
    return {at,
            change.otherType.empty() ? eventWord(change.type) : oneLine(change.otherType),
            eventTone(change.type),
            oneLine(change.lockPath),
            displayName(change.contender, facts),
            oneLine(change.contender.node),
            toString(change.type)};
}

ActivityModel::ActivityModel(int limit, QObject* parent)
    : QAbstractTableModel(parent)
    , m_limit(std::max(limit, 1))
{
}

void ActivityModel::append(std::vector<ActivityEntry> entries)
{
    if (static_cast<int>(entries.size()) > m_limit)
        entries.erase(entries.begin(), entries.end() - m_limit);
    if (entries.empty())
        return;
    const auto present = static_cast<int>(m_entries.size());
    const auto added = static_cast<int>(entries.size());
    if (const auto excess = present + added - m_limit; excess > 0) {
        // A tenth more than needed, so that a full log does not remove rows with every entry.
        const auto count = std::min(present, excess + m_limit / 10);
        beginRemoveRows({}, 0, count - 1);
        m_entries.erase(m_entries.begin(), m_entries.begin() + count);
        endRemoveRows();
    }
    const auto first = static_cast<int>(m_entries.size());
    beginInsertRows({}, first, first + added - 1);
    m_entries.insert(m_entries.end(), std::make_move_iterator(entries.begin()), std::make_move_iterator(entries.end()));
    endInsertRows();
}

int ActivityModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int ActivityModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ActivityModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= static_cast<int>(m_entries.size()))
        return {};
    const auto& entry = m_entries[static_cast<std::size_t>(index.row())];
    if (role == ToneRole) {
        if (index.column() == What)
            return QVariant::fromValue(entry.tone);
        return QVariant::fromValue(index.column() == Client ? Tone::Normal : Tone::Muted);
    }
    if (role == MonoRole)
        return index.column() == Time || index.column() == Detail;
    if (role == ExportRole && index.column() == Time)
        return inspect::isoTime(entry.at);
    if (role == ExportRole && index.column() == What && !entry.event.empty())
        return inspect::text(entry.event);
    if (role == Qt::ToolTipRole)
        return plainToolTip(data(index, Qt::DisplayRole).toString());
    if (role != Qt::DisplayRole && role != ExportRole)
        return {};
    switch (index.column()) {
    case Time:
        return QDateTime::fromMSecsSinceEpoch(entry.at.time_since_epoch().count()).toString(u"HH:mm:ss.zzz"_s);
    case What:
        return entry.what;
    case Lock:
        return entry.lock;
    case Client:
        return entry.client;
    case Detail:
        return entry.detail;
    default:
        return {};
    }
}

QVariant ActivityModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const QStringList keys[] = {{u"at"_s}, {u"event"_s}, {u"path"_s}, {u"client"_s}, {u"details"_s}};
    if (orientation == Qt::Horizontal && role == ExportRole && section < ColumnCount)
        return keys[section];
    return orientation == Qt::Horizontal && role == Qt::DisplayRole ? columnTitle(section) : QVariant();
}

QVariant ActivityModel::columnTitle(int column)
{
    switch (column) {
    case Time:
        return tr("Time");
    case What:
        return tr("Event");
    case Lock:
        return tr("Lock");
    case Client:
        return tr("Client");
    case Detail:
        return tr("Details");
    default:
        return {};
    }
}

} // namespace lockscope::ui

#include "moc_ActivityModel.cpp"
