// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/Snapshot.h"
#include "core/waits/WaitSnapshot.h"
#include "ui/models/ColumnSpec.h"
#include "ui/models/KeyedRows.h"

#include <QAbstractTableModel>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace lockscope::ui {

/// The release of one holder in a deadlock, and what happens then.
struct DeadlockWay {
    enum class Effect {
        Ends,    ///< the waiter in the cycle is next
        Later,   ///< other clients are before it
        Stays,   ///< or may stay
        Refused, ///< nothing can be released
        Unknown
    };

    inspect::ContenderKey key;     ///< of the holder
    QString holder;                ///< its name
    std::string node;              ///< what is deleted; on Redis the owner
    std::optional<WallTime> since; ///< when it acquired the lock, by the servers' clock; nullopt: unknown
    bool isAtMost = false;         ///< see inspect::Since; so is the next
    bool isAtLeast = false;
    int waiting = 0; ///< at the lock
    QString next;    ///< the next holder; empty: none, or unknown
    Effect effect = Effect::Unknown;
    QString words; ///< what happens then, in sentences

    friend bool operator==(const DeadlockWay&, const DeadlockWay&) = default;
};

/// The releases that may end a cycle of `drawn`, in its order, by the predicted plans of core/release. `all`: the
/// snapshot that `drawn` is a part of. Pure, any thread.
[[nodiscard]] std::vector<DeadlockWay> waysToEnd(const inspect::WaitSnapshot& drawn, std::size_t cycle,
                                                 const inspect::Snapshot& all);

/// The ways to end a deadlock, one row each, keyed by the holder. Thread: UI.
class WaysModel final : public KeyedRows<QAbstractTableModel> {
    Q_OBJECT
public:
    enum Column {
        LockColumn,
        Holder,
        Node,
        Held,
        Waiting,
        Next,
        Effect,
        Release, ///< empty: the view has a button there
        ColumnCount
    };

    using KeyedRows::KeyedRows;

    /// `now`: by the servers' clock; holds are counted up to it.
    void setWays(const std::vector<DeadlockWay>& ways, WallTime now);

    /// Null: there is no such row.
    [[nodiscard]] const DeadlockWay* wayAt(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Cell {
        const DeadlockWay& way;
        const WaysModel& model;
    };
    [[nodiscard]] static const Columns<Cell>& columns();
    [[nodiscard]] std::optional<std::chrono::milliseconds> heldFor(const DeadlockWay& way) const;

    std::vector<DeadlockWay> m_rows;
    WallTime m_now{};
};

} // namespace lockscope::ui
