// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/ActionLogModel.h"

#include "core/model/SnapshotJson.h"
#include "ui/models/Roles.h"
#include "ui/models/text/Formatting.h"
#include "ui/models/text/Saved.h"

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using release::ActionEntry;
using release::ActionStatus;

namespace {

Tone toneOf(ActionStatus verdict)
{
    switch (verdict) {
    case ActionStatus::Released:
    case ActionStatus::Followed:
        return Tone::Good;
    case ActionStatus::Ignored:
    case ActionStatus::AlreadyGone:
    case ActionStatus::Refused:
        return Tone::Warn;
    case ActionStatus::Failed:
    case ActionStatus::Unknown:
        break;
    }
    return Tone::Bad;
}

QString member(const ActionEntry& entry, const char* key)
{
    return oneLine(entry.record.plan.value(QLatin1String(key)).toString().toStdString());
}

QVariant planned(const ActionEntry& entry, const char* key)
{
    return saved::textOrNone(entry.record.plan.value(QLatin1String(key)).toString().toStdString());
}

/// Without the date today; the tooltip has all of it.
QString timeOfAction(WallTime at)
{
    return formatTimeOfDay(at, SystemClock().wallNow()).section(u'.', 0, 0);
}

/// The person, not root.
QString userOf(const ActionEntry& entry)
{
    const auto& actor = entry.record.actor;
    return oneLine(actor.sudoUser.empty() ? actor.user : actor.sudoUser);
}

QString actionDetail(const ActionEntry& entry)
{
    return entry.record.outcome ? oneLine(entry.record.outcome->text)
                                : ActionLogModel::tr("the program ended before it wrote the outcome");
}

} // namespace

QString verdictText(ActionStatus verdict)
{
    switch (verdict) {
    case ActionStatus::Released:
        return ActionLogModel::tr("Released");
    case ActionStatus::Followed:
        return ActionLogModel::tr("Gone after request");
    case ActionStatus::Ignored:
        return ActionLogModel::tr("Not released by client");
    case ActionStatus::AlreadyGone:
        return ActionLogModel::tr("Already gone");
    case ActionStatus::Refused:
        return ActionLogModel::tr("Refused");
    case ActionStatus::Failed:
        return ActionLogModel::tr("Failed");
    case ActionStatus::Unknown:
        break;
    }
    return ActionLogModel::tr("Unknown");
}

ActionLogModel::ActionLogModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ActionLogModel::setEntries(std::vector<release::ActionEntry> entries)
{
    const auto idOf = [](const release::ActionEntry& entry) -> const std::string& { return entry.record.id; };
    // The log is append-only, so new entries come before the existing ones; else it is another file.
    const auto added = entries.size() < m_entries.size() ? 0 : entries.size() - m_entries.size();
    const bool isSame = entries.size() >= m_entries.size() &&
                        std::equal(m_entries.begin(), m_entries.end(), entries.begin() + static_cast<long>(added),
                                   [&](const auto& a, const auto& b) { return idOf(a) == idOf(b); });
    if (!isSame && !m_entries.empty()) {
        beginRemoveRows({}, 0, rowCount() - 1);
        m_entries.clear();
        endRemoveRows();
    }
    const auto count = static_cast<int>(entries.size() - m_entries.size());
    if (count > 0) {
        beginInsertRows({}, 0, count - 1);
        m_entries.insert(m_entries.begin(), entries.begin(), entries.begin() + count);
        endInsertRows();
    }
    for (auto row = static_cast<std::size_t>(count); row < entries.size(); ++row) {
        if (m_entries[row].record == entries[row].record)
            continue;
        m_entries[row] = std::move(entries[row]);
        const auto changed = static_cast<int>(row);
        Q_EMIT dataChanged(index(changed, 0), index(changed, ColumnCount - 1));
    }
}

int ActionLogModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int ActionLogModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ActionLogModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto& entry = m_entries[static_cast<std::size_t>(index.row())];
    if (role == KeyRole)
        return QString::fromStdString(entry.record.id);
    const auto more =
        role == Qt::ToolTipRole || role == Qt::AccessibleDescriptionRole ? moreOf(entry, index.column()) : QString();
    if (!more.isEmpty())
        return role == Qt::ToolTipRole ? plainToolTip(more) : more;
    return columns().cell(entry, index.column(), role);
}

/// What the cell itself leaves out; empty: nothing.
QString ActionLogModel::moreOf(const ActionEntry& entry, int column)
{
    switch (column) {
    case Time:
        return formatTime(entry.record.at);
    case Who:
        return u"%1@%2"_s.arg(userOf(entry), oneLine(entry.record.actor.machine));
    case Reason: {
        const auto reason = oneLine(entry.record.reason);
        return entry.record.ticket.empty()
                   ? QString()
                   : u"%1\n%2"_s.arg(reason, tr("Ticket: %1").arg(oneLine(entry.record.ticket)));
    }
    case Outcome: // the column of the details is not always shown
        return u"%1\n%2"_s.arg(entry.record.outcome ? verdictText(entry.verdict()) : tr("No outcome recorded"),
                               actionDetail(entry));
    default:
        return {};
    }
}

