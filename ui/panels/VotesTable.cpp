// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/VotesTable.h"

#include "ui/files/TableActions.h"
#include "ui/models/text/Formatting.h"
#include "ui/theme/Sizes.h"
#include "ui/views/ElidedLabel.h"
#include "ui/views/RowTable.h"
#include "ui/views/ToneDelegate.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <numeric>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

// See scaled().
constexpr int narrowestLeaseBar = 20;
constexpr int widestLeaseBar = 64;

} // namespace

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
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed); // see fitColumns()
    m_table->viewport()->installEventFilter(this);
    m_footer->setObjectName(u"votesFooter"_s);
    m_footer->setProperty("role", u"muted"_s);
    m_footer->setMostLines(2);
    m_footer->setExplanation(tr("Lockscope asks all masters at once. Their answers are from different moments."));
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
    const auto* before = m_model->lock();
    if (!before || !lock || before->path != lock->path)
        m_widths = {};
    m_model->setLock(lock);
    sayFooter();
    fitColumns();
}

int VotesTable::wantedHeight() const
{
    return m_table->horizontalHeader()->sizeHint().height() + m_model->rowCount() * rowHeight() +
           2 * m_table->frameWidth() + scaled(4) + layout()->spacing() + m_footer->heightForWidth(width());
}

bool VotesTable::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitColumns();
    return QWidget::eventFilter(watched, event);
}

/// No text is cut: first the bars of the leases become shorter, then the last columns are reached by scrolling. While a
/// lock is shown, its columns only grow, because most of them count time.
void VotesTable::fitColumns()
{
    if (m_model->rowCount() == 0)
        return;
    const auto* header = m_table->horizontalHeader();
    m_delegate->setBarWidth(scaled(narrowestLeaseBar));
    for (int column = 0; column < VotesModel::ColumnCount; ++column) {
        auto& width = m_widths[static_cast<std::size_t>(column)];
        width = std::max({width, static_cast<const QAbstractItemView*>(m_table)->sizeHintForColumn(column),
                          header->sectionSizeHint(column)});
    }
    const auto free = m_table->viewport()->width() - std::accumulate(m_widths.begin(), m_widths.end(), 0);
    const auto ofBar = std::clamp(free, 0, scaled(widestLeaseBar) - scaled(narrowestLeaseBar));
    const auto ofAll = std::max(free - ofBar, 0);
    m_delegate->setBarWidth(scaled(narrowestLeaseBar) + ofBar);
    for (int column = 0; column < VotesModel::ColumnCount; ++column) {
        const auto ofOne = ofAll / VotesModel::ColumnCount +
                           (column == VotesModel::Server ? ofAll % VotesModel::ColumnCount : 0) +
                           (column == VotesModel::Lease ? ofBar : 0);
        m_table->setColumnWidth(column, m_widths[static_cast<std::size_t>(column)] + ofOne);
    }
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
    m_footer->setFullText(
        inTurn({readsText(*lock->redis), left ? tr("Exclusive for %1: then fewer than %2 masters have the token.")
                                                    .arg(formatDuration(*left), QString::number(lock->redis->quorum))
                                              : QString()}));
}

} // namespace lockscope::ui

#include "moc_VotesTable.cpp"
