// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/SessionSummary.h"
#include "ui/models/ColumnSpec.h"
#include "ui/models/KeyedRows.h"
#include "ui/models/SessionsShown.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace lockscope::ui {

/// Sessions and what each holds and waits for, one row for each session, keyed by its id, filtered and sorted by
/// SessionsShown. Changes are announced by rows, without a reset. Thread: UI.
class SessionsModel final : public KeyedRows<QAbstractTableModel> {
    Q_OBJECT
public:
    enum Column {
        Client,
        Session,
        Host,
        KnownFrom,
        Heard,
        Expires,
        Holds,
        Waits,
        Undecided,
        ColumnCount
    };
    using KeyedRows::KeyedRows;

    void setSessions(SessionsShown sessions);
    /// Durations are counted up to this time.
    void setNow(WallTime now);

    /// Null beyond the ends.
    [[nodiscard]] const inspect::SessionSummary* summaryAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        SessionId key = 0;
        const inspect::SessionSummary* summary = nullptr; ///< in m_sessions
    };

    struct Cell {
        const inspect::SessionSummary& summary;
        WallTime now;
    };
    [[nodiscard]] static const Columns<Cell>& columns();

    SessionsShown m_sessions;
    std::vector<Row> m_rows;
    WallTime m_now{};
};

} // namespace lockscope::ui
