// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/SessionsModel.h"

#include "ui/models/text/Formatting.h"
#include "ui/models/text/Saved.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace lockscope::ui {

namespace {

/// What a row is about: a session, or on Redis a client instance.
struct SessionKey {
    SessionId session = 0;
    std::string_view instance{}; ///< of the summary

    friend bool operator==(const SessionKey&, const SessionKey&) = default;
};

} // namespace

} // namespace lockscope::ui

template <> struct std::hash<lockscope::ui::SessionKey> {
    std::size_t operator()(const lockscope::ui::SessionKey& key) const
    {
        return std::hash<lockscope::SessionId>()(key.session) ^ std::hash<std::string_view>()(key.instance);
    }
};

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using inspect::SessionSummary;

namespace {

/// The first locks, and the number of the others.
QString locksText(const std::vector<inspect::SessionNode>& nodes, bool withPosition)
{
    constexpr std::size_t most = 3;
    QStringList names;
    for (std::size_t i = 0; i < std::min(nodes.size(), most); ++i) {
        const auto& node = nodes[i];
        const auto aside = node.isPossible   ? SessionsModel::tr("possibly a lock")
                           : !withPosition   ? QString()
                           : node.place == 0 ? u"#?"_s
                                             : u'#' + QString::number(node.place);
        names << withAside(oneLine(node.key.lock), aside);
    }
    if (nodes.size() > most)
        names << SessionsModel::tr("%1 more").arg(formatCount(static_cast<qint64>(nodes.size() - most)));
    return names.isEmpty() ? u"—"_s : asList(names);
}

QStringList pathsOf(const std::vector<inspect::SessionNode>& nodes)
{
    QStringList texts;
    for (const auto& node : nodes)
        texts << QString::fromStdString(node.key.isLock() ? node.key.lock : node.key.lock + '/' + node.key.node);
    return texts;
}

bool isSame(const SessionSummary& a, const SessionSummary& b)
{
    return a.client == b.client && a.isMissing == b.isMissing && a.holds == b.holds && a.waits == b.waits &&
           a.undecided == b.undecided && a.lease == b.lease && a.owner.host == b.owner.host &&
           a.owner.hostSource == b.owner.hostSource && a.owner.lastHeard == b.owner.lastHeard &&
           a.owner.expiresAt == b.owner.expiresAt && a.owner.timeout == b.owner.timeout &&
           a.owner.server == b.owner.server && a.owner.hostName == b.owner.hostName;
}

/// Of a session, or of a client instance on Redis.
QString identityOf(const SessionSummary& summary)
{
    return summary.instance.empty() ? formatHex(summary.owner.session) : oneLine(summary.instance);
}

SessionKey sessionKeyOf(const SessionSummary* summary)
{
    return {summary->owner.session, summary->instance};
}

/// It is only unknown whether it holds or waits.
bool isUndecided(const SessionSummary& summary)
{
    return summary.holds.empty() && summary.waits.empty() && !summary.undecided.empty();
}

} // namespace

SessionsModel::Change SessionsModel::changeTo(SessionsShown next, const SessionsShown& before)
{
    Change change{std::move(next), {}, {}};
    const auto& rows = change.next.rows;
    change.steps = stepsBetween(before.rows, rows, &sessionKeyOf);
    std::vector<bool> changed(rows.size() + 1, false); // the last one ends a run
    for (std::size_t i = 0; i < before.rows.size(); ++i) {
        const auto place = change.steps.places[i];
        const auto* summary = place < 0 ? before.rows[i] : rows[static_cast<std::size_t>(place)];
        if (summary != before.rows[i] && !isSame(*before.rows[i], *summary))
            changed[static_cast<std::size_t>(place)] = true;
    }
    for (std::size_t first = 0, row = 0; row < changed.size(); ++row) {
        if (changed[row])
            continue;
        if (first < row)
            change.changed.emplace_back(static_cast<int>(first), static_cast<int>(row) - 1);
        first = row + 1;
    }
    return change;
}

