// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/SessionSummary.h"
#include "ui/models/ColumnSpec.h"
#include "ui/models/KeyedRows.h"
#include "ui/models/SessionsShown.h"

#include <QAbstractTableModel>

#include <utility>
#include <vector>

namespace lockscope::ui {

/// Sessions, or on Redis the instances of clients, and what each holds and waits for, one row each, filtered and sorted
/// by SessionsShown. Changes are announced by rows, without a reset. Thread: UI.
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

    /// The sessions that are shown next, compared with those before. A value.
    struct Change {
        SessionsShown next;
        RowSteps steps;
        std::vector<std::pair<int, int>> changed; ///< the first and the last row of each run of other values
    };
    /// Slow for many sessions. Any thread.
    [[nodiscard]] static Change changeTo(SessionsShown next, const SessionsShown& before);
    /// `change`: from sessions().
    void apply(Change change);
    [[nodiscard]] const SessionsShown& sessions() const { return m_sessions; }
    /// The titles of the columns: those of client instances, or of sessions.
    void setRedis(bool isRedis);
    /// Durations are counted up to this time.
    void setNow(WallTime now);

    /// Null beyond the ends.
    [[nodiscard]] const inspect::SessionSummary* summaryAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Cell {
        const inspect::SessionSummary& summary;
        WallTime now;
    };
    [[nodiscard]] static const Columns<Cell>& columns();

    SessionsShown m_sessions;
    bool m_isRedis = false;
    WallTime m_now{};
};

} // namespace lockscope::ui