QVariant ActionLogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columns().header(section, orientation, role);
}

/// A file has the values of the log itself. A missing value stays empty.
const Columns<ActionEntry>& ActionLogModel::columns()
{
    static const Columns<ActionEntry> all(
        [](const char* text) { return tr(text); },
        {
            {.title = QT_TR_NOOP("Time"),
             .width = 170,
             .keys = "at endedAt",
             .text = [](const ActionEntry& entry) { return timeOfAction(entry.record.at); },
             .saved = [](const ActionEntry& entry) -> QVariant {
                 return QVariantList{inspect::isoTime(entry.record.at),
                                     entry.record.outcome ? QVariant(inspect::isoTime(entry.endedAt)) : QVariant()};
             },
             .isMono = true},
            {.title = QT_TR_NOOP("User"),
             .width = 90,
             .keys = "user sudoUser machine program pid connect",
             .text = userOf,
             .saved = [](const ActionEntry& entry) -> QVariant {
                 const auto& actor = entry.record.actor;
                 return QVariantList{saved::text(actor.user),    saved::textOrNone(actor.sudoUser),
                                     saved::text(actor.machine), saved::text(actor.program),
                                     qlonglong(actor.pid),       saved::text(entry.record.connect)};
             }},
            {.title = QT_TR_NOOP("Action"),
             .width = 110,
             .keys = "act id",
             .text =
                 [](const ActionEntry& entry) {
                     return entry.record.act == release::Act::Release ? tr("Delete") : tr("Request release");
                 },
             .saved = [](const ActionEntry& entry) -> QVariant {
                 return QVariantList{saved::text(toString(entry.record.act)), saved::text(entry.record.id)};
             }},
            {.title = QT_TR_NOOP("Lock"),
             .width = 160,
             .keys = "path nodePath czxid",
             .text = [](const ActionEntry& entry) { return oneLine(entry.record.lockPath()); },
             .saved = [](const ActionEntry& entry) -> QVariant {
                 return QVariantList{saved::textOrNone(entry.record.lockPath()),
                                     saved::textOrNone(entry.record.nodePath()), planned(entry, "czxid")};
             },
             .tone = normalTone<ActionEntry>,
             .isPath = true},
            {.title = QT_TR_NOOP("Client"),
             .width = 120,
             .keys = "client session",
             .text =
                 [](const ActionEntry& entry) {
                     const auto client = member(entry, "client");
                     return client.isEmpty() ? elideNode(member(entry, "node")) : client;
                 },
             .saved = [](const ActionEntry& entry) -> QVariant {
                 return QVariantList{planned(entry, "client"), planned(entry, "session")};
             }},
            {.title = QT_TR_NOOP("Reason"),
             .width = 200,
             .keys = "reason",
             .text = [](const ActionEntry& entry) { return oneLine(entry.record.reason); },
             .saved = [](const ActionEntry& entry) -> QVariant { return saved::text(entry.record.reason); },
             .tone = normalTone<ActionEntry>},
            {.title = QT_TR_NOOP("Ticket"),
             .width = 80,
             .keys = "ticket",
             .text = [](const ActionEntry& entry) { return oneLine(entry.record.ticket); },
             .saved = [](const ActionEntry& entry) -> QVariant { return saved::text(entry.record.ticket); }},
            {.title = QT_TR_NOOP("Outcome"),
             .width = 150,
             .keys = "result",
             .text =
                 [](const ActionEntry& entry) {
                     return entry.record.outcome ? verdictText(entry.verdict()) : tr("No outcome recorded");
                 },
             .saved = [](const ActionEntry& entry) -> QVariant {
                 return entry.record.outcome ? saved::text(toString(entry.verdict())) : u"no outcome recorded"_s;
             },
             .tone = [](const ActionEntry& entry) { return toneOf(entry.verdict()); }},
            {.title = QT_TR_NOOP("Details"),
             .width = 240,
             .keys = "text tookMs verified holder plan",
             .text = actionDetail,
             .saved = [](const ActionEntry& entry) -> QVariant {
                 const auto& outcome = entry.record.outcome;
                 return QVariantList{outcome ? QVariant(saved::text(outcome->text)) : QVariant(),
                                     outcome ? QVariant(qlonglong(outcome->took.count())) : QVariant(),
                                     outcome ? QVariant(outcome->verified) : QVariant(),
                                     outcome ? saved::textOrNone(outcome->holder) : QVariant(), entry.record.plan};
             },
             .isMono = true},
        });
    return all;
}

ActionLogProxy::ActionLogProxy(ActionLogModel& model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_model(model)
{
    setSourceModel(&m_model);
}

void ActionLogProxy::setFilter(release::ActionLogFilter filter)
{
    m_filter = std::move(filter);
    invalidateFilter();
}

bool ActionLogProxy::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const
{
    return release::matches(m_model.entries()[static_cast<std::size_t>(row)], m_filter);
}

} // namespace lockscope::ui

#include "moc_ActionLogModel.cpp"
