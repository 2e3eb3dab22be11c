// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/SimulationModel.h"

#include "ui/Simulation.h"
#include "ui/models/Formatting.h"

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using ClientState = console::ContenderProcess::State;

SimulationModel::SimulationModel(Simulation& simulation, QObject* parent)
    : QAbstractTableModel(parent)
    , m_simulation(simulation)
{
    connect(&simulation, &Simulation::replaced, this, [this] {
        beginResetModel(); // other clients: nothing of the last run stays
        endResetModel();
    });
    connect(&simulation, &Simulation::clientChanged, this,
            [this](int row) { Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1)); });
}

int SimulationModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_simulation.clientCount();
}

int SimulationModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SimulationModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= m_simulation.clientCount())
        return {};
    const auto& client = m_simulation.client(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case Qt::ToolTipRole:
        if (index.column() == Got)
            return tr("%1 granted, %2 timed out, %3 errors")
                .arg(client.counts().granted)
                .arg(client.counts().timedOut)
                .arg(client.counts().errors);
        return plainToolTip(text(index.row(), index.column()));
    case KeyRole:
        return client.name();
    case MarkRole:
        if (index.column() != State)
            return {};
        if (stateTone(index.row()) == Tone::Bad)
            return QVariant::fromValue(Mark::Triangle);
        return QVariant::fromValue(client.state() == ClientState::Holding ? Mark::Filled : Mark::Ring);
    case ToneRole:
        if (index.column() == State)
            return QVariant::fromValue(stateTone(index.row()));
        return QVariant::fromValue(index.column() == Client || index.column() == Got ? Tone::Normal : Tone::Muted);
    case MonoRole:
        return index.column() == Process || index.column() == Fence;
    default:
        return {};
    }
}

QVariant SimulationModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Client:
        return tr("Client");
    case Process:
        return tr("Process");
    case State:
        return tr("State");
    case Got:
        return tr("Got");
    case LastWait:
        return tr("Last wait");
    case Fence:
        return tr("Fence");
    default:
        return {};
    }
}

QString SimulationModel::text(int row, int column) const
{
    const auto& client = m_simulation.client(row);
    const auto& counts = client.counts();
    switch (column) {
    case Client:
        return client.name();
    case Process:
        return client.processId() > 0 ? tr("pid %1").arg(client.processId()) : u"—"_s;
    case Got:
        return formatCount(counts.granted);
    case LastWait:
        return counts.lastWaitMs < 0 ? u"—"_s : formatDuration(std::chrono::milliseconds(counts.lastWaitMs));
    case Fence:
        return counts.token.isEmpty() ? u"—"_s : counts.token;
    case State:
        break;
    default:
        return {};
    }
    if (client.isPaused() && client.state() != ClientState::Ended)
        return client.state() == ClientState::Holding ? tr("paused (believes it holds)") : tr("paused");
    switch (client.state()) {
    case ClientState::Starting:
        return tr("starting");
    case ClientState::Connected:
        return tr("connected");
    case ClientState::Waiting:
        return tr("waiting");
    case ClientState::Holding:
        return tr("holds");
    case ClientState::Idle:
        return tr("idle");
    case ClientState::Suspended:
        return tr("suspended");
    case ClientState::Ended:
        return client.ending().isEmpty() ? tr("ended") : client.ending();
    }
    return {};
}

Tone SimulationModel::stateTone(int row) const
{
    const auto& client = m_simulation.client(row);
    if (client.isPaused() && client.state() != ClientState::Ended)
        return Tone::Bad;
    switch (client.state()) {
    case ClientState::Waiting:
        return Tone::Wait;
    case ClientState::Holding:
        return Tone::Good;
    case ClientState::Suspended:
        return Tone::Bad;
    case ClientState::Ended:
        return client.ending().isEmpty() || client.ending() == u"ended"_s ? Tone::Muted : Tone::Bad;
    default:
        return Tone::Muted;
    }
}

} // namespace lockscope::ui
