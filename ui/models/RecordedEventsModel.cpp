// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/RecordedEventsModel.h"

#include "core/model/SnapshotJson.h"
#include "ui/models/ActivityModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/Saved.h"

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

bool isPlain(const std::string& text)
{
    return std::all_of(text.begin(), text.end(), [](char each) { return static_cast<unsigned char>(each) < 0x80; });
}

QString clientOf(const inspect::HistoryEvent& event)
{
    if (!event.client.empty())
        return oneLine(event.client);
    if (!event.host.empty())
        return oneLine(event.host);
    return event.session != 0 ? formatHex(event.session) : oneLine(event.node);
}

QString detailOf(const inspect::HistoryEvent& event)
{
    auto node = oneLine(event.node);
    if (!event.took)
        return node;
    const auto took = formatDuration(*event.took);
    return event.type == inspect::Change::Type::Granted ? RecordedEventsModel::tr("waited %1 · %2").arg(took, node)
                                                        : RecordedEventsModel::tr("held %1 · %2").arg(took, node);
}

/// headerData() has the keys.
QVariant exported(const inspect::HistoryEvent& event, int column)
{
    const auto idOrNone = [](std::int64_t id) { return id == 0 ? QVariant() : QVariant(formatHex(id)); };
    switch (column) {
    case ActivityModel::Time:
        return QVariantList{inspect::isoTime(event.at), saved::text(toString(event.atKnown))};
    case ActivityModel::What:
        return event.otherType.empty() ? saved::text(toString(event.type)) : saved::text(event.otherType);
    case ActivityModel::Lock:
        return saved::text(*event.lockPath);
    case ActivityModel::Client:
        return QVariantList{saved::textOrNone(event.client), saved::textOrNone(event.host), idOrNone(event.session)};
    case ActivityModel::Detail:
        return QVariantList{saved::text(event.node), idOrNone(event.creationId),
                            event.took ? QVariant(qlonglong(event.took->count())) : QVariant()};
    default:
        return {};
    }
}

} // namespace

void RecordedEventsModel::setHistory(HistoryPtr history)
{
    if (history == m_history)
        return;
    beginResetModel();
    m_history = std::move(history);
    m_now = {};
    m_past = 0;
    endResetModel();
}

void RecordedEventsModel::setNow(WallTime now)
{
    if (!m_history || now == m_now)
        return;
    m_now = now;
    const auto& events = m_history->events();
    const auto later = std::upper_bound(events.begin(), events.end(), now,
                                        [](WallTime time, const auto& event) { return time < event.at; });
    const auto past = static_cast<int>(later - events.begin());
    const auto [first, end] = std::minmax({past, std::exchange(m_past, past)});
    if (first < end)
        Q_EMIT dataChanged(index(first, 0), index(end - 1, ActivityModel::ColumnCount - 1), {});
}

const inspect::HistoryEvent* RecordedEventsModel::eventAt(int row) const
{
    return row >= 0 && row < rowCount() ? &m_history->events()[static_cast<std::size_t>(row)] : nullptr;
}

bool RecordedEventsModel::matches(int row, const QString& text) const
{
    const auto* event = eventAt(row);
    if (!event)
        return false;
    const auto contains = [&](const std::string& where) {
        return isPlain(where) ? QLatin1StringView(where.data(), static_cast<qsizetype>(where.size()))
                                    .contains(text, Qt::CaseInsensitive)
                              : oneLine(where).contains(text, Qt::CaseInsensitive);
    };
    return contains(*event->lockPath) || contains(event->client) || contains(event->host) || contains(event->node) ||
           eventWord(*event).contains(text, Qt::CaseInsensitive) ||
           (text.startsWith(u"0x"_s) && formatHex(event->session).contains(text, Qt::CaseInsensitive));
}

int RecordedEventsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_history ? 0 : static_cast<int>(m_history->events().size());
}

int RecordedEventsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ActivityModel::ColumnCount;
}

QVariant RecordedEventsModel::data(const QModelIndex& index, int role) const
{
    const auto* event = index.isValid() ? eventAt(index.row()) : nullptr;
    if (!event)
        return {};
    const bool isPast = index.row() < m_past;
    switch (role) {
    case Qt::DisplayRole:
        switch (index.column()) {
        case ActivityModel::Time:
            return formatTime(event->at).section(u' ', 1);
        case ActivityModel::What:
            return eventWord(*event);
        case ActivityModel::Lock:
            return oneLine(*event->lockPath);
        case ActivityModel::Client:
            return clientOf(*event);
        case ActivityModel::Detail:
            return detailOf(*event);
        default:
            return {};
        }
    case Qt::ToolTipRole:
        return index.column() == ActivityModel::Time ? withAside(formatTime(event->at), formatUtc(event->at))
                                                     : plainToolTip(data(index, Qt::DisplayRole).toString());
    case ToneRole:
        if (!isPast)
            return QVariant::fromValue(Tone::Muted);
        if (index.column() == ActivityModel::What)
            return QVariant::fromValue(eventTone(event->type));
        return QVariant::fromValue(index.column() == ActivityModel::Client ? Tone::Normal : Tone::Muted);
    case MonoRole:
        return index.column() == ActivityModel::Time || index.column() == ActivityModel::Detail;
    case StrongRole:
        return index.row() == m_past - 1;
    case ExportRole:
        return exported(*event, index.column());
    default:
        return {};
    }
}

QVariant RecordedEventsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const QStringList keys[] = {{u"at"_s, u"atKnown"_s},
                                       {u"event"_s},
                                       {u"path"_s},
                                       {u"client"_s, u"host"_s, u"session"_s},
                                       {u"node"_s, u"czxid"_s, u"tookMs"_s}};
    if (orientation == Qt::Horizontal && role == ExportRole && section < ActivityModel::ColumnCount)
        return keys[section];
    return orientation == Qt::Horizontal && role == Qt::DisplayRole ? ActivityModel::columnTitle(section) : QVariant();
}

} // namespace lockscope::ui

#include "moc_RecordedEventsModel.cpp"
