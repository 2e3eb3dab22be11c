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

/// "alice, 10.0.0.7, 0x1"
QString requesterText(const inspect::Requester& by)
{
    QStringList words;
    if (!by.user.empty() && by.user != by.host)
        words << oneLine(by.user);
    if (!by.host.empty())
        words << oneLine(by.host);
    if (by.session != 0)
        words << formatHex(by.session);
    return words.join(u", "_s);
}

QString detailOf(const inspect::HistoryEvent& event)
{
    if (event.type == inspect::Change::Type::Gap && event.from) {
        const bool hasEnded = event.atKnown != inspect::Confidence::Unknown;
        return gapDetail(*event.from, hasEnded ? std::optional(event.at) : std::nullopt);
    }
    if (event.type == inspect::Change::Type::Unseen)
        return unseenDetail(event.from.value_or(event.at), event.at, event.unseen);
    auto node = oneLine(event.node);
    if (event.by)
        return RecordedEventsModel::tr("by %1 · %2").arg(requesterText(*event.by), node);
    if (!event.took)
        return node;
    const auto took = formatDuration(*event.took);
    return event.type == inspect::Change::Type::Granted ? RecordedEventsModel::tr("waited %1 · %2").arg(took, node)
                                                        : RecordedEventsModel::tr("held %1 · %2").arg(took, node);
}

QVariant idOrNone(std::int64_t id)
{
    return id == 0 ? QVariant() : QVariant(formatHex(id));
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
    const auto* first = eventAt(0);
    m_day = first && isSameDay(first->at, eventAt(rowCount() - 1)->at) ? std::optional(first->at) : std::nullopt;
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
    if (role == ToneRole && !isPast)
        return QVariant::fromValue(Tone::Muted);
    if (role == StrongRole)
        return index.row() == m_past - 1;
    using Type = inspect::Change::Type;
    if (role == MonoRole && index.column() == ActivityModel::Detail)
        return event->type != Type::Gap && event->type != Type::Unseen; // else a node is at the end
    if (role == Qt::DisplayRole && index.column() == ActivityModel::Time && m_day)
        return formatTimeOfDay(event->at, *m_day);
    if (role == Qt::ToolTipRole && index.column() == ActivityModel::Time)
        return withAside(formatTime(event->at), formatUtc(event->at));
    if (role == Qt::ToolTipRole && index.column() == ActivityModel::What && event->otherType.empty())
        return eventToolTip(event->type);
    return columns().cell(*event, index.column(), role);
}

QVariant RecordedEventsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    // The keys differ from those of ActivityModel.
    return role == ExportRole ? columns().header(section, orientation, role)
                              : ActivityModel::columns().header(section, orientation, role);
}

/// The columns of ActivityModel, with the additional data of a recording.
const Columns<inspect::HistoryEvent>& RecordedEventsModel::columns()
{
    using Event = inspect::HistoryEvent;
    static const Columns<Event> all(
        [](const char* text) { return ActivityModel::tr(text); },
        {
            {.keys = "at atKnown",
             .text = [](const Event& event) { return formatTime(event.at); },
             .saved = [](const Event& event) -> QVariant {
                 return QVariantList{inspect::isoTime(event.at), saved::text(toString(event.atKnown))};
             },
             .isMono = true},
            {.keys = "event",
             .text = [](const Event& event) { return eventWord(event); },
             .saved = [](const Event& event) -> QVariant {
                 return event.otherType.empty() ? saved::text(toString(event.type)) : saved::text(event.otherType);
             },
             .tone = [](const Event& event) { return eventTone(event.type); }},
            {.keys = "path",
             .text = [](const Event& event) { return oneLine(*event.lockPath); },
             .saved = [](const Event& event) -> QVariant { return saved::text(*event.lockPath); },
             .isPath = true},
            {.keys = "client host session",
             .text = clientOf,
             .saved = [](const Event& event) -> QVariant {
                 return QVariantList{saved::textOrNone(event.client), saved::textOrNone(event.host),
                                     idOrNone(event.session)};
             },
             .tone = normalTone<Event>},
            {.keys = "node czxid tookMs",
             .text = detailOf,
             .saved = [](const Event& event) -> QVariant {
                 return QVariantList{saved::text(event.node), idOrNone(event.creationId),
                                     event.took ? QVariant(qlonglong(event.took->count())) : QVariant()};
             }},
        });
    return all;
}

} // namespace lockscope::ui

#include "moc_RecordedEventsModel.cpp"
