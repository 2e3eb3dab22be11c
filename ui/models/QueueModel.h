// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/NodeIndex.h"
#include "core/model/Owners.h"
#include "core/model/Snapshot.h"
#include "ui/models/ColumnSpec.h"
#include "ui/models/KeyedRows.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace lockscope::ui {

/// The queue of one lock, one row for each contender, keyed by its ContenderKey. An update of the same lock is
/// announced row by row, so selection and scroll position are kept; only another lock resets. Thread: UI. Shares the
/// snapshot's values, copies none.
class QueueModel final : public KeyedRows<QAbstractTableModel> {
    Q_OBJECT
public:
    enum Column {
        Position,
        State,
        Client,
        Host,
        Session,
        Lease,      ///< on Redis
        Subscriber, ///< on Redis
        Since,
        WaitsOn,
        Sequence,
        ColumnCount
    };

    using KeyedRows::KeyedRows;

    /// `lock` may be null: no lock is shown.
    void setLock(std::shared_ptr<const inspect::Lock> lock);
    /// The session data from the servers; null: none.
    void setEnsemble(std::shared_ptr<const ensemble::EnsembleFacts> facts);
    /// Redis: the hosts that lists of clients or a sample have shown; null: none.
    void setHosts(std::shared_ptr<const inspect::RedisHosts> hosts);
    /// Durations are counted up to this time.
    void setNow(const inspect::Moment& now);

    [[nodiscard]] const inspect::Lock* lock() const { return m_lock.get(); }
    [[nodiscard]] const inspect::Contender* contenderAt(int row) const;
    /// -1: not found.
    [[nodiscard]] int rowOf(const inspect::ContenderKey& key) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    using Rows = std::vector<const inspect::Contender*>;

    void update(const inspect::Lock& before);
    void announceChanges(const Rows& wanted, bool all);
    struct Cell {
        const inspect::Contender& contender;
        const QueueModel& model;
    };
    [[nodiscard]] static const Columns<Cell>& columns();
    [[nodiscard]] QString stateTip(const inspect::Contender& contender) const;
    [[nodiscard]] inspect::Owner ownerOf(const inspect::Contender& contender) const;
    [[nodiscard]] QString hostText(const inspect::Contender& contender) const;
    [[nodiscard]] static QString sessionText(const inspect::Contender& contender);
    [[nodiscard]] QString leaseText(const inspect::Contender& contender) const;
    [[nodiscard]] bool isHostUnknown(const inspect::Contender& contender) const;
    [[nodiscard]] QString waitsOnText(const inspect::Contender& contender) const;

    std::shared_ptr<const inspect::Lock> m_lock;
    std::shared_ptr<const ensemble::EnsembleFacts> m_ensemble;
    std::shared_ptr<const inspect::RedisHosts> m_hosts;
    Rows m_rows;
    inspect::WaiterPlaces m_places; ///< of m_lock
    int m_holders = 0;              ///< of m_lock
    int m_firstUndecided = -1;      ///< its position in m_lock; behind it the places are unknown
    inspect::NodeIndex m_index;     ///< of m_lock, in whose order the rows are
    inspect::Moment m_now;
};

} // namespace lockscope::ui
