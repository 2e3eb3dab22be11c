// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/DiagnosticsModel.h"

#include "ui/models/Roles.h"
#include "ui/models/text/DiagnosticsWords.h"
#include "ui/models/text/Formatting.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

enum class Kind {
    Time, ///< counted in milliseconds
    Rate, ///< by the second
    Count,
    Bytes
};

struct Sort {
    Kind kind;
    double much = 0; ///< from here on somebody should look at it; 0: never
};

/// By row.
constexpr Sort sorts[] = {
    {Kind::Time, 100}, // LongestPause: what is felt
    {Kind::Time, 100}, // SlowestPaint
    {Kind::Rate},      // Paints
    {Kind::Rate},      // SnapshotsShown
    {Kind::Time, 100}, // ShowingTook
    {Kind::Time},      // FindingsTook: on a thread of their own
    {Kind::Rate},      // Reads
    {Kind::Rate},      // Writes
    {Kind::Rate},      // Events
    {Kind::Count},     // InFlight
    {Kind::Count},     // Listings
    {Kind::Count},     // Confirmations
    {Kind::Count},     // Details
    {Kind::Count},     // Unread
    {Kind::Time, 500}, // ThreadWait
    {Kind::Rate},      // SnapshotsMade
    {Kind::Count},     // Directories
    {Kind::Count, 1},  // Polled: those are seen late
    {Kind::Count},     // Watches
    {Kind::Count},     // Sessions
    {Kind::Bytes},     // PathBytes
};
static_assert(std::size(sorts) == DiagnosticsModel::RowCount);