void SessionsModel::apply(Change change)
{
    const auto kept = m_sessions.all; // the rows point into it until all of them are replaced
    takeSteps(m_sessions.rows, change.next.rows, change.steps);
    m_sessions = std::move(change.next);
    for (const auto& [first, last] : change.changed)
        Q_EMIT dataChanged(index(first, 0), index(last, ColumnCount - 1));
}

void SessionsModel::setRedis(bool isRedis)
{
    if (std::exchange(m_isRedis, isRedis) != isRedis)
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void SessionsModel::setNow(WallTime now)
{
    m_now = now;
    if (!m_sessions.rows.empty())
        Q_EMIT dataChanged(index(0, Heard), index(rowCount() - 1, Expires), {Qt::DisplayRole});
}

const SessionSummary* SessionsModel::summaryAt(int row) const
{
    return row >= 0 && row < rowCount() ? m_sessions.rows[static_cast<std::size_t>(row)] : nullptr;
}

int SessionsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_sessions.rows.size());
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
    const auto& owner = summary->owner;
    switch (role) {
    case KeyRole:
        return identityOf(*summary);
    case MarkRole:
        if (index.column() != Client)
            return {};
        return QVariant::fromValue(summary->isMissing        ? Mark::CrossedRing
                                   : !summary->holds.empty() ? Mark::Filled
                                   : isUndecided(*summary)   ? Mark::Question
                                                             : Mark::Ring);
    case MarkToneRole:
        if (index.column() != Client)
            return {};
        return QVariant::fromValue(summary->isMissing        ? Tone::Bad
                                   : !summary->holds.empty() ? Tone::Good
                                   : isUndecided(*summary)   ? Tone::Muted
                                                             : Tone::Wait);
    case Qt::ToolTipRole:
        if (index.column() == Expires && owner.expiresAt && !owner.timeLeft(m_now))
            return plainToolTip(lateReportText(owner, m_now));
        [[fallthrough]];
    default:
        return columns().cell({*summary, m_now}, index.column(), role);
    }
}

QVariant SessionsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (m_isRedis && orientation == Qt::Horizontal && (role == Qt::DisplayRole || role == Qt::ToolTipRole)) {
        const bool isTip = role == Qt::ToolTipRole;
        switch (section) {
        case Session:
            return isTip ? tr("A client object, a token or a permit. Redis has no sessions.") : tr("Client instance");
        case Heard:
            return isTip ? tr("Time since a sample of the servers' commands showed the client.") : tr("Last seen");
        case Expires:
            return isTip ? tr("How long until the first lease of the client ends, if it is not renewed.")
                         : tr("Lease left");
        default:
            break;
        }
    }
    return columns().header(section, orientation, role);
}

