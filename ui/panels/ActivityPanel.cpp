// SPDX-FileCopyrightText: 2026 The Lockscope Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/ActivityPanel.h"

#include "ui/files/SaveLine.h"
#include "ui/files/TableActions.h"
#include "ui/models/RecordedEventsModel.h"
#include "ui/theme/Sizes.h"
#include "ui/views/EmptyState.h"
#include "ui/views/RowTable.h"
#include "ui/views/ToneDelegate.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

/// A row never changes except in its tone, so the filter result of a row stays valid.
class ActivityPanel::RecordedProxy final : public QSortFilterProxyModel {
public:
    RecordedProxy(RecordedEventsModel* model, QObject* parent)
        : QSortFilterProxyModel(parent)
        , m_model(model)
    {
        setDynamicSortFilter(false);
        setSourceModel(model);
    }

    void setText(const QString& text)
    {
        m_text = text.trimmed();
        invalidateFilter();
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex&) const override
    {
        return m_text.isEmpty() || m_model->matches(row, m_text);
    }

private:
    RecordedEventsModel* m_model;
    QString m_text;
};

ActivityPanel::ActivityPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new ActivityModel(5'000, this))
    , m_proxy(new QSortFilterProxyModel(this))
    , m_recorded(new RecordedEventsModel(this))
    , m_recordedProxy(new RecordedProxy(m_recorded, this))
    , m_delegate(new ToneDelegate(this))
    , m_filter(new QLineEdit(this))
    , m_stack(new QStackedWidget(this))
    , m_saveLine(new SaveLine(u"activitySaveLine"_s, this))
    , m_empty(new EmptyState(u"activityEmpty"_s, this))
{
    setObjectName(u"activityPanel"_s);
    setAttribute(Qt::WA_StyledBackground);
    m_proxy->setSourceModel(m_model);
    m_proxy->setFilterKeyColumn(-1);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    connect(m_filter, &QLineEdit::textChanged, m_proxy, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_recordedProxy->setText(text);
        showPage();
    });
    m_filter->setObjectName(u"activityFilter"_s);
    m_filter->setAccessibleName(tr("Filter the activity"));
    m_filter->setPlaceholderText(tr("Filter by lock, client, event…"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMaximumWidth(scaled(340));
    m_table = addTable(u"activityTable"_s, tr("Activity"), m_proxy);
    m_recordedTable = addTable(u"recordedActivityTable"_s, tr("Activity in the recording"), m_recordedProxy);
    m_recordedTable->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_recordedTable, &QTableView::activated, this, &ActivityPanel::choose);

    m_stack->setObjectName(u"activityStack"_s);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_table);
    m_stack->addWidget(m_recordedTable);
    showPage();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 9, 14, 4);
    layout->setSpacing(6);
    layout->addWidget(m_filter);
    layout->addWidget(m_stack, 1);
    layout->addWidget(m_saveLine);
}

QTableView* ActivityPanel::addTable(const QString& objectName, const QString& name, QAbstractItemModel* model)
{
    auto* table = new QTableView(this);
    table->setObjectName(objectName);
    table->setAccessibleName(name);
    table->setModel(model);
    table->setItemDelegate(m_delegate);
    showAsRows(*table);
    addTableActions(*table, u"activity"_s, *m_saveLine);
    shareWidth(*table);
    return table;
}

void ActivityPanel::showPage()
{
    const auto* all = m_isReplay ? static_cast<QAbstractItemModel*>(m_recorded) : m_model;
    const auto* shown = m_isReplay ? static_cast<QAbstractItemModel*>(m_recordedProxy) : m_proxy;
    if (shown->rowCount() > 0)
        m_stack->setCurrentWidget(m_isReplay ? m_recordedTable : m_table);
    else
        m_stack->setCurrentWidget(m_empty);
    if (all->rowCount() > 0)
        m_empty->say(tr("No events match the filter"));
    else if (m_isReplay)
        m_empty->say(tr("No events in this recording"),
                     tr("No client joined a queue, acquired a lock or left while the recording was made."));
    else
        m_empty->say(tr("No events yet"),
                     tr("Events appear here when a client joins a queue, acquires a lock or leaves."));
}

void ActivityPanel::setViewState(const ViewState& viewState)
{
    const bool wasReplay = std::exchange(m_isReplay, viewState.isReplay());
    if (!m_isReplay) {
        m_recorded->setHistory(nullptr);
        if (wasReplay)
            showPage();
        return;
    }
    const bool isNew = viewState.history != m_recorded->history();
    m_recorded->setHistory(viewState.history);
    const auto past = m_recorded->pastRows();
    m_recorded->setNow(viewState.now);
    if (isNew || !wasReplay)
        showPage();
    if (!isNew && past == m_recorded->pastRows())
        return;
    // A filter may hide the last past event: then scrolls to the nearest visible one before it.
    for (auto row = m_recorded->pastRows() - 1; row >= 0 && row > m_recorded->pastRows() - 200; --row) {
        const auto index = m_recordedProxy->mapFromSource(m_recorded->index(row, 0));
        if (index.isValid()) {
            m_recordedTable->scrollTo(index);
            break;
        }
    }
}

void ActivityPanel::showOnly(const QString& text)
{
    m_filter->setText(text);
}

void ActivityPanel::choose(const QModelIndex& index)
{
    if (const auto* event = m_recorded->eventAt(m_recordedProxy->mapToSource(index).row()))
        Q_EMIT eventChosen(event->at, event->key());
}

void ActivityPanel::setTheme(const Theme& theme)
{
    m_delegate->setTheme(theme);
    for (auto* table : {m_table, m_recordedTable})
        table->viewport()->update();
}

std::vector<ActivityEntry> ActivityPanel::entries() const
{
    const auto& entries = m_model->entries();
    return {entries.begin(), entries.end()};
}

void ActivityPanel::append(std::vector<ActivityEntry> entries)
{
    if (entries.empty())
        return;
    const auto* bar = m_table->verticalScrollBar();
    const bool atEnd = bar->value() >= bar->maximum();
    m_model->append(std::move(entries));
    showPage();
    if (atEnd)
        m_table->scrollToBottom();
}

} // namespace lockscope::ui

#include "moc_ActivityPanel.cpp"
