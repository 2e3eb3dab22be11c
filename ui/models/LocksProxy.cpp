// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/LocksProxy.h"

#include "ui/models/LocksModel.h"

namespace lockscope::ui {

LocksProxy::LocksProxy(QObject* parent)
    : QSortFilterProxyModel(parent)
{
    setDynamicSortFilter(true);
    sort(0);
}

void LocksProxy::setOrder(Order order)
{
    if (order == m_order)
        return;
    m_order = order;
    invalidate();
}

void LocksProxy::setFilterText(const QString& text)
{
    const LocksFilter filter(text);
    if (filter == m_filter)
        return;
    m_filter = filter;
    qobject_cast<LocksModel*>(sourceModel())->setFilter(filter);
    invalidateFilter();
}

bool LocksProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const auto* model = qobject_cast<const LocksModel*>(sourceModel());
    Q_ASSERT(model);
    if (m_order == Order::WorstFirst) {
        const auto a = model->badnessAt(left);
        const auto b = model->badnessAt(right);
        if (a != b)
            return a.worseThan(b);
    }
    if (m_order == Order::QueueLength) {
        const auto a = model->queueLengthAt(left);
        const auto b = model->queueLengthAt(right);
        if (a != b)
            return a > b;
    }
    return left.row() < right.row(); // the source is in order of names
}

bool LocksProxy::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const auto* model = qobject_cast<const LocksModel*>(sourceModel());
    Q_ASSERT(model);
    return model->isMatched(model->index(row, 0, parent));
}

} // namespace lockscope::ui

#include "moc_LocksProxy.cpp"
