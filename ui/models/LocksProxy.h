// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/LocksFilter.h"

#include <QSortFilterProxyModel>
#include <QTimer>

namespace lockscope::ui {

class LocksModel;

/// The order of the locks and the ones that match what is typed. The order follows what changes at most once a second,
/// and less often where it is much work: ten thousand busy locks would else keep the window's thread busy with it, and
/// a row could not be clicked. Thread: UI.
class LocksProxy final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    enum class Order {
        WorstFirst,
        Name,
        QueueLength
    };

    explicit LocksProxy(LocksModel& source, QObject* parent = nullptr);

    void setOrder(Order order);
    /// By what is known now, without waiting for the next second.
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
    QTimer m_rest; ///< runs after an ordering
    bool m_isDue = false;
};

} // namespace lockscope::ui
