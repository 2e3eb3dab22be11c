// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/LocksFilter.h"

#include <QSortFilterProxyModel>
#include <QTimer>

namespace lockscope::ui {

class LocksModel;

/// Sorts and filters the locks. Sorts again at most once a second, and less often if sorting takes long: else 10,000
/// busy locks would keep the UI thread busy, and the user could not click a row. Thread: UI.
class LocksProxy final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    enum class Order {
        WorstFirst,
        Name,
        QueueLength,
        CausedWaits
    };

    explicit LocksProxy(LocksModel& source, QObject* parent = nullptr);

    void setOrder(Order order);
    /// Sorts by the current data at once, without the delay.
    void orderAnew();
    void setFilterText(const QString& text);

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    void follow();
    [[nodiscard]] bool isInOrder(const QModelIndex& parent) const;

    LocksModel& m_locks;
    Order m_order = Order::WorstFirst;
    LocksFilter m_filter;
    QTimer m_rest; ///< runs after each sort
    bool m_isDue = false;
};

} // namespace lockscope::ui
