// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/SimulationModel.h"

#include "core/simulate/clients/LockSlotIndex.h"
#include "ui/models/text/Formatting.h"

#include <map>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using console::ClientView;

void SimulationModel::setFacts(const console::ScenarioFacts& facts, bool isOver)
{
    std::map<const console::SeenContender*, LockSlot> slots;
    const console::EnsembleView nothing;
    const console::LockSlotIndex known(facts.view && !isOver ? *facts.view : nothing);
    if (facts.view && !isOver) {
        std::map<std::string_view, int> waiting;
        for (const auto& seen : facts.view->slots)
            slots[&seen] = {seen.holds, seen.holds ? 0 : ++waiting[seen.path]};
    }
    std::vector<Row> wanted;
    wanted.reserve(facts.clients.size());
    for (const auto& client : facts.clients) {
        const auto slot = slots.find(known.of(client));
        wanted.push_back(rowOf(client, slot == slots.end() ? nullptr : &slot->second, facts.view.has_value()));
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

SimulationModel::Said SimulationModel::say(const char* pattern, const Said& arg)
{
    const Said said{tr(pattern), QString::fromUtf8(pattern)};
    return arg.shown.isEmpty() ? said : Said{said.shown.arg(arg.shown), said.saved.arg(arg.saved)};
}

SimulationModel::Row SimulationModel::rowOf(const console::ClientFacts& client, const LockSlot* slot, bool wasLookedAt)
{
    Row row;
    row.name = client.name;
    row.processId = client.processId;
    // A waiter has the token of its place in the queue already, which is not yet of an acquisition.
    row.token = client.clientView == ClientView::Waiting ? 0 : client.token;
    row.lastEvent = oneLine(client.lastEvent);
    row.got = client.times("granted");
    const bool holds = client.clientView == ClientView::Holding;
    switch (client.clientView) {
    case ClientView::Starting:
        row.clientView = say(QT_TR_NOOP("starting"));
        break;
    case ClientView::Idle:
        row.clientView = say(QT_TR_NOOP("idle"));
        break;
    case ClientView::Waiting:
        row.clientView = say(QT_TR_NOOP("waiting"));
        row.tone = Tone::Wait;
        break;
    case ClientView::Holding:
        row.clientView = say(QT_TR_NOOP("holding"));
        row.mark = Mark::Filled;
        row.tone = Tone::Good;
        break;
    case ClientView::Ended:
        row.clientView = say(QT_TR_NOOP("ended"));
        row.mark = Mark::Tick;
        break;
    }
    const auto* trouble = client.clientView == ClientView::Ended ? nullptr
                          : client.paused                        ? QT_TR_NOOP("paused")
                          : client.suspended                     ? QT_TR_NOOP("disconnected")
                          : client.careless                      ? QT_TR_NOOP("loss ignored")
                                                                 : nullptr;
    if (trouble) {
        row.clientView = holds                                      ? say(QT_TR_NOOP("%1 (holding)"), say(trouble))
                         : client.clientView == ClientView::Waiting ? say(QT_TR_NOOP("%1 (waiting)"), say(trouble))
                                                                    : say(trouble);
        row.mark = Mark::Triangle;
        row.tone = Tone::Bad;
    }
    if (!wasLookedAt) {
        row.ensemble = {u"…"_s, {}};
    } else if (!slot) {
        // For a healthy holder the snapshot is only a moment late.
        const bool differs = holds && trouble;
        row.ensemble = differs ? say(QT_TR_NOOP("not in queue")) : Said{u"—"_s, {}};
        row.ensembleTone = differs ? Tone::Bad : Tone::Muted;
    } else if (slot->holds) {
        row.ensemble = say(QT_TR_NOOP("holding"));
        row.ensembleTone = Tone::Good;
    } else {
        const auto place = QString::number(slot->place);
        row.ensemble = say(QT_TR_NOOP("waiting #%1"), {place, place});
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
    if (role == KeyRole)
        return QString::fromStdString(row.name);
    if (index.column() == Believes && role == MarkRole)
        return QVariant::fromValue(row.mark);
    if (index.column() == Believes && role == Qt::ToolTipRole && !row.lastEvent.isEmpty())
        return plainToolTip(tr("%1; last event: %2").arg(asSentence(row.clientView.shown), row.lastEvent));
    return columns().cell(row, index.column(), role);
}

QVariant SimulationModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return columns().header(section, orientation, role);
}

const Columns<SimulationModel::Row>& SimulationModel::columns()
{
    static const Columns<Row> all(
        [](const char* text) { return tr(text); },
        {
            {.title = QT_TR_NOOP("Client"),
             .width = 66,
             .keys = "client",
             .text = [](const Row& row) { return QString::fromStdString(row.name); },
             .saved = [](const Row& row) -> QVariant { return QString::fromStdString(row.name); },
             .tone = normalTone<Row>},
            {.title = QT_TR_NOOP("Client's view"),
             .tip = QT_TR_NOOP("The lock state that the client reports."),
             .width = 150, // "Paused (holding)"
             .keys = "believes",
             .text = [](const Row& row) { return asSentence(row.clientView.shown); },
             .saved = [](const Row& row) -> QVariant { return row.clientView.saved; },
             .tone = [](const Row& row) { return row.tone; }},
            {.title = QT_TR_NOOP("Actual state"),
             .tip = QT_TR_NOOP("The lock state of the client in the ensemble."),
             .width = 102,
             .keys = "ensembleKnows",
             .text = [](const Row& row) { return asSentence(row.ensemble.shown); },
             .saved = [](const Row& row) -> QVariant {
                 return row.ensemble.saved.isEmpty() ? QVariant() : QVariant(row.ensemble.saved);
             },
             .tone = [](const Row& row) { return row.ensembleTone; }},
            {.title = QT_TR_NOOP("Token"),
             .tip = QT_TR_NOOP("The fencing token of the last acquisition: a number that grows with each acquisition."),
             .width = 68,
             .keys = "fencingToken",
             .text = [](const Row& row) { return row.token == 0 ? u"—"_s : formatHex(row.token); },
             .saved = [](const Row& row) -> QVariant {
                 return row.token == 0 ? QVariant() : QVariant(formatHex(row.token));
             },
             .isMono = true},
            {.title = QT_TR_NOOP("Acquired"),
             .tip = QT_TR_NOOP("Number of times that the client acquired the lock."),
             .width = 80,
             .keys = "got",
             .text = [](const Row& row) { return formatCount(row.got); },
             .saved = [](const Row& row) -> QVariant { return row.got; },
             .tone = normalTone<Row>},
            {.title = QT_TR_NOOP("Wait p50 / p99"),
             .tip = QT_TR_NOOP("Time that the client waited for the lock: median (p50) and 99th percentile (p99)."),
             .width = 110,
             .keys = "waitMsP50 waitMsP99",
             .text = [](const Row& row) { return row.waited.isEmpty() ? u"—"_s : row.waited; },
             .saved = [](const Row& row) -> QVariant {
                 return row.waited.isEmpty() ? QVariantList{QVariant(), QVariant()}
                                             : QVariantList{row.waitedMs.first, row.waitedMs.second};
             }},
            {.title = QT_TR_NOOP("Process"),
             .width = 84,
             .keys = "processId",
             .text = [](const Row& row) { return row.processId > 0 ? tr("pid %1").arg(row.processId) : u"—"_s; },
             .saved = [](const Row& row) -> QVariant {
                 return row.processId > 0 ? QVariant::fromValue<qlonglong>(row.processId) : QVariant();
             },
             .isMono = true},
        });
    return all;
}

} // namespace lockscope::ui

#include "moc_SimulationModel.cpp"
