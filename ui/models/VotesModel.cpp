// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/VotesModel.h"

#include "ui/models/text/Formatting.h"
#include "ui/models/text/Saved.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// As long as a usual round trip in one data centre, many times over.
constexpr auto slowRoundTrip = 20ms;

QVariant millisecondsOrNone(const std::optional<std::chrono::milliseconds>& value)
{
    return value ? QVariant(static_cast<qint64>(value->count())) : QVariant();
}

bool isSlow(const inspect::RedisVote& vote)
{
    return vote.isReachable && vote.roundTrip.value_or(0ms) >= slowRoundTrip;
}

} // namespace

void VotesModel::setLock(std::shared_ptr<const inspect::Lock> lock)
{
    if (lock && !hasVotes(*lock))
        lock.reset();
    if (lock == m_lock)
        return;
    // Kept rows point into the previous votes until they are replaced below.
    const auto before = std::exchange(m_lock, std::move(lock));
    std::vector<const inspect::RedisVote*> wanted;
    m_tally = {};
    if (m_lock) {
        m_tally = tallyOf(*m_lock->redis);
        const auto names = shortServers(m_lock->redis->votes);
        m_names.clear();
        for (const auto& vote : m_lock->redis->votes) {
            m_names.insert(oneLine(vote.server), names.at(static_cast<qsizetype>(wanted.size())));
            wanted.push_back(&vote);
        }
    }
    takeSteps(m_rows, wanted, [](const inspect::RedisVote* vote) -> std::string_view { return vote->server; });
    m_rows = std::move(wanted);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(m_rows.size()) - 1, ColumnCount - 1));
}

void VotesModel::setNow(WallTime now)
{
    m_now = now;
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, Lease), index(static_cast<int>(m_rows.size()) - 1, Lease),
                           {Qt::DisplayRole, BarRole});
}

const inspect::RedisVote* VotesModel::voteAt(int row) const
{
    return row >= 0 && row < static_cast<int>(m_rows.size()) ? m_rows[static_cast<std::size_t>(row)] : nullptr;
}

int VotesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int VotesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant VotesModel::data(const QModelIndex& index, int role) const
{
    const auto* vote = index.isValid() ? voteAt(index.row()) : nullptr;
    if (!vote || !m_lock) // no lock: the rows are being removed
        return {};
    const Cell cell{*vote, *this};
    switch (role) {
    case KeyRole:
        return QString::fromStdString(vote->server);
    case MarkRole:
        if (index.column() == Server)
            return QVariant::fromValue(markOf(cell.state()).mark);
        if (index.column() == Uptime && isRestarted(*m_lock->redis, *vote))
            return QVariant::fromValue(Mark::WarningTriangle);
        return {};
    case MarkToneRole:
        return index.column() == Server ? QVariant::fromValue(markOf(cell.state()).tone) : QVariant();
    case BarRole:
        return index.column() == Lease ? shareOf(*vote) : QVariant();
    case Qt::ToolTipRole:
        return plainToolTip(tipOf(cell, index.column()));
    case Qt::AccessibleTextRole:
        if (index.column() == Server)
            return asClauses({oneLine(vote->server), stateWord(cell.state(), m_lock->redis->verdict)});
        return {};
    default:
        return columns().cell(cell, index.column(), role);
    }
}

QVariant VotesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columns().header(section, orientation, role);
}

QVariant VotesModel::shareOf(const inspect::RedisVote& vote) const
{
    const auto left = leaseLeft(*m_lock, vote, m_now);
    if (!left)
        return {};
    const auto whole = std::max({m_lock->redis->longestLease, vote.lease.value_or(0ms), 1ms});
    return static_cast<double>(left->count()) / static_cast<double>(whole.count());
}

QString VotesModel::tipOf(const Cell& cell, int column) const
{
    const auto& vote = cell.vote;
    if (column == Token && vote.token)
        return oneLine(*vote.token);
    if (column == Clock)
        return tr("The clock of the master compared with the clock of this machine, less half of the round trip.");
    if (column == Uptime && isRestarted(*m_lock->redis, vote))
        return tr("The master was started %1 ago. Votes from before are lost if it keeps no data.")
            .arg(formatDuration(*vote.uptime));
    return asClauses({oneLine(vote.server), stateWord(cell.state(), m_lock->redis->verdict)});
}

