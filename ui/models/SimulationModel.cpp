// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/SimulationModel.h"

#include "ui/models/Formatting.h"

#include <map>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using console::Belief;

void SimulationModel::setFacts(const console::StageFacts& facts, bool isOver)
{
    std::map<std::pair<std::string_view, std::string_view>, Seat> seats;
    if (facts.view && !isOver) {
        std::map<std::string_view, int> waiting;
        for (const auto& seen : facts.view->seats)
            seats[{seen.path, seen.node}] = {seen.holds, seen.holds ? 0 : ++waiting[seen.path]};
    }
    std::vector<Row> wanted;
    wanted.reserve(facts.clients.size());
    for (const auto& client : facts.clients) {
        const auto seat = seats.find({client.path, client.node});
        wanted.push_back(rowOf(client, seat == seats.end() ? nullptr : &seat->second, facts.view.has_value()));
    }
    takeSteps(m_rows, wanted, &Row::name);
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        wanted[i].waited = m_rows[i].waited;
        wanted[i].waitedMs = m_rows[i].waitedMs;
        if (m_rows[i] == wanted[i])
            continue;
        m_rows[i] = std::move(wanted[i]);
        const auto row = static_cast<int>(i);
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

void SimulationModel::setMeasurements(const console::Measurements& measurements)
{
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        auto& row = m_rows[i];
        QString waited;
        if (const auto client = measurements.clients.find(row.name);
            client != measurements.clients.end() && client->second.waits.count() > 0) {
            const auto text = [&](double share) {
                return formatLatency(
                    std::chrono::duration_cast<std::chrono::microseconds>(client->second.waits.quantile(share)));
            };
            waited = u"%1 / %2"_s.arg(text(0.5), text(0.99));
            const auto inMs = [&](double share) {
                return std::chrono::duration<double, std::milli>(client->second.waits.quantile(share)).count();
            };
            row.waitedMs = {inMs(0.5), inMs(0.99)};
        }
        if (std::exchange(row.waited, waited) != waited) {
            const auto changed = index(static_cast<int>(i), Waited);
            Q_EMIT dataChanged(changed, changed);
        }
    }
}

SimulationModel::Row SimulationModel::rowOf(const console::ClientFacts& client, const Seat* seat, bool wasLookedAt)
{
    Row row;
    row.name = client.name;
    row.processId = client.processId;
    row.token = client.token;
    row.lastEvent = oneLine(client.lastEvent);
    if (const auto got = client.saw.find("granted"); got != client.saw.end())
        row.got = got->second;
    const bool holds = client.belief == Belief::Holding;
    switch (client.belief) {
    case Belief::Starting:
        row.believes = tr("starting");
        break;
    case Belief::Idle:
        row.believes = tr("idle");
        break;
    case Belief::Waiting:
        row.believes = tr("waiting");
        row.tone = Tone::Wait;
        break;
    case Belief::Holding:
        row.believes = tr("holds");
        row.mark = Mark::Filled;
        row.tone = Tone::Good;
        break;
    case Belief::Ended:
        row.believes = tr("ended");
        break;
    }
    const auto trouble = client.belief == Belief::Ended ? QString()
                         : client.paused                ? tr("paused")
                         : client.suspended             ? tr("no contact")
                         : client.careless              ? tr("lost, goes on")
                                                        : QString();
    if (!trouble.isEmpty()) {
        row.believes = holds                              ? tr("%1 (believes it holds)").arg(trouble)
                       : client.belief == Belief::Waiting ? tr("%1 (waits)").arg(trouble)
                                                          : trouble;
        row.mark = Mark::Triangle;
        row.tone = Tone::Bad;
    }
    if (!wasLookedAt) {
        row.ensemble = u"…"_s;
    } else if (!seat) {
        // Of a healthy holder the picture is merely a moment behind.
        const bool differs = holds && !trouble.isEmpty();
        row.ensemble = differs ? tr("not there") : u"—"_s;
        row.ensembleTone = differs ? Tone::Bad : Tone::Muted;
    } else if (seat->holds) {
        row.ensemble = tr("holds");
        row.ensembleTone = Tone::Good;
    } else {
        row.ensemble = tr("waiting #%1").arg(seat->place);
        row.ensembleTone = Tone::Wait;
    }
    return row;
}

int SimulationModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SimulationModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SimulationModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    const auto column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        if (column == Believes && !row.lastEvent.isEmpty())
            return plainToolTip(tr("%1; it told last: %2").arg(row.believes, row.lastEvent));
        return plainToolTip(text(row, column));
    case KeyRole:
        return QString::fromStdString(row.name);
    case MarkRole:
        return column == Believes ? QVariant::fromValue(row.mark) : QVariant();
    case ToneRole:
        return QVariant::fromValue(column == Believes                  ? row.tone
                                   : column == Ensemble                ? row.ensembleTone
                                   : column == Client || column == Got ? Tone::Normal
                                                                       : Tone::Muted);
    case MonoRole:
        return column == Process || column == Fence;
    case ExportRole:
        return exported(row, column);
    default:
        return {};
    }
}

QVariant SimulationModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    static const QStringList keys[] = {{u"client"_s},        {u"processId"_s}, {u"believes"_s},
                                       {u"ensembleKnows"_s}, {u"got"_s},       {u"waitMsP50"_s, u"waitMsP99"_s},
                                       {u"fencingToken"_s}};
    if (orientation == Qt::Horizontal && role == ExportRole && section < ColumnCount)
        return keys[section];
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return {};
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Client:
        return tr("Client");
    case Process:
        return tr("Process");
    case Believes:
        return tip ? tr("What the client believes of itself") : tr("Believes");
    case Ensemble:
        return tip ? tr("What the ensemble knows of it") : tr("Ensemble knows");
    case Got:
        return tip ? tr("How often it has got the lock") : tr("Got");
    case Waited:
        return tip ? tr("How long it waited for the lock: half of the times no longer, 99 in 100 no longer")
                   : tr("Wait p50 / p99");
    case Fence:
        return tip ? tr("The fencing token of its last grant") : tr("Fence");
    default:
        return {};
    }
}

QVariant SimulationModel::exported(const Row& row, int column)
{
    switch (column) {
    case Client:
        return QString::fromStdString(row.name);
    case Process:
        return row.processId > 0 ? QVariant::fromValue<qlonglong>(row.processId) : QVariant();
    case Believes:
        return row.believes;
    case Ensemble:
        return row.ensemble;
    case Got:
        return row.got;
    case Waited:
        if (row.waited.isEmpty())
            return QVariantList{QVariant(), QVariant()};
        return QVariantList{row.waitedMs.first, row.waitedMs.second};
    case Fence:
        return row.token == 0 ? QVariant() : QVariant(formatHex(row.token));
    default:
        return {};
    }
}

QString SimulationModel::text(const Row& row, int column) const
{
    switch (column) {
    case Client:
        return QString::fromStdString(row.name);
    case Process:
        return row.processId > 0 ? tr("pid %1").arg(row.processId) : u"—"_s;
    case Believes:
        return row.believes;
    case Ensemble:
        return row.ensemble;
    case Got:
        return formatCount(row.got);
    case Waited:
        return row.waited.isEmpty() ? u"—"_s : row.waited;
    case Fence:
        return row.token == 0 ? u"—"_s : formatHex(row.token);
    default:
        return {};
    }
}

} // namespace lockscope::ui

#include "moc_SimulationModel.cpp"
