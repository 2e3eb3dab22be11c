// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/FolderTree.h"

#include "ui/models/Roles.h"

#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

void FolderTree::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    constexpr int selectedBar = 3;
    QTreeView::drawRow(painter, option, index);
    const auto& row = option.rect;
    painter->fillRect(QRect(row.left(), row.bottom(), row.width(), 1), m_theme.border);
    if (selectionModel()->isSelected(index))
        painter->fillRect(QRect(row.left(), row.top(), selectedBar, row.height()), m_theme.info);
    const auto first = index.siblingAtColumn(0);
    const auto aside = first.data(AsideRole).toString();
    if (aside.isEmpty())
        return;
    const auto metrics = fontMetrics();
    const auto cell = visualRect(first);
    const auto gap = 3 * metrics.averageCharWidth();
    auto room = cell;
    room.setLeft(cell.left() + std::min(metrics.horizontalAdvance(first.data().toString()) + gap, cell.width()));
    room.setRight(viewport()->width() - gap);
    painter->save();
    painter->setFont(font());
    painter->setPen(m_theme.muted);
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(aside, Qt::ElideRight, room.width()));
    painter->restore();
}

} // namespace lockscope::ui

#include "moc_FolderTree.cpp"
