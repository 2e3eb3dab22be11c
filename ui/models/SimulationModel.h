// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/Roles.h"

#include <QAbstractTableModel>

namespace lockscope::ui {

class Simulation;

/// The clients of a simulation, a row each. Thread: UI. The simulation must outlive it.
class SimulationModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Client,
        Process,
        State,
        Got,
        LastWait,
        Fence,
        Actions,
        ColumnCount
    };

    explicit SimulationModel(Simulation& simulation, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] Tone stateTone(int row) const;

    Simulation& m_simulation;
};

} // namespace lockscope::ui
