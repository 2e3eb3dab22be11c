// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/LocksProxy.h"

#include "ui/models/LocksModel.h"

#include <algorithm>
#include <chrono>
#include <tuple>

namespace lockscope::ui {

namespace {

constexpr std::chrono::seconds leastRest{1};
constexpr int restForWork = 25; ///< times the duration of the last sort

} // namespace

LocksProxy::LocksProxy(LocksModel& source, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_locks(source)
{
    setSourceModel(&source);
    setDynamicSortFilter(true);
    sort(0);
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
    if (m_locks.renewRanks() && !isInOrder({}))
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

void LocksProxy::setOrder(Order order)
{
    if (order == m_order)
        return;
    m_order = order;
    std::ignore = m_locks.renewRanks();
    invalidate();
}

void LocksProxy::setFilterText(const QString& text)
{
    const LocksFilter filter(text);
    if (filter == m_filter)
        return;
    m_filter = filter;
    m_locks.setFilter(filter);
    invalidateFilter();
}

bool LocksProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const auto& a = m_locks.rankAt(left);
    const auto& b = m_locks.rankAt(right);
    if (m_order == Order::WorstFirst && a.badness != b.badness)
        return a.badness.worseThan(b.badness);
    const bool isByNumber = m_order == Order::QueueLength || m_order == Order::CausedWaits;
    if (isByNumber && a.badness.isCertain != b.badness.isCertain)
        return a.badness.isCertain;
    if (m_order == Order::QueueLength && a.queueLength != b.queueLength)
        return a.queueLength > b.queueLength;
    if (m_order == Order::CausedWaits && a.waits != b.waits)
        return a.waits > b.waits;
    return left.row() < right.row(); // the source is sorted by name
}

bool LocksProxy::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    return m_locks.isMatched(m_locks.index(row, 0, parent));
}

} // namespace lockscope::ui

#include "moc_LocksProxy.cpp"
