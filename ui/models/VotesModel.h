// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "ui/models/ColumnSpec.h"
#include "ui/models/KeyedRows.h"
#include "ui/models/text/VoteWords.h"

#include <QAbstractTableModel>
#include <QHash>

#include <memory>
#include <string_view>
#include <vector>

namespace lockscope::ui {

/// The votes of a Redlock, one row for each master, keyed by the master; an update is announced row by row. Thread: UI.
/// Shares the snapshot's values.
class VotesModel final : public KeyedRows<QAbstractTableModel> {
    Q_OBJECT
public:
    enum Column {
        Server,
        Answer,
        Token,
        Lease,
        RoundTrip,
        Clock,
        Uptime,
        ColumnCount
    };

    using KeyedRows::KeyedRows;

    /// Null, or a lock without votes: no rows.
    void setLock(std::shared_ptr<const inspect::Lock> lock);
    /// Leases are counted down to this time.
    void setNow(WallTime now);

    [[nodiscard]] const inspect::Lock* lock() const { return m_lock.get(); }
    /// Null: there is no such row.
    [[nodiscard]] const inspect::RedisVote* voteAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Cell {
        const inspect::RedisVote& vote;
        const VotesModel& model;

        [[nodiscard]] VoteState state() const { return stateOf(vote, model.m_tally); }
    };
    [[nodiscard]] static const Columns<Cell>& columns();
    [[nodiscard]] QString tipOf(const Cell& cell, int column) const;
    /// What is left of the lease, of the longest that was read.
    [[nodiscard]] QVariant shareOf(const inspect::RedisVote& vote) const;

    std::shared_ptr<const inspect::Lock> m_lock; ///< null: no rows
    std::vector<const inspect::RedisVote*> m_rows;
    VoteTally m_tally;               ///< of m_lock, as the next
    QHash<QString, QString> m_names; ///< of each master without what all share; by the whole name
    WallTime m_now{};
};

} // namespace lockscope::ui
