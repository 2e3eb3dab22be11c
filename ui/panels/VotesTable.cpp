// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/VotesTable.h"

#include "ui/files/TableActions.h"
#include "ui/models/VotesModel.h"
#include "ui/models/text/Formatting.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/RowTable.h"
#include "ui/views/ToneDelegate.h"

#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

VotesTable::VotesTable(SaveLine& saveLine, QWidget* parent)
    : QWidget(parent)
    , m_model(new VotesModel(this))
    , m_delegate(new ToneDelegate(this))
    , m_table(new QTableView(this))
    , m_footer(new ElidedLabel(this))
{
    setObjectName(u"votesPanel"_s);
    m_table->setObjectName(u"votesTable"_s);
    m_table->setAccessibleName(tr("Votes of the masters"));
    m_table->setModel(m_model);
    m_table->setItemDelegate(m_delegate);
    showAsRows(*m_table);
    addTableActions(*m_table, u"votes"_s, saveLine);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    auto* header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(VotesModel::Server, QHeaderView::Stretch);
    m_footer->setObjectName(u"votesFooter"_s);
    m_footer->setProperty("role", u"muted"_s);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_footer);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (const auto* vote = m_model->voteAt(current.row()); vote && vote->token)
                    Q_EMIT tokenChosen(*vote->token);
            });
}

void VotesTable::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    m_table->viewport()->update();
}

void VotesTable::setLock(const std::shared_ptr<const inspect::Lock>& lock)
{
    m_model->setLock(lock);
    sayFooter();
    fitServers();
}

void VotesTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitServers();
}

/// The server takes the free width, and never less than its name: then the last columns are reached by scrolling.
void VotesTable::fitServers()
{
    auto* header = m_table->horizontalHeader();
    auto width = static_cast<const QAbstractItemView*>(m_table)->sizeHintForColumn(VotesModel::Server);
    for (int column = VotesModel::Server + 1; column < VotesModel::ColumnCount; ++column)
        width += header->sectionSize(column);
    header->setSectionResizeMode(VotesModel::Server, width > m_table->viewport()->width()
                                                         ? QHeaderView::ResizeToContents
                                                         : QHeaderView::Stretch);
}

void VotesTable::setNow(WallTime now)
{
    m_now = now;
    m_model->setNow(now);
    sayFooter();
}

void VotesTable::setStale(bool stale)
{
    m_delegate->setStale(stale);
    m_table->viewport()->update();
}

void VotesTable::sayFooter()
{
    const auto* lock = m_model->lock();
    if (!lock) {
        m_footer->setFullText({});
        return;
    }
    const auto left = exclusiveLeft(*lock, m_now);
    m_footer->setFullText(inTurn(
        {readsText(*lock->redis), left ? tr("The lock is exclusive for %1: then fewer than %2 masters have its token.")
                                             .arg(formatDuration(*left), QString::number(lock->redis->quorum))
                                       : QString()}));
}

} // namespace lockscope::ui

#include "moc_VotesTable.cpp"