QString formatted(Kind kind, double value)
{
    switch (kind) {
    case Kind::Time:
        return formatLatency(std::chrono::microseconds(std::llround(value * 1'000)));
    case Kind::Rate:
        return DiagnosticsModel::tr("%1/s").arg(value, 0, 'f', value < 10 ? 1 : 0);
    case Kind::Count:
        return formatCount(std::llround(value));
    case Kind::Bytes:
        if (value < 1'024)
            return DiagnosticsModel::tr("%1 bytes").arg(std::llround(value));
        return DiagnosticsModel::tr("%1 KiB").arg(value / 1'024, 0, 'f', value < 10 * 1'024 ? 1 : 0);
    }
    return {};
}

/// As it stands in files, whatever the window speaks.
QString unitOf(Kind kind)
{
    return kind == Kind::Time    ? u"ms"_s
           : kind == Kind::Rate  ? u"per second"_s
           : kind == Kind::Bytes ? u"bytes"_s
                                 : QString();
}

double inMs(Duration duration)
{
    return std::chrono::duration<double, std::milli>(duration).count();
}

double inSeconds(Duration duration)
{
    return std::chrono::duration<double>(duration).count();
}

std::optional<double> inMs(const std::optional<Duration>& duration)
{
    return duration ? std::optional(inMs(*duration)) : std::nullopt;
}

QVariant orNone(const std::optional<double>& value)
{
    return value ? QVariant(*value) : QVariant();
}

} // namespace

DiagnosticsModel::DiagnosticsModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void DiagnosticsModel::set(Row row, std::optional<double> now, std::optional<double> limit)
{
    auto& cell = m_cells.at(row);
    cell.now = now;
    cell.limit = limit;
    if (now)
        cell.most = std::max(cell.most.value_or(*now), *now);
}

void DiagnosticsModel::show(const ConnectionLoad& load, const LoopProbe::Reading& reading)
{
    if (m_last && m_last->line != load.line)
        startOver();
    if (m_last && load.at > m_last->at) {
        showWindow(reading);
        showRates(*m_last, load);
    }
    set(ShowingTook, inMs(load.showingTook));
    set(FindingsTook, inMs(load.findingsTook));
    set(ThreadWait, inMs(load.threadWait));
    showInspector(load.inspector.value_or(inspect::InspectorLoad()));
    m_last = load;
    Q_EMIT dataChanged(index(0, Now), index(RowCount - 1, Most));
}

void DiagnosticsModel::showWindow(const LoopProbe::Reading& reading)
{
    set(LongestPause, inMs(reading.longestPause));
    set(SlowestPaint, inMs(reading.slowestPaint));
    if (reading.over > Duration(0))
        set(Paints, reading.paints / inSeconds(reading.over));
}

void DiagnosticsModel::showRates(const ConnectionLoad& last, const ConnectionLoad& load)
{
    const auto seconds = inSeconds(load.at - last.at);
    const auto rate = [&](std::uint64_t before, std::uint64_t now) {
        return static_cast<double>(now - before) / seconds;
    };
    set(SnapshotsShown, rate(last.snapshotsShown, load.snapshotsShown));
    set(SnapshotsMade, rate(last.snapshotsMade, load.snapshotsMade));
    set(Reads, rate(last.requests - last.writes, load.requests - load.writes));
    set(Writes, rate(last.writes, load.writes));
    set(Events, rate(last.watchEvents, load.watchEvents));
}

void DiagnosticsModel::showInspector(const inspect::InspectorLoad& load)
{
    const auto count = [this](Row row, std::size_t number) { set(row, static_cast<double>(number)); };
    count(Listings, load.requests.listings);
    count(Confirmations, load.requests.confirmations);
    count(Details, load.requests.details);
    set(InFlight, load.requests.inFlight, load.requests.limit);
    count(Unread, load.unread);
    count(Directories, load.directories);
    count(Polled, load.polled);
    set(Watches, load.watches, load.watchBudget);
    count(Sessions, load.pathBytes.size());
    const auto fullest = std::max_element(load.pathBytes.begin(), load.pathBytes.end());
    set(PathBytes, fullest == load.pathBytes.end() ? 0. : static_cast<double>(*fullest),
        static_cast<double>(load.mostPathBytes));
}

void DiagnosticsModel::startOver()
{
    m_cells = {};
    m_last.reset();
    Q_EMIT dataChanged(index(0, Now), index(RowCount - 1, Most));
}

int DiagnosticsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : RowCount;
}

int DiagnosticsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

bool DiagnosticsModel::isMuch(int row) const
{
    const auto much = sorts[row].much;
    return much > 0 && cell(row).now.value_or(0) >= much;
}

QString DiagnosticsModel::text(int row, int column) const
{
    const auto words = wordsOf(static_cast<Row>(row));
    const auto& [now, most, limit] = cell(row);
    const auto kind = sorts[row].kind;
    switch (column) {
    case Part:
        return words.part;
    case Name:
        return words.name;
    case Now:
        return !now    ? u"—"_s
               : limit ? tr("%1 of %2").arg(formatted(kind, *now), formatted(kind, *limit))
                       : formatted(kind, *now);
    case Most:
        return most ? formatted(kind, *most) : u"—"_s;
    case Meaning:
        return words.meaning;
    default:
        return {};
    }
}

QVariant DiagnosticsModel::exported(int row, int column) const
{
    const auto& [now, most, limit] = cell(row);
    switch (column) {
    case Now:
        return QVariantList{orNone(now), orNone(limit), unitOf(sorts[row].kind)};
    case Most:
        return orNone(most);
    default:
        return text(row, column);
    }
}

QVariant DiagnosticsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto row = index.row();
    const auto column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return plainToolTip(text(row, Meaning));
    case Qt::AccessibleTextRole:
        return column == Now ? u"%1: %2"_s.arg(text(row, Name), text(row, Now)) : text(row, column);
    case ExportRole:
        return exported(row, column);
    case ToneRole:
        return QVariant::fromValue(column == Now && isMuch(row)                            ? Tone::Wait
                                   : column == Part || column == Most || column == Meaning ? Tone::Muted
                                                                                           : Tone::Normal);
    case MarkRole:
        return column == Now && isMuch(row) ? QVariant::fromValue(Mark::Triangle) : QVariant();
    default:
        return {};
    }
}

QVariant DiagnosticsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const QStringList keys[] = {
        {u"part"_s}, {u"name"_s}, {u"now"_s, u"limit"_s, u"unit"_s}, {u"most"_s}, {u"meaning"_s}};
    if (orientation == Qt::Horizontal && role == ExportRole && section < ColumnCount)
        return keys[section];
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Part:
        return tr("Part");
    case Name:
        return tr("What");
    case Now:
        return tr("Now");
    case Most:
        return tr("Most");
    case Meaning:
        return tr("What it means");
    default:
        return {};
    }
}

} // namespace lockscope::ui

#include "moc_DiagnosticsModel.cpp"
