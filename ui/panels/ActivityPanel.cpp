// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ActivityPanel.h"

#include "ui/views/EmptyState.h"
#include "ui/views/ToneDelegate.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

ActivityPanel::ActivityPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new ActivityModel(5'000, this))
    , m_proxy(new QSortFilterProxyModel(this))
    , m_delegate(new ToneDelegate(23, this))
    , m_filter(new QLineEdit(this))
    , m_stack(new QStackedWidget(this))
    , m_empty(new EmptyState(u"activityEmpty"_s, this))
    , m_table(new QTableView(this))
{
    setObjectName(u"activityPanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    m_proxy->setSourceModel(m_model);
    m_proxy->setFilterKeyColumn(-1);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setObjectName(u"activityFilter"_s);
    m_filter->setAccessibleName(tr("Filter the activity"));
    m_filter->setPlaceholderText(tr("Filter: a lock, client, event…"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(340);
    connect(m_filter, &QLineEdit::textChanged, m_proxy, &QSortFilterProxyModel::setFilterFixedString);

    m_table->setObjectName(u"activityTable"_s);
    m_table->setAccessibleName(tr("Activity"));
    m_table->setModel(m_proxy);
    m_table->setItemDelegate(m_delegate);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(23);
    auto* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setSectionsClickable(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setStretchLastSection(true);
    constexpr int widths[] = {110, 110, 260, 150};
    for (auto column = 0; column < 4; ++column)
        m_table->setColumnWidth(column, widths[column]);

    m_empty->say(tr("Nothing happened yet"),
                 tr("Who joins a queue, is granted a lock or leaves will be written here."));
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 9, 14, 4);
    layout->setSpacing(6);
    layout->addWidget(m_filter);
    layout->addWidget(m_stack, 1);
}

void ActivityPanel::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    m_table->viewport()->update();
}

void ActivityPanel::append(std::vector<ActivityEntry> entries)
{
    if (entries.empty())
        return;
    const auto* bar = m_table->verticalScrollBar();
    const bool atEnd = bar->value() >= bar->maximum();
    m_model->append(std::move(entries));
    m_stack->setCurrentWidget(m_table);
    if (atEnd)
        m_table->scrollToBottom();
}

} // namespace lockscope::ui
