// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/simulate/measure/Measurements.h"
#include "core/simulate/scenarios/ScenarioFacts.h"
#include "ui/models/ColumnSpec.h"
#include "ui/models/KeyedRows.h"

#include <QAbstractTableModel>

#include <string>
#include <vector>

namespace lockscope::ui {

/// The clients of a simulation, one row each: the client's view of its state, and the actual state at the ensemble. The
/// two differ if a holder was paused for too long. Thread: UI.
class SimulationModel final : public KeyedRows<QAbstractTableModel> {
    Q_OBJECT
public:
    enum Column {
        Client,
        Believes,
        Ensemble,
        Fence,
        Got,
        Waited,
        Process,
        ColumnCount
    };

    using KeyedRows::KeyedRows;

    /// `isOver`: the ensemble is no longer observed.
    void setFacts(const console::ScenarioFacts& facts, bool isOver = false);
    void setMeasurements(const console::Measurements& measurements);

    [[nodiscard]] std::string clientAt(int row) const { return m_rows.at(static_cast<std::size_t>(row)).name; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Said {
        QString shown;
        QString saved; ///< always in English; both in lower case

        friend bool operator==(const Said&, const Said&) = default;
    };
    struct Row {
        std::string name;
        std::int64_t processId = 0;
        Said clientView;
        Mark mark = Mark::Ring;
        Tone tone = Tone::Muted;
        Said ensemble;
        Tone ensembleTone = Tone::Muted;
        int got = 0;
        QString waited;
        std::pair<double, double> waitedMs; ///< p50 and p99 of `waited`
        std::int64_t token = 0;
        QString lastEvent;
        friend bool operator==(const Row&, const Row&) = default;
    };
    /// The actual state of a client at the ensemble.
    struct LockSlot {
        bool holds = false;
        int place = 0; ///< its position among the waiters, from 1
    };

    /// `pattern`: a text of this class; `arg` replaces its "%1".
    [[nodiscard]] static Said say(const char* pattern, const Said& arg = {});
    [[nodiscard]] static Row rowOf(const console::ClientFacts& client, const LockSlot* slot, bool wasLookedAt);
    [[nodiscard]] static const Columns<Row>& columns();

    std::vector<Row> m_rows;
};

} // namespace lockscope::ui
