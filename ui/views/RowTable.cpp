// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/RowTable.h"

#include "ui/models/Roles.h"
#include "ui/theme/Sizes.h"

#include <QHeaderView>
#include <QTableView>

namespace lockscope::ui {

void showAsRows(QTableView& table)
{
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.verticalHeader()->setDefaultSectionSize(rowHeight());
    auto* header = table.horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsClickable(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const auto* model = table.model();
    for (auto column = 0; column < model->columnCount(); ++column) {
        if (const auto width = model->headerData(column, Qt::Horizontal, WidthRole); width.isValid())
            table.setColumnWidth(column, width.toInt());
    }
}

void sortByHeader(QTableView& table)
{
    auto* header = table.horizontalHeader();
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setSortIndicatorClearable(true);
    header->setSectionsClickable(true);
    table.setSortingEnabled(true);
}

} // namespace lockscope::ui
