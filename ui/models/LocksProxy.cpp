// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/LocksProxy.h"

#include "ui/models/LocksModel.h"

#include <algorithm>
#include <chrono>
#include <tuple>

namespace lockscope::ui {

namespace {

constexpr std::chrono::seconds leastRest{2};
constexpr int restForWork = 25; ///< times the duration of the last sort

} // namespace

LocksProxy::LocksProxy(LocksModel& source, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_locks(source)
    , m_column(LocksModel::Severity)
{
    setSourceModel(&source);
    setDynamicSortFilter(true);
    QSortFilterProxyModel::sort(0); // the column and the order are of lessThan()
    m_rest.setSingleShot(true);
    connect(&m_rest, &QTimer::timeout, this, [this] {
        if (m_isDue)
            orderAnew();
    });
    connect(&source, &LocksModel::settled, this, &LocksProxy::follow);
}

void LocksProxy::follow()
{
    if (m_rest.isActive())
        m_isDue = true;
    else
        orderAnew();
}

void LocksProxy::orderAnew()
{
    m_isDue = false;
    const auto began = std::chrono::steady_clock::now();
    if (m_locks.renewRanks(m_column) && !isInOrder({}))
        invalidate();
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
    m_rest.start(std::max<std::chrono::milliseconds>(leastRest, restForWork * took));
}

bool LocksProxy::isInOrder(const QModelIndex& parent) const
{
    QModelIndex above;
    for (auto row = 0; row < rowCount(parent); ++row) {
        const auto here = index(row, 0, parent);
        const auto source = mapToSource(here);
        if ((above.isValid() && lessThan(source, above)) || !isInOrder(here))
            return false;
        above = source;
    }
    return true;
}

void LocksProxy::sort(int column, Qt::SortOrder order)
{
    if (column == m_column && order == m_order)
        return;
    m_column = column;
    m_order = order;
    std::ignore = m_locks.renewRanks(m_column);
    invalidate();
}

void LocksProxy::setFilter(const LocksFilter& filter)
{
    if (filter == m_filter)
        return;
    m_filter = filter;
    m_locks.setFilter(filter);
    invalidateFilter();
}

bool LocksProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const bool isDescending = m_order == Qt::DescendingOrder;
    if (m_column == LocksModel::Name) // the source is sorted by name
        return isDescending ? left.row() > right.row() : left.row() < right.row();
    const auto& a = m_locks.rankAt(left);
    const auto& b = m_locks.rankAt(right);
    const bool isByText = m_column == LocksModel::Type || m_column == LocksModel::Holder;
    if (!isByText && a.badness.isCertain != b.badness.isCertain)
        return a.badness.isCertain;
    const auto isKnown = [](const Rank& rank) { return rank.number.has_value() || !rank.text.isEmpty(); };
    if (isKnown(a) != isKnown(b))
        return isKnown(a);
    const auto order = compared(a, b);
    if (order == 0)
        return left.row() < right.row();
    return isDescending ? order > 0 : order < 0;
}

/// Negative if `a` is less.
int LocksProxy::compared(const Rank& a, const Rank& b) const
{
    if (m_column == LocksModel::Severity)
        return a.badness < b.badness ? -1 : a.badness > b.badness ? 1 : 0;
    if (a.number != b.number)
        return a.number < b.number ? -1 : 1;
    return QString::compare(a.text, b.text, Qt::CaseInsensitive);
}

bool LocksProxy::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    return m_locks.isMatched(m_locks.index(row, 0, parent));
}

} // namespace lockscope::ui

#include "moc_LocksProxy.cpp"
