// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/shell/LoopProbe.h"
#include "ui/shell/connection/ConnectionLoad.h"

#include <QAbstractTableModel>

#include <array>
#include <optional>

namespace lockscope::ui {

/// What this program itself costs: a fixed row for each thing that is measured, how much it is now, and the most since
/// it is looked at. Thread: UI.
class DiagnosticsModel final : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Part,
        Name,
        Now,
        Most,
        Meaning,
        ColumnCount
    };
    enum Row {
        LongestPause,
        SlowestPaint,
        Paints,
        SnapshotsShown,
        ShowingTook,
        FindingsTook,
        Reads,
        Writes,
        Events,
        InFlight,
        Listings,
        Confirmations,
        Details,
        Unread,
        ThreadWait,
        SnapshotsMade,
        Directories,
        Polled,
        Watches,
        Sessions,
        PathBytes,
        RowCount
    };

    explicit DiagnosticsModel(QObject* parent = nullptr);

    /// The first of a connection is what the next is compared with: what is measured over a time comes then.
    void show(const ConnectionLoad& load, const LoopProbe::Reading& reading);
    /// Forgets what was shown.
    void startOver();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Cell {
        std::optional<double> now; ///< in what its kind is counted in
        std::optional<double> most;
        std::optional<double> limit; ///< of what it is a part of
    };

    void set(Row row, std::optional<double> now, std::optional<double> limit = {});
    void showWindow(const LoopProbe::Reading& reading);
    void showRates(const ConnectionLoad& last, const ConnectionLoad& load);
    void showInspector(const inspect::InspectorLoad& load);
    [[nodiscard]] const Cell& cell(int row) const { return m_cells.at(static_cast<std::size_t>(row)); }
    [[nodiscard]] bool isMuch(int row) const;
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] QVariant exported(int row, int column) const;

    std::array<Cell, RowCount> m_cells;
    std::optional<ConnectionLoad> m_last;
};

} // namespace lockscope::ui
