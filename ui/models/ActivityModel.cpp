// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/ActivityModel.h"

#include "core/base/EnumWords.h"
#include "core/history/ChangeWords.h"
#include "core/model/SnapshotJson.h"
#include "core/model/json/JsonValues.h"
#include "ui/models/FindingsModel.h"
#include "ui/models/text/Formatting.h"

#include <QDateTime>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

ActivityEntry entryWithoutClient(const inspect::LockEvent& event, const QString& detail)
{
    const auto type = event.change.type;
    return {event.at, eventWord(type), eventTone(type), oneLine(event.change.lockPath), {}, detail, toString(type)};
}

} // namespace

QString eventWord(inspect::Change::Type type)
{
    switch (type) {
    case inspect::Change::Type::Joined:
        return ActivityModel::tr("joined");
    case inspect::Change::Type::Granted:
        return ActivityModel::tr("acquired");
    case inspect::Change::Type::Left:
        return ActivityModel::tr("left");
    case inspect::Change::Type::Lost:
        return ActivityModel::tr("lost");
    case inspect::Change::Type::Revoked:
        return ActivityModel::tr("release requested");
    case inspect::Change::Type::Released:
        return ActivityModel::tr("released by operator");
    case inspect::Change::Type::Deleted:
        return ActivityModel::tr("node deleted");
    case inspect::Change::Type::Gap:
        return ActivityModel::tr("not watched");
    case inspect::Change::Type::Unseen:
        return ActivityModel::tr("not observed");
    case inspect::Change::Type::Other:
        return ActivityModel::tr("other event");
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
    case inspect::Change::Type::Deleted:
    case inspect::Change::Type::Gap:
    case inspect::Change::Type::Unseen:
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

QString eventToolTip(inspect::Change::Type type)
{
    return plainToolTip(QString::fromStdString(inspect::meaningOf(type)));
}

ActivityEntry entryOf(const inspect::Change& change, WallTime at, const ensemble::EnsembleFacts* facts)
{
    return {at,
            change.otherType.empty() ? eventWord(change.type) : oneLine(change.otherType),
            eventTone(change.type),
            oneLine(change.lockPath),
            displayName(change.contender, facts),
            oneLine(change.contender.node),
            toString(change.type),
            true};
}

QString gapDetail(WallTime from, std::optional<WallTime> to)
{
    const auto time = formatTime(from);
    return to ? ActivityModel::tr("from %1 (%2)").arg(time, formatDuration(*to - from))
              : ActivityModel::tr("since %1").arg(time);
}

QString unseenDetail(WallTime from, WallTime to, std::int32_t unseen)
{
    return ActivityModel::tr("up to %1 acquisitions, from %2 (%3)", nullptr, unseen)
        .arg(formatCount(unseen), formatTime(from), formatDuration(to - from));
}

ActivityEntry gapEntryOf(const inspect::LockEvent& gap)
{
    const bool hasEnded = gap.atKnown != inspect::Confidence::Unknown;
    return entryWithoutClient(gap,
                              gapDetail(gap.from.value_or(gap.at), hasEnded ? std::optional(gap.at) : std::nullopt));
}

ActivityEntry unseenEntryOf(const inspect::LockEvent& event)
{
    return entryWithoutClient(event, unseenDetail(event.from.value_or(event.at), event.at, event.change.unseen));
}

ActivityEntry entryOf(const inspect::FindingRecord& record)
{
    const auto& finding = record.finding;
    const bool isOver = record.ended.has_value();
    const auto tone = isOver ? Tone::Good : severityTone(finding.severity);
    return {record.ended.value_or(record.began),
            isOver ? ActivityModel::tr("problem ended") : ActivityModel::tr("problem began"),
            tone,
            oneLine(finding.path),
            {},
            asEntry(findingTitle(finding), findingSentence(finding)),
            isOver ? "problem ended" : "problem began"};
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
    if (role == Qt::ToolTipRole && index.column() == What) {
        if (const auto type = valueNamed<inspect::Change::Type>(entry.event))
            return eventToolTip(*type);
    }
    if (role == MonoRole && index.column() == Detail)
        return entry.isNode;
    return columns().cell(entry, index.column(), role);
}

QVariant ActivityModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columns().header(section, orientation, role);
}

const Columns<ActivityEntry>& ActivityModel::columns()
{
    static const Columns<ActivityEntry> all(
        [](const char* text) { return tr(text); },
        {
            {.title = QT_TR_NOOP("Time"),
             .width = 110,
             .keys = "at",
             .text =
                 [](const ActivityEntry& entry) {
                     return QDateTime::fromMSecsSinceEpoch(entry.at.time_since_epoch().count())
                         .toString(u"HH:mm:ss.zzz"_s);
                 },
             .saved = [](const ActivityEntry& entry) -> QVariant { return inspect::isoTime(entry.at); },
             .isMono = true},
            {.title = QT_TR_NOOP("Event"),
             .width = 190,
             .keys = "event",
             .text = [](const ActivityEntry& entry) { return entry.what; },
             .saved = [](const ActivityEntry& entry) -> QVariant {
                 return entry.event.empty() ? entry.what : inspect::text(entry.event);
             },
             .tone = [](const ActivityEntry& entry) { return entry.tone; }},
            {.title = QT_TR_NOOP("Lock"),
             .width = 260,
             .keys = "path",
             .text = [](const ActivityEntry& entry) { return entry.lock; },
             .saved = [](const ActivityEntry& entry) -> QVariant { return entry.lock; },
             .isPath = true},
            {.title = QT_TR_NOOP("Client"),
             .width = 150,
             .keys = "client",
             .text = [](const ActivityEntry& entry) { return entry.client; },
             .saved = [](const ActivityEntry& entry) -> QVariant { return entry.client; },
             .tone = normalTone<ActivityEntry>},
            {.title = QT_TR_NOOP("Details"),
             .keys = "details",
             .text = [](const ActivityEntry& entry) { return entry.detail; },
             .saved = [](const ActivityEntry& entry) -> QVariant { return entry.detail; }},
        });
    return all;
}

} // namespace lockscope::ui

#include "moc_ActivityModel.cpp"
