// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/LocksFilter.h"

#include <QSortFilterProxyModel>

namespace lockscope::ui {

/// The order of the locks and the ones that match what is typed. Wants a LocksModel as its source. Thread: UI.
class LocksProxy final : public QSortFilterProxyModel {
    Q_OBJECT
public:
    enum class Order {
        WorstFirst,
        Name,
        QueueLength
    };

    explicit LocksProxy(QObject* parent = nullptr);

    void setOrder(Order order);
    void setFilterText(const QString& text);

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    Order m_order = Order::WorstFirst;
    LocksFilter m_filter;
};

} // namespace lockscope::ui