const Columns<SessionsModel::Cell>& SessionsModel::columns()
{
    static const Columns<Cell> all(
        [](const char* text) { return tr(text); },
        {
            {.title = QT_TR_NOOP("Client"),
             .tip = QT_TR_NOOP("The client name from one of the session's nodes."),
             .width = 150,
             .keys = "client",
             .text =
                 [](const Cell& cell) { return cell.summary.client.empty() ? u"—"_s : oneLine(cell.summary.client); },
             .saved = [](const Cell& cell) { return saved::textOrNone(cell.summary.client); },
             .tone = normalTone<Cell>,
             .isStrong = true},
            {.title = QT_TR_NOOP("Session"),
             .width = 150,
             .keys = "session own",
             .text = [](const Cell& cell) { return identityOf(cell.summary); },
             .saved = [](const Cell& cell) -> QVariant {
                 return QVariantList{identityOf(cell.summary), cell.summary.isOwn};
             },
             .isMono = true},
            {.title = QT_TR_NOOP("Host"),
             .tip = QT_TR_NOOP("The client's address as a server reports it, or the host name from the payload."),
             .width = 160,
             .keys = "host server",
             .text =
                 [](const Cell& cell) {
                     return cell.summary.owner.host.empty() ? u"—"_s : hostWithName(cell.summary.owner);
                 },
             .saved = [](const Cell& cell) -> QVariant {
                 return QVariantList{saved::textOrNone(cell.summary.owner.host),
                                     saved::textOrNone(cell.summary.owner.server)};
             },
             .isMono = true},
            {.title = QT_TR_NOOP("Host source"),
             .tip = QT_TR_NOOP("The source that reported the host."),
             .width = 150,
             .keys = "hostSource reportedAt",
             .text =
                 [](const Cell& cell) {
                     const auto& owner = cell.summary.owner;
                     return owner.host.empty() ? tr("unknown") : hostSourceText(owner.hostSource);
                 },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto& owner = cell.summary.owner;
                 return QVariantList{saved::text(toString(owner.hostSource)), saved::timeOrNone(owner.reportedAt)};
             }},
            {.title = QT_TR_NOOP("Last heartbeat"),
             .tip = QT_TR_NOOP("Minimum time since the last heartbeat in the servers' last report; later heartbeats "
                               "are not included."),
             .width = 160,
             .keys = "lastHeard listed",
             .text =
                 [](const Cell& cell) {
                     const auto notified = cell.summary.owner.sinceHeard(cell.now);
                     return cell.summary.isMissing ? tr("not listed by any server")
                            : notified             ? tr("%1 ago").arg(formatDuration(*notified))
                                                   : u"—"_s;
                 },
             .saved = [](const Cell& cell) -> QVariant {
                 return QVariantList{saved::timeOrNone(cell.summary.owner.lastHeard), !cell.summary.isMissing};
             },
             .tone = [](const Cell& cell) { return cell.summary.isMissing ? Tone::Bad : Tone::Muted; }},
            {.title = QT_TR_NOOP("Expires in"),
             .tip = QT_TR_NOOP("Maximum time until the session expires and its nodes are deleted, if no heartbeat has "
                               "arrived since the servers' last report."),
             .width = 90,
             .keys = "expiresAt timeoutMs",
             .text =
                 [](const Cell& cell) {
                     const auto left = cell.summary.owner.timeLeft(cell.now);
                     return left ? formatDuration(*left) : u"—"_s;
                 },
             .saved = [](const Cell& cell) -> QVariant {
                 const auto& owner = cell.summary.owner;
                 return QVariantList{saved::timeOrNone(owner.expiresAt),
                                     owner.timeout ? QVariant(qlonglong(owner.timeout->count())) : QVariant()};
             }},
            {.title = QT_TR_NOOP("Locks held"),
             .width = 250,
             .keys = "holds",
             .text = [](const Cell& cell) { return locksText(cell.summary.holds, false); },
             .saved = [](const Cell& cell) -> QVariant { return pathsOf(cell.summary.holds); },
             .tone = [](const Cell& cell) { return cell.summary.holds.empty() ? Tone::Muted : Tone::Good; }},
            {.title = QT_TR_NOOP("Locks waited for"),
             .tip = QT_TR_NOOP("The locks that the session waits for, with its place among the waiters."),
             .width = 250,
             .keys = "waits",
             .text = [](const Cell& cell) { return locksText(cell.summary.waits, true); },
             .saved = [](const Cell& cell) -> QVariant { return pathsOf(cell.summary.waits); },
             .tone = [](const Cell& cell) { return cell.summary.waits.empty() ? Tone::Muted : Tone::Wait; }},
            {.title = QT_TR_NOOP("Locks held or waited for"),
             .tip = QT_TR_NOOP("The locks that the session holds or waits for; which of the two is unknown."),
             .width = 170,
             .keys = "undecided",
             .text = [](const Cell& cell) { return locksText(cell.summary.undecided, false); },
             .saved = [](const Cell& cell) -> QVariant { return pathsOf(cell.summary.undecided); }},
        });
    return all;
}

} // namespace lockscope::ui

#include "moc_SessionsModel.cpp"
