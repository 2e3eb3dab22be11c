// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/LocksFilter.h"

#include <QSortFilterProxyModel>
#include <QTimer>

namespace lockscope::ui {

class LocksModel;
struct Rank;

/// Sorts and filters the locks. Sorts again every two seconds at most, and less often if sorting takes long: else
/// 10,000 busy locks would keep the UI thread busy, and the user could not click a row. Thread: UI.
class LocksProxy final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit LocksProxy(LocksModel& source, QObject* parent = nullptr);

    /// By a column of LocksModel; at first the worst lock is first. Unknown values, and in an order by numbers possible
    /// locks, come last in either direction.
    void sort(int column, Qt::SortOrder order) override;
    /// Sorts by the current data at once, without the delay.
    void orderAnew();
    void setFilter(const LocksFilter& filter);

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    void follow();
    [[nodiscard]] bool isInOrder(const QModelIndex& parent) const;
    [[nodiscard]] int compared(const Rank& a, const Rank& b) const;

    LocksModel& m_locks;
    int m_column;
    Qt::SortOrder m_order = Qt::DescendingOrder;
    LocksFilter m_filter;
    QTimer m_rest; ///< runs after each sort
    bool m_isDue = false;
};

} // namespace lockscope::ui
