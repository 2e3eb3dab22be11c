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
using release::Verdict;

namespace {

Tone toneOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Released:
    case Verdict::Followed:
        return Tone::Good;
    case Verdict::Ignored:
    case Verdict::AlreadyGone:
    case Verdict::Refused:
        return Tone::Wait;
    case Verdict::Failed:
    case Verdict::Unknown:
        break;
    }
    return Tone::Bad;
}

QString member(const release::ActionEntry& entry, const char* key)
{
    return oneLine(entry.record.plan.value(QLatin1String(key)).toString().toStdString());
}

} // namespace

QString verdictText(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Released:
        return ActionLogModel::tr("released");
    case Verdict::Followed:
        return ActionLogModel::tr("let go");
    case Verdict::Ignored:
        return ActionLogModel::tr("did not let go");
    case Verdict::AlreadyGone:
        return ActionLogModel::tr("already gone");
    case Verdict::Refused:
        return ActionLogModel::tr("refused");
    case Verdict::Failed:
        return ActionLogModel::tr("failed");
    case Verdict::Unknown:
        break;
    }
    return ActionLogModel::tr("unknown");
}

ActionLogModel::ActionLogModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ActionLogModel::setEntries(std::vector<release::ActionEntry> entries)
{
    const auto idOf = [](const release::ActionEntry& entry) -> const std::string& { return entry.record.id; };
    // The trail is only appended to, so what is new stands before what is there; else it is another file.
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

QString ActionLogModel::text(const release::ActionEntry& entry, int column)
{
    const auto& record = entry.record;
    switch (column) {
    case Time:
        return formatTime(record.at);
    case Act:
        return record.act == release::Act::Release ? tr("delete") : tr("ask");
    case Outcome:
        return record.outcome ? verdictText(entry.verdict()) : tr("no outcome written");
    case Lock:
        return oneLine(record.lockPath());
    case Client: {
        const auto client = member(entry, "client");
        return client.isEmpty() ? elideNode(member(entry, "node")) : client;
    }
    case Who:
        return u"%1@%2"_s.arg(oneLine(record.actor.sudoUser.empty() ? record.actor.user : record.actor.sudoUser),
                              oneLine(record.actor.machine));
    case Reason:
        return oneLine(record.reason);
    case Ticket:
        return oneLine(record.ticket);
    case Detail:
        return record.outcome ? oneLine(record.outcome->text)
                              : tr("the program ended before it could note what came of it");
    default:
        return {};
    }
}

/// The words of the trail itself. What was never written is nothing.
QVariant ActionLogModel::exported(const release::ActionEntry& entry, int column)
{
    const auto& record = entry.record;
    const auto& outcome = record.outcome;
    const auto planned = [&](const char* key) {
        return saved::textOrNone(record.plan.value(QLatin1String(key)).toString().toStdString());
    };
    switch (column) {
    case Time:
        return QVariantList{inspect::isoTime(record.at),
                            outcome ? QVariant(inspect::isoTime(entry.endedAt)) : QVariant()};
    case Act:
        return QVariantList{saved::text(toString(record.act)), saved::text(record.id)};
    case Outcome:
        return outcome ? saved::text(toString(entry.verdict())) : u"no outcome written"_s;
    case Lock:
        return QVariantList{saved::textOrNone(record.lockPath()), saved::textOrNone(record.nodePath()),
                            planned("czxid")};
    case Client:
        return QVariantList{planned("client"), planned("session")};
    case Who:
        return QVariantList{saved::text(record.actor.user),    saved::textOrNone(record.actor.sudoUser),
                            saved::text(record.actor.machine), saved::text(record.actor.program),
                            qlonglong(record.actor.pid),       saved::text(record.connect)};
    case Reason:
        return saved::text(record.reason);
    case Ticket:
        return saved::text(record.ticket);
    case Detail:
        return QVariantList{outcome ? QVariant(saved::text(outcome->text)) : QVariant(),
                            outcome ? QVariant(qlonglong(outcome->took.count())) : QVariant(),
                            outcome ? QVariant(outcome->verified) : QVariant(),
                            outcome ? saved::textOrNone(outcome->holder) : QVariant(), record.plan};
    default:
        return {};
    }
}

QVariant ActionLogModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto& entry = m_entries[static_cast<std::size_t>(index.row())];
    if (role == ToneRole) {
        if (index.column() == Outcome)
            return QVariant::fromValue(toneOf(entry.verdict()));
        return QVariant::fromValue(index.column() == Lock || index.column() == Reason ? Tone::Normal : Tone::Muted);
    }
    if (role == MonoRole)
        return index.column() == Time || index.column() == Detail;
    if (role == KeyRole)
        return QString::fromStdString(entry.record.id);
    if (role == ExportRole)
        return exported(entry, index.column());
    if (role == Qt::ToolTipRole)
        return plainToolTip(text(entry, index.column()));
    return role == Qt::DisplayRole ? text(entry, index.column()) : QVariant();
}

QVariant ActionLogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const QStringList keys[] = {
        {u"at"_s, u"endedAt"_s},
        {u"act"_s, u"id"_s},
        {u"result"_s},
        {u"path"_s, u"nodePath"_s, u"czxid"_s},
        {u"client"_s, u"session"_s},
        {u"user"_s, u"sudoUser"_s, u"machine"_s, u"program"_s, u"pid"_s, u"connect"_s},
        {u"reason"_s},
        {u"ticket"_s},
        {u"text"_s, u"tookMs"_s, u"verified"_s, u"holder"_s, u"plan"_s},
    };
    if (orientation == Qt::Horizontal && role == ExportRole && section < ColumnCount)
        return keys[section];
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Time:
        return tr("Time");
    case Act:
        return tr("Act");
    case Outcome:
        return tr("Outcome");
    case Lock:
        return tr("Lock");
    case Client:
        return tr("Client");
    case Who:
        return tr("By");
    case Reason:
        return tr("Reason");
    case Ticket:
        return tr("Ticket");
    case Detail:
        return tr("Details");
    default:
        return {};
    }
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