/// The keys are those of the command line's JSON.
const Columns<VotesModel::Cell>& VotesModel::columns()
{
    static const Columns<Cell> all(
        [](const char* text) { return tr(text); },
        {
            {.title = QT_TR_NOOP("Server"),
             .keys = "server",
             .text =
                 [](const Cell& cell) {
                     const auto whole = oneLine(cell.vote.server);
                     return cell.model.m_names.value(whole, whole);
                 },
             .saved = [](const Cell& cell) -> QVariant { return saved::text(cell.vote.server); },
             .tone =
                 [](const Cell& cell) { return cell.state() == VoteState::Unreachable ? Tone::Muted : Tone::Normal; },
             .isMono = true}, // elided in the middle: ports may tell the masters apart
            {.title = QT_TR_NOOP("Answer"),
             .keys = "reachable",
             .text =
                 [](const Cell& cell) {
                     return !cell.vote.isReachable ? tr("no answer")
                            : isSlow(cell.vote)    ? tr("slow")
                            : cell.vote.token      ? tr("token")
                                                   : tr("no token");
                 },
             .saved = [](const Cell& cell) -> QVariant { return cell.vote.isReachable; },
             .tone =
                 [](const Cell& cell) {
                     return !cell.vote.isReachable ? Tone::Bad : isSlow(cell.vote) ? Tone::Warn : Tone::Normal;
                 }},
            {.title = QT_TR_NOOP("Token"),
             .keys = "token",
             .text = [](const Cell& cell) { return cell.vote.token ? shortToken(*cell.vote.token) : u"—"_s; },
             .saved = [](const Cell& cell) -> QVariant {
                 return cell.vote.token ? saved::text(*cell.vote.token) : QVariant();
             },
             .tone =
                 [](const Cell& cell) {
                     return cell.state() == VoteState::Other     ? Tone::Special
                            : cell.state() == VoteState::Leading ? Tone::Normal
                                                                 : Tone::Muted;
                 },
             .isMono = true},
            {.title = QT_TR_NOOP("Lease left"),
             .tip = QT_TR_NOOP("How long until the key on this master expires, if it is not renewed."),
             .keys = "leaseMs",
             .text = [](const Cell& cell) { return voteLease(*cell.model.m_lock, cell.vote, cell.model.m_now); },
             .saved = [](const Cell& cell) { return millisecondsOrNone(cell.vote.lease); },
             .tone =
                 [](const Cell& cell) {
                     return cell.state() == VoteState::Other     ? Tone::Special
                            : cell.state() == VoteState::Leading ? Tone::Good
                                                                 : Tone::Muted;
                 }},
            {.title = QT_TR_NOOP("Round trip"),
             .keys = "rttMs",
             .text =
                 [](const Cell& cell) { return cell.vote.roundTrip ? formatDuration(*cell.vote.roundTrip) : u"—"_s; },
             .saved = [](const Cell& cell) { return millisecondsOrNone(cell.vote.roundTrip); },
             .tone = [](const Cell& cell) { return isSlow(cell.vote) ? Tone::Warn : Tone::Normal; }},
            {.title = QT_TR_NOOP("Clock"),
             .tip = QT_TR_NOOP("The clock of the master compared with the clock of this machine."),
             .keys = "clockOffsetMs",
             .text = [](const Cell& cell) { return offsetText(cell.vote.clockOffset); },
             .saved = [](const Cell& cell) { return millisecondsOrNone(cell.vote.clockOffset); },
             .tone = normalTone<Cell>},
            {.title = QT_TR_NOOP("Uptime"),
             .tip = QT_TR_NOOP("How long the master runs. A triangle: it was started recently."),
             .keys = "uptimeMs",
             .text =
                 [](const Cell& cell) { return cell.vote.uptime ? formatDuration(*cell.vote.uptime) : tr("unknown"); },
             .saved = [](const Cell& cell) { return millisecondsOrNone(cell.vote.uptime); },
             .tone =
                 [](const Cell& cell) {
                     return isRestarted(*cell.model.m_lock->redis, cell.vote) ? Tone::Warn
                            : cell.vote.uptime                                ? Tone::Normal
                                                                              : Tone::Muted;
                 }},
        });
    return all;
}

} // namespace lockscope::ui

#include "moc_VotesModel.cpp"
